import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it when a dialog was mounted open, once it is unmounted: Mantine does so only for dialogs that stay
 * mounted. What was chosen from a menu is gone with it, so its button has the focus then.
 */
export function useFocusReturn(opened: boolean) {
  const [opener] = useState(() => (opened ? openerOf(document.activeElement) : null));
  useEffect(
    () => () => {
      // After React has taken the dialog away; whoever took the focus meanwhile keeps it.
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener?.isConnected) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
