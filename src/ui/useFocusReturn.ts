import { useEffect, useState } from 'react';

/**
 * When a dialog that was mounted open is unmounted, returns the focus to the element that had it before: Mantine does so only for dialogs that stay
 * mounted. A chosen menu item no longer exists then, so its button gets the focus.
 */
export function useFocusReturn(opened: boolean) {
  const [opener] = useState(() => (opened ? openerOf(document.activeElement) : null));
  useEffect(
    () => () => {
      // After React has removed the dialog; an element that has taken the focus meanwhile keeps it.
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener?.isConnected) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** The element that was pressed last. Safari does not focus a button that is pressed, so that the focus does not tell what opened the dialog. */
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
