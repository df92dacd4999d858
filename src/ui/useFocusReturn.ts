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

/** The element that was pressed last. Safari gives no button the focus when it is pressed, so that nothing says what opened the dialog. */
let pressed: Element | null = null;
document.addEventListener(
  'pointerdown',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest('button, a, [role="button"]') : null;
  },
  true,
);

function openerOf(focused: Element | null): HTMLElement | null {
  const element = focused === null || focused === document.body ? pressed : focused;
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
