import { useEffect } from 'react';

/** Ignores the second press of a double click that closed a dialog: it would reach whatever the dialog had covered. */
export function useSecondPress(opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    return () => document.addEventListener('click', ignoreSecond, { capture: true, once: true });
  }, [opened]);
}

function ignoreSecond(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
