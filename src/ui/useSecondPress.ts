import { useEffect } from 'react';

/** Ignores the second press of a double click that closed a dialog: it would reach whatever the dialog had covered, or open a list there. */
export function useSecondPress(opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    return () => {
      for (const type of ['mousedown', 'click'] as const)
        document.addEventListener(type, ignoreSecond, { capture: true, once: true });
    };
  }, [opened]);
}

function ignoreSecond(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
