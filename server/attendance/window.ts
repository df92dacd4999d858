import { dayBounds, HOUR, type LocalDate } from '../platform/zone.ts';
import type { Calendar } from './calendar.ts';
import { marginOf, type Stretch, stretches } from './cuts.ts';
import { type HistoryStep, historyOf } from './derive.ts';
import { MERGE_MS, OPEN_INTERVAL_MS, type Punch, type Shifts } from './events.ts';
import type { Entry } from './piecework.ts';

/** All records of one employee in [from, to]; a bound is infinite where no records lie beyond it. */
export type ReadHistory = { from: number; to: number; punches: readonly Punch[]; entries: readonly Entry[] };
export type DaySpan = { from: LocalDate; to: LocalDate };
/** Steps that decide the days from `low` to `high` and no others. */
export type Decided = { steps: HistoryStep<Punch, Entry>[]; low: LocalDate; high: LocalDate };

/** Returns how far around a record to read at first: far enough to include two rests of a night or a weekend. */
export const firstReach = (calendar: Calendar) => marginOf(calendar) + OPEN_INTERVAL_MS + 48 * HOUR;

export const MAX_TRIES = 5;
/** Returns the reach of the next try: four times as far, and in the last one unlimited. */
export const widened = (reach: number, tries: number) =>
  tries >= MAX_TRIES - 1 ? Number.POSITIVE_INFINITY : reach * 4 ** tries;

/** Returns the question that decides some days of one employee (answers.ts). */
export const questionOfDays = (calendar: Calendar, shifts: Shifts, employeeId: string, days: DaySpan) => ({
  employeeId,
  shifts,
  first: dayBounds(calendar.zone, days.from).start,
  last: dayBounds(calendar.zone, days.to).end,
  decide: (history: ReadHistory) => decidedOver(calendar, shifts, history, days),
});

type Step = HistoryStep<Punch, Entry>;
type Trust = (stretch: Stretch<Step>, index: number) => boolean;

/** Returns a function that tells whether enough was read before a stretch to trust where it starts. */
export function trustStart(calendar: Calendar, from: number): Trust {
  const margin = marginOf(calendar);
  return ({ steps }, index) => {
    const first = steps[0]?.first ?? from;
    return first - from > margin + (index === 0 ? OPEN_INTERVAL_MS : 0);
  };
}

/** Returns the end of the trusted stretches from `last` on, as an index of `all`; null when more must be read. */
function trustedEnd(
  calendar: Calendar,
  all: readonly Stretch<Step>[],
  to: number,
  isBeyond: (s: Stretch<Step>) => boolean,
) {
  const margin = marginOf(calendar);
  const next = all.findIndex(isBeyond);
  if (next >= 0 && to - (all[next]?.steps[0]?.first ?? to) > margin) return next;
  const lastStep = all.at(-1)?.steps.at(-1);
  return !lastStep || to - lastStep.last > margin + OPEN_INTERVAL_MS ? (next >= 0 ? next : all.length) : null;
}

function join(chosen: readonly Stretch<Step>[]): Decided | 'nothing' {
  const first = chosen[0];
  const last = chosen.at(-1);
  // Cuts keep days in order: later steps have later days only.
  return first && last ? { steps: chosen.flatMap(({ steps }) => steps), low: first.low, high: last.high } : 'nothing';
}

/**
 * Returns the stretch around records that were added between `first` and `last`: deriving it again leaves all days as if derived from scratch. Null
 * when more of the history must be read.
 */
export function decidedAround(
  calendar: Calendar,
  shifts: Shifts,
  history: ReadHistory,
  touched: { first: number; last: number },
): Decided | 'nothing' | null {
  const all = stretches(historyOf(history.punches, history.entries, shifts), shifts);
  const trusted = trustStart(calendar, history.from);
  const start = all.findLastIndex(
    (stretch, i) => trusted(stretch, i) && (i === 0 || cutExistedBefore(all, i, touched.first)),
  );
  const end = trustedEnd(calendar, all, history.to, ({ steps }) => (steps[0]?.first ?? 0) > touched.last + MERGE_MS);
  if (all.length === 0) return 'nothing';
  return start < 0 || end === null ? null : join(all.slice(start, end));
}

