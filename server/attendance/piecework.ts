import { thousandthsOf } from '../platform/thousandths.ts';
import { Units } from '../platform/units.ts';
import { DAY, HOUR, type LocalDate, localDateOf, MINUTE } from '../platform/zone.ts';
import { lengthOf, type Span, union } from './calendar.ts';
import { OPEN_INTERVAL_MS, type Shifts, shiftAt, type WorkEvent } from './events.ts';

/** A piecework entry that counts. `units` is a decimal as text; `durationMs` counts only without `endedAt`. */
export type Entry = {
  startedAt: number;
  endedAt: number | null;
  durationMs: number | null;
  units: string;
  lookup1: string | null;
  lookup2: string | null;
  /** Its date where no time is known: it is of that work day, and `startedAt` is the date's midnight. */
  date?: LocalDate;
  /** The code of its own job description, which decides its piece rate. */
  job?: string | null;
  /** As of a punch. */
  given?: boolean;
  /** Several people made the units together: counted as Shared or Team. */
  isShared?: boolean;
};

/** Returns the duration of an entry, 0 for units without time (docs/reference/piecework.md#time-of-entries). */
const durationOf = ({ startedAt, endedAt, durationMs }: Entry) =>
  endedAt === null ? (durationMs ?? 0) : Math.max(0, endedAt - startedAt);

/** The instant at which an entry began, or its date where no time is known. */
export type Start = number | LocalDate;
export const startOf = ({ startedAt, date }: Pick<Entry, 'startedAt' | 'date'>): Start => date ?? startedAt;
/** Returns the instants between which the days lie that an entry can change: the middle of a date's shift is within two days of its midnight. */
export const reachOf = ({ startedAt, date }: { startedAt: number; date?: LocalDate | null | undefined }): number[] =>
  date ? [startedAt, startedAt + 2 * DAY] : [startedAt];

type Settled = Pick<WorkEvent, 'date' | 'at' | 'direction'>;
/**
 * Returns a function that finds the work day of an entry by its start (docs/reference/piecework.md#work-day-of-an-entry), from the employee's events in time order. One
 * of which only the date is known is of that day. An entry within an interval is of that interval's day. It has no direction, so an interval without an OUT includes it only until E + post; otherwise it is of the day of the shift whose
 * window contains it, otherwise of its own local date; there are no clusters.
 */
export function datesOfEntries(events: readonly Settled[], shifts: Shifts): (start: Start) => LocalDate {
  const intervals = closedIntervals(events, shifts);
  return (startedAt) => {
    if (typeof startedAt === 'string') return startedAt;
    const own = intervals.findLast((interval) => interval.start <= startedAt && startedAt <= interval.end);
    if (own) return own.date;
    const before = events.findLast(({ at }) => at <= startedAt);
    if (before?.direction === 'in' && startedAt - before.at <= OPEN_INTERVAL_MS) {
      const shift = shifts.on(before.date);
      if (shift && startedAt <= shift.windowEnd) return before.date;
    }
    return shiftAt(shifts, startedAt)?.date ?? localDateOf(shifts.zone, startedAt);
  };
}

/** Returns the intervals with an OUT, by their IN: of two OUTs in a row the later counts (docs/reference/attendance.md#direction). */
function closedIntervals(events: readonly Settled[], { rulesFrom }: Shifts): (Span & { date: LocalDate })[] {
  const intervals: (Span & { date: LocalDate })[] = [];
  const lastIn = new Map<LocalDate, Span & { date: LocalDate }>();
  for (const { date, at, direction } of events) {
    const open = lastIn.get(date);
    if (direction === 'out') {
      if (open) open.end = at;
    } else if (rulesFrom === null || date >= rulesFrom) {
      const next = { date, start: at, end: Number.NEGATIVE_INFINITY };
      lastIn.set(date, next);
      intervals.push(next);
    }
  }
  return intervals;
}

/** Returns one employee's time of a day (docs/reference/piecework.md#units-per-hour): the union of the entries with an end, and the plain durations. */
export const workedMs = (entries: readonly Entry[]): number => lengthOf(spansOf(entries)) + plainMsOf(entries);

const spansOf = (entries: readonly Entry[]) =>
  union(entries.flatMap(({ startedAt, endedAt }) => (endedAt === null ? [] : [{ start: startedAt, end: endedAt }])));
