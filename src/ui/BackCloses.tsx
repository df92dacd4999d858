import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Dialogs that the back gesture closes, the topmost last. */
const open: { close: () => void }[] = [];

/**
 * Stays on the page, and closes the topmost dialog once the browser is back on the page's entry: the router takes the next change of entry for that, so
 * that a second Back before it would leave the address behind. In a history of the router's own there is no entry to return to.
 */
function takeBack({ action }: { action: string }) {
  if (action !== 'BACK' || open.length === 0) return false;
  const close = () => open.at(-1)?.close();
  if (history.state?.__TSR_index === undefined) close();
  else addEventListener('popstate', close, { once: true });
  return true;
}

/** While mounted, the back gesture calls `onBack` of the topmost dialog, and the page stays. */
export function BackCloses({ onBack }: { onBack: () => void }) {
  const mine = useRef({ close: onBack });
  useEffect(() => {
    mine.current.close = onBack;
  });
  useEffect(() => {
    const entry = mine.current;
    open.push(entry);
    return () => void open.splice(open.indexOf(entry), 1);
  }, []);
  useBlocker({ shouldBlockFn: takeBack, enableBeforeUnload: false });
  return null;
}