/**
 * Tells whether a cut existed before the records from `at` on arrived: everything that it depends on must lie before them, that is the event after
 * the cut, or the next event where an entry follows the cut.
 */
function cutExistedBefore(all: readonly Stretch<Step>[], index: number, at: number): boolean {
  const first = all[index]?.steps[0];
  if (!first || first.last + MERGE_MS >= at) return false;
  for (const { steps } of all.slice(index)) for (const step of steps) if (step.chain) return step.last + MERGE_MS < at;
  return true;
}

/** Returns the stretches that can fall on the days from `from` to `to`. Null when more of the history must be read. */
export function decidedOver(
  calendar: Calendar,
  shifts: Shifts,
  history: ReadHistory,
  days: DaySpan,
): Decided | 'nothing' | null {
  const all = stretches(historyOf(history.punches, history.entries, shifts), shifts);
  const start = all.findIndex(({ high }) => high >= days.from);
  if (start < 0) {
    // Everything that was read lies before these days. If it reaches far enough past them, nothing falls on them; otherwise more must be read.
    const last = all.at(-1)?.steps.at(-1)?.last ?? -Infinity;
    return history.to - Math.max(last, dayBounds(calendar.zone, days.to).end) > marginOf(calendar) ? 'nothing' : null;
  }
  const first = all[start];
  const end = trustedEnd(calendar, all, history.to, ({ low }) => low > days.to);
  if (!first || !trustStart(calendar, history.from)(first, start) || end === null) return null;
  return join(all.slice(start, end));
}

/** As Decided, with the steps that stood on the same days before. */
export type Redecided = Decided & { stood: HistoryStep<Punch, Entry>[] };

/**
 * Returns the decided days that differ between two histories of one employee whose records differ only between `first` and `last`
 * (docs/reference/corrections.md#effective-records): from the last cut before that span which both have, to the first one after it. Null when more of the history must be
 * read.
 */
export function decidedBetween(
  calendar: Calendar,
  shifts: Shifts,
  before: ReadHistory,
  after: ReadHistory,
  { first, last }: { first: number; last: number },
): Redecided | 'nothing' | null {
  const [old, all] = [before, after].map((history) =>
    stretches(historyOf(history.punches, history.entries, shifts), shifts),
  );
  if (!old || !all || (old.length === 0 && all.length === 0)) return 'nothing';
  const trusted = trustStart(calendar, before.from);
  const oldStarts = new Map(old.map((stretch, i) => [startOf(stretch), i] as const));
  const start = all.findLastIndex((stretch, i) => {
    const other = oldStarts.get(startOf(stretch));
    if (other === undefined || startOf(stretch) >= first) return false;
    return trusted(stretch, i) && trusted(stretch, other);
  });
  const oldStart = oldStarts.get(startOf(all[start])) ?? 0;
  const isWhole = [old[0], all[0]].every((stretch) => !stretch || trusted(stretch, 0));
  if (start < 0 && !isWhole) return null;
  const allStarts = new Set(all.map(startOf));
  const isAfter = (stretch: Stretch<Step>) => {
    const at = startOf(stretch);
    return at > last + MERGE_MS && oldStarts.has(at) && allStarts.has(at);
  };
  const ends = [old, all].map((one) => trustedEnd(calendar, one, before.to, isAfter));
  const [oldEnd = null, end = null] = ends;
  if (oldEnd === null || end === null) return null;
  const chosen = all.slice(Math.max(start, 0), end);
  const stood = old.slice(oldStart, oldEnd);
  const both = [...chosen, ...stood];
  if (both.length === 0) return 'nothing';
  return {
    steps: chosen.flatMap(({ steps }) => steps),
    stood: stood.flatMap(({ steps }) => steps),
    low: both.map(({ low }) => low).sort()[0] ?? '',
    high:
      both
        .map(({ high }) => high)
        .sort()
        .at(-1) ?? '',
  };
}

const startOf = (stretch: Stretch<Step> | undefined) => stretch?.steps[0]?.first ?? Number.NEGATIVE_INFINITY;
