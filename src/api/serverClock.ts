/** Differences below this come from the header's resolution and the time of transfer. */
const TOLERANCE_MS = 5_000;

let ahead = 0;

/** Records how far the server's clock is ahead of this one, from the `Date` header. */
export function noteServerDate(header: string | null, came = Date.now()) {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(at)) return;
  const difference = at - came;
  ahead = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

/** Returns the server's time, epoch ms: it decides which day is today, and is shown on the date button. */
export const serverNow = () => Date.now() + ahead;
