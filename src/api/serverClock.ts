/** Differences below this are the header's own resolution and the way there. */
const TOLERANCE_MS = 5_000;

let ahead = 0;

/** Notes how far the server's clock is ahead of ours, by the `Date` header (rules.md, principle 3: the browser's clock decides nothing). */
export function noteServerDate(header: string | null, came = Date.now()) {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(at)) return;
  const difference = at - came;
  ahead = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

/** Now, epoch ms, as the server has it: which day is today, and the clock on the date button. */
export const serverNow = () => Date.now() + ahead;