const plainMsOf = (entries: readonly Entry[]) =>
  entries.reduce((sum, entry) => sum + (entry.endedAt === null ? (entry.durationMs ?? 0) : 0), 0);

/** The time of some entries: their union as PostgreSQL writes a multirange of epoch ms, '{[1,5),[7,9)}', and their plain durations. */
export type Spent = { spans: string; plainMs: number };
const writeSpans = (spans: readonly { start: number; end: number }[]) =>
  `{${spans.map(({ start, end }) => `[${start},${end})`).join(',')}}`;

/** Returns the time of several lookup pairs together (docs/reference/piecework.md#units-per-hour): overlaps count once. */
export function spentTogether(some: readonly Spent[]) {
  const spans = some.flatMap(({ spans: text }) =>
    [...text.matchAll(/\[(-?\d+),(-?\d+)\)/g)].map(([, start, end]) => ({ start: Number(start), end: Number(end) })),
  );
  return { spans: union(spans), plainMs: some.reduce((sum, { plainMs }) => sum + plainMs, 0) };
}
export function togetherMs(some: readonly Spent[]): number {
  const { spans, plainMs } = spentTogether(some);
  return lengthOf(spans) + plainMs;
}

export type PairTotal = Spent & {
  lookup1: string | null;
  lookup2: string | null;
  units: string;
  timeMs: number;
  entries: number;
  /** Some of the units were counted as Shared or Team. */
  isShared: boolean;
  /** The parts of entries by their own job description, null for those without; null where none has one. */
  jobs: JobTotal[] | null;
};
type JobTotal = { job: string | null; units: string; timeMs: number };
/** Returns totals per lookup pair of one employee's day: units, time including overlaps (docs/reference/piecework.md#time-of-entries), number of entries. */
export function pairTotals(entries: readonly Entry[]): PairTotal[] {
  const pairs = new Map<string, { entry: Entry; units: Units; timeMs: number; own: Entry[] }>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.lookup1, entry.lookup2]);
    const pair = pairs.get(key) ?? { entry, units: new Units(0), timeMs: 0, own: [] };
    pair.own.push(entry);
    pairs.set(key, {
      entry,
      units: pair.units.plus(entry.units),
      timeMs: pair.timeMs + durationOf(entry),
      own: pair.own,
    });
  }
  return [...pairs.values()].map(({ entry: { lookup1, lookup2 }, units, timeMs, own }) => ({
    lookup1,
    lookup2,
    units: units.toFixed(),
    timeMs,
    entries: own.length,
    spans: writeSpans(spansOf(own)),
    plainMs: plainMsOf(own),
    isShared: own.some(({ isShared }) => isShared),
    jobs: jobTotals(own),
  }));
}
function jobTotals(entries: readonly Entry[]): JobTotal[] | null {
  if (!entries.some(({ job }) => job)) return null;
  return [...Map.groupBy(entries, ({ job }) => job || null)].map(([job, own]) => ({
    job,
    units: own.reduce((sum, { units }) => sum.plus(units), new Units(0)).toFixed(),
    timeMs: own.reduce((sum, entry) => sum + durationOf(entry), 0),
  }));
}

/** Returns units per hour with 2 decimals, half rounded away from zero; null without time (docs/reference/piecework.md#units-per-hour). */
export function unitsPerHour(units: Units | string, timeMs: number): number | null {
  if (timeMs <= 0) return null;
  const thousandths = typeof units === 'string' ? thousandthsOf(units) : null;
  // Twice the hundredths per hour, plus one for rounding: whole numbers, so that the truncated quotient is exact.
  const doubled = thousandths === null ? Number.NaN : Math.abs(thousandths) * (HOUR / 5) + timeMs;
  if (thousandths === null || !Number.isSafeInteger(doubled) || !Number.isSafeInteger(timeMs))
    return new Units(units).times(HOUR).div(timeMs).toDecimalPlaces(2).toNumber();
  const hundredths = (doubled - (doubled % (2 * timeMs))) / (2 * timeMs);
  return (thousandths < 0 ? -hundredths : hundredths) / 100;
}

export const MIN_RANKED_MS = 15 * MINUTE;
