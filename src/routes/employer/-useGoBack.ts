import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Returns a function that closes a dialog which was opened on this page (`state.opened`) by going back, as the back gesture does; it returns false
 * for one that a link opened. Going back takes effect later, and closing again until then must not go back twice: that would leave the page.
 */
export function useGoBack() {
  const { history } = useRouter();
  const isLeaving = useRef(false);
  return () => {
    if (isLeaving.current) return true;
    if (!history.location.state.opened) return false;
    isLeaving.current = true;
    // Also called when the page keeps its place because something typed would be lost.
    const stop = history.subscribe(() => {
      isLeaving.current = false;
      stop();
    });
    // The dialog itself keeps Back on the page, and has already asked before what was typed is lost.
    history.back({ ignoreBlocker: true });
    return true;
  };
}
