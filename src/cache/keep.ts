/** Decides by age which figures may be restored from the disk. Pure: the time is passed in. */
const HOUR_MS = 3_600_000;
const TODAY_MAX_AGE_MS = 12 * HOUR_MS;
export const MAX_AGE_MS = 24 * HOUR_MS;
/** An entry from further in the future is dropped: written by a clock that was ahead, it would otherwise be kept for ever. */
const FUTURE_MS = 5 * 60_000;
/** The number of past dates that are cached besides today. */
const PAST_DATES = 2;

const textIn = (queryKey: readonly unknown[], name: string): string | undefined => {
  for (const part of queryKey) {
    const value: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined;
    if (typeof value === 'string') return value;
  }
  return undefined;
};

/** The reference date in a query key, if it has one. */
export const referenceDateOf = (queryKey: readonly unknown[]) => textIn(queryKey, 'referenceDate');

/** The last day that a query key asks for: its reference date, or the end of its range. */
const lastDayOf = (queryKey: readonly unknown[]) => referenceDateOf(queryKey) ?? textIn(queryKey, 'to');

/** YYYY-MM-DD of an instant in a zone. */
export const localDateOf = (at: number, timeZone: string) => new Date(at).toLocaleDateString('sv', { timeZone });

/** Returns true if an entry is too old, or from the future. Figures of today become useless within a shift. */
export function isTooOld(queryKey: readonly unknown[], updatedAt: number, now: number, timeZone: string): boolean {
  if (updatedAt > now + FUTURE_MS) return true;
  const date = lastDayOf(queryKey);
  const wasToday = date === undefined || date === localDateOf(updatedAt, timeZone);
  return now - updatedAt > (wasToday ? TODAY_MAX_AGE_MS : MAX_AGE_MS);
}

/** Returns the past dates on disk to delete, so that only the most recently used stay. `used`: date to epoch ms of its last use. */
export const datesToDrop = (used: ReadonlyMap<string, number>, today: string): string[] =>
  [...used]
    .filter(([date]) => date !== today)
    .sort(([, one], [, other]) => other - one)
    .slice(PAST_DATES)
    .map(([date]) => date);

type Paged = { pages: readonly unknown[]; pageParams: readonly unknown[] };
const isPaged = (data: unknown): data is Paged =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) && 'pageParams' in data;

/** Returns data with as many of its first pages as fit into `bytes` of JSON, but at least one; data without pages is returned unchanged. */
export function firstPages(data: unknown, bytes: number): unknown {
  if (!isPaged(data)) return data;
  const encoder = new TextEncoder();
  let left = bytes;
  const tooMuch = data.pages.findIndex((page) => {
    left -= encoder.encode(JSON.stringify(page)).byteLength;
    return left < 0;
  });
  if (tooMuch < 0) return data;
  const count = Math.max(1, tooMuch);
  return { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) };
}
