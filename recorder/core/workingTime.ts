/** Working time is stored in parts of half an hour, so that no more is lost with a device (docs/reference/piecework.md#units-per-hour). */
export const PART_MS = 30 * 60_000;
/** A Recorder that was off for longer asks whether the crew worked. */
export const GAP_MS = 15 * 60_000;

export type Part = { from: number; to: number };
/** Cuts a stretch of working time (ms) into parts of half an hour; the last may be shorter, an empty stretch has none. */
export function cutParts(from: number, to: number): Part[] {
  const parts: Part[] = [];
  for (let start = from; start < to; start += PART_MS) parts.push({ from: start, to: Math.min(to, start + PART_MS) });
  return parts;
}

/** Returns the start of an employee's working time: the later of the job's start and their clocking in on this device, else their first scan. */
export const timeBegins = (jobStart: number | null, clockedIn: number | null, firstScan: number): number =>
  jobStart === null ? firstScan : Math.max(jobStart, clockedIn ?? jobStart);
