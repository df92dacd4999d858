/** A route change wants the focus on the next heading; a page that loads its parts late still gets it. */
const PATIENCE_MS = 15_000;
let wantedAt = Number.NEGATIVE_INFINITY;

export const wantTitleFocus = () => {
  wantedAt = performance.now();
};

/** True once, for the heading that appears after a route change. */
export function takeTitleFocus(): boolean {
  const wanted = performance.now() - wantedAt < PATIENCE_MS;
  wantedAt = Number.NEGATIVE_INFINITY;
  return wanted;
}
