import { useLayoutEffect, useRef, useState } from 'react';

/** A list is fetched again after something in it was deleted: until then the button of its row is still there. */
const FETCHED_MS = 10_000;

/** The elements that opened the dialogs that are open, the topmost last. */
const openers: HTMLElement[] = [];

/** By an element that opened a dialog: the one that opened the dialog around it. */
const outerOpeners = new WeakMap<HTMLElement, HTMLElement>();

/**
 * When a dialog is unmounted, returns the focus to the element that had it before: Mantine does so only for dialogs that stay mounted. A chosen menu
 * item no longer exists then, so its button gets the focus. Where that does not exist any more either, because the dialog deleted its row, the page
 * gets it, or the dialog below; if that was closed too, what opened it.
 */
export function useFocusReturn(opened: boolean) {
  const [last, setLast] = useState<{ opened: boolean; opener: HTMLElement | null }>({ opened: false, opener: null });
  if (opened !== last.opened) setLast({ opened, opener: opened ? openerOf(document.activeElement) : last.opener });
  const { opener } = last;
  // A layout effect, so that a closed dialog is known as such when its rows are gone.
  useLayoutEffect(() => {
    if (!opener) return;
    const outer = openers.at(-1);
    if (outer) outerOpeners.set(opener, outer);
    openers.push(opener);
    return () => {
      openers.splice(openers.lastIndexOf(opener), 1);
      // After React has removed the dialog.
      requestAnimationFrame(() => returnFocus(opener));
    };
  }, [opener]);
}

/** Returns the ref of a button that gets the focus back where it loses it because it is disabled while it waits. */
export function useFocusKept(isWaiting: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    if (isWaiting) had.current = document.activeElement === button.current;
    else if (had.current) {
      had.current = false;
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [isWaiting]);
  return button;
}

/** Gives the focus back, unless another element has taken it meanwhile. */
function returnFocus(opener: HTMLElement) {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (!opener.isConnected) {
    const outer = outerOpeners.get(opener);
    // Asked once, so that this ends.
    outerOpeners.delete(opener);
    if (outer && !openers.includes(outer)) return returnFocus(outer);
    const last = [...document.querySelectorAll<HTMLElement>('#main, [role="dialog"]')].at(-1);
    return last?.focus({ preventScroll: true });
  }
  opener.focus({ preventScroll: true });
  const gone = new MutationObserver(() => {
    if (opener.isConnected) return;
    gone.disconnect();
    returnFocus(opener);
  });
  gone.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => gone.disconnect(), FETCHED_MS);
}

/** The element that was pressed last, by pointer or key. Safari does not focus a button that is pressed, and one that is disabled while it waits loses the focus. */
let pressed: Element | null = null;
document.addEventListener(
  'click',
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
