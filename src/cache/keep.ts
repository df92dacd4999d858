/** Which figures may come back from the disk, by age. Pure: the time is passed in. */
const HOUR_MS = 3_600_000;
const TODAY_MAX_AGE_MS = 12 * HOUR_MS;
export const MAX_AGE_MS = 24 * HOUR_MS;
/** A clock that was ahead when the entry was written would keep it for ever. */
const FUTURE_MS = 5 * 60_000;
/** Past dates that are kept beside today. */
const PAST_DATES = 2;

/** The reference date in a query key, if it has one. */
export function referenceDateOf(queryKey: readonly unknown[]): string | undefined {
  for (const part of queryKey)
    if (typeof part === 'object' && part !== null && 'referenceDate' in part && typeof part.referenceDate === 'string')
      return part.referenceDate;
  return undefined;
}

/** YYYY-MM-DD of an instant in a zone. */
export const localDateOf = (at: number, timeZone: string) => new Date(at).toLocaleDateString('sv', { timeZone });

/** Returns true if an entry is too old, or from the future. Figures of a running day go stale within a shift. */
export function isTooOld(queryKey: readonly unknown[], updatedAt: number, now: number, timeZone: string): boolean {
  if (updatedAt > now + FUTURE_MS) return true;
  const date = referenceDateOf(queryKey);
  const wasToday = date === undefined || date === localDateOf(updatedAt, timeZone);
  return now - updatedAt > (wasToday ? TODAY_MAX_AGE_MS : MAX_AGE_MS);
}

/** Of the past dates on disk, those to drop so that only the most recently used stay. `used`: date to epoch ms of last use. */
export const datesToDrop = (used: ReadonlyMap<string, number>, today: string): string[] =>
  [...used]
    .filter(([date]) => date !== today)
    .sort(([, one], [, other]) => other - one)
    .slice(PAST_DATES)
    .map(([date]) => date);
