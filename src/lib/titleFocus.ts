/** After a route change the next heading gets the focus; a page that loads late still gets it within this time. */
const MAX_WAIT_MS = 15_000;
let wantedAt = Number.NEGATIVE_INFINITY;

export const wantTitleFocus = () => {
  wantedAt = performance.now();
};

/** Returns true once, for the heading that appears after a route change. */
export function takeTitleFocus(): boolean {
  const wanted = performance.now() - wantedAt < MAX_WAIT_MS;
  wantedAt = Number.NEGATIVE_INFINITY;
  return wanted;
}

/** Moves the focus to a heading, except from a dialog, from an element that requested it, and from a field in which the user is typing. */
export function focusTitle(heading: HTMLElement | null) {
  if (!document.activeElement?.closest('input, [data-autofocus], [role="dialog"]'))
    heading?.focus({ preventScroll: true });
}
