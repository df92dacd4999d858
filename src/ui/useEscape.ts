import { useEffect, useRef } from 'react';

/** The open surfaces, the topmost last. */
const open: object[] = [];

/** Escape calls `onEscape` of the surface that was opened last, and of none below it: a question whether to discard a form leaves the form open. */
export function useEscape(opened: boolean, onEscape: () => void) {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!opened) return;
    const mine = {};
    open.push(mine);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== mine) return;
      // An open list or calendar handles the key itself.
      if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
        return;
      latest.current();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      open.splice(open.indexOf(mine), 1);
    };
  }, [opened]);
}
