import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Dialogs that the back gesture closes, the topmost last. */
const open: { close: () => void }[] = [];

function takeBack({ action }: { action: string }) {
  const top = open.at(-1);
  if (action !== 'BACK' || !top) return false;
  top.close();
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
