/**
 * Counts the work that an upgrade's reload must not interrupt silently: uploads, downloads and saves under way, and forms being edited
 * (a `<form data-dirty>`).
 */
let running = 0;

/** Marks work as running; call the result when it is done. */
export function beginWork(): () => void {
  running += 1;
  let done = false;
  return () => {
    if (!done) running -= 1;
    done = true;
  };
}

export const isWorking = () => running > 0;
export const isEditing = () => document.querySelector('form[data-dirty]') !== null;
