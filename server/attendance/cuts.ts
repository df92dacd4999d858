import { HOUR, type LocalDate, localDateOf } from '../platform/zone.ts';
import type { Calendar } from './calendar.ts';
import { CLUSTER_MS, OPEN_INTERVAL_MS, type SentDirection, type Shifts } from './events.ts';

/**
 * A cut is a position in a history such that nothing after it depends on an event before it, and no work day has events on both sides. A new punch
 * then re-derives only the stretch between two cuts instead of the whole history, with the same result (tests/unit/server/attendance/cuts.test.ts).
 * The day of an event is that of a shift whose window contains it, else its local date, else (open interval, cluster) a day that an event shortly
 * before could have. The days before a cut are therefore bounded by the days that each event could have by itself.
 */

/**
 * A chain of punches with their times and the direction, or a piecework entry (`direction` null), in time order; `on`: the day of an entry of which no time is
 * known, which takes its place in the middle of that day's work.
 */
export type Step = {
  first: number;
  last: number;
  times: readonly number[];
  direction: SentDirection | null;
  on?: LocalDate | undefined;
};

/** Steps that depend on nothing outside the stretch, and the days from `low` to `high`, on which no other step falls. */
export type Stretch<S extends Step> = { steps: S[]; low: LocalDate; high: LocalDate };

/**
 * Returns how much of the history before a step must be known to trust a cut there: no window, local day or cut reaches further. An open interval
 * reaches OPEN_INTERVAL_MS further.
 */
export const marginOf = (calendar: Calendar) => calendar.reachMs + 26 * HOUR;

type Possible = { low: LocalDate; high: LocalDate; windowEnd: number };

function possibleDays(shifts: Shifts, at: number): Possible {
  const windows = shifts.near(at).filter(({ windowStart, windowEnd }) => at >= windowStart && at <= windowEnd);
  const first = windows[0];
  const last = windows.at(-1);
  if (first && last)
    return { low: first.date, high: last.date, windowEnd: Math.max(...windows.map((shift) => shift.windowEnd)) };
  const local = localDateOf(shifts.zone, at);
  return { low: local, high: local, windowEnd: shifts.on(local)?.windowEnd ?? -Infinity };
}

/** Returns the days that a chain could have by any of its punches, because a later punch may join it or become its first. */
function possibleDaysOf({ first, times, on }: Step, shifts: Shifts): Possible {
  if (on !== undefined) return { low: on, high: on, windowEnd: -Infinity };
  const own = possibleDays(shifts, first);
  if (times.length === 1) return own;
  const all = times.map((at) => possibleDays(shifts, at));
  return {
    low: all.map(({ low }) => low).sort()[0] ?? own.low,
    high:
      all
        .map(({ high }) => high)
        .sort()
        .at(-1) ?? own.high,
    windowEnd: Math.max(...all.map(({ windowEnd }) => windowEnd)),
  };
}

/** Splits the steps of one employee, in time order, at every safe cut. */
export function stretches<S extends Step>(steps: readonly S[], shifts: Shifts): Stretch<S>[] {
  const possible = steps.map((step) => possibleDaysOf(step, shifts));
  const lowFrom: LocalDate[] = possible.map(({ low }) => low);
  for (let i = lowFrom.length - 2; i >= 0; i--) {
    const [low, later] = [lowFrom[i], lowFrom[i + 1]];
    if (low !== undefined && later !== undefined && later < low) lowFrom[i] = later;
  }

  const nextEvent: (S | undefined)[] = new Array(steps.length);
  for (let i = steps.length - 1; i >= 0; i--) nextEvent[i] = steps[i]?.direction === null ? nextEvent[i + 1] : steps[i];

  const found: Stretch<S>[] = [];
  const before = { high: '', windowEnd: -Infinity, event: null as Step | null };
  for (const [i, step] of steps.entries()) {
    const days = possible[i];
    const current = found.at(-1);
    if (!days) continue;
    const next = nextEvent[i];
    // A cut before an entry must also leave the next event independent: that event may close an interval that the entry is not in.
    const free = independent(step, before, shifts) && (!next || next === step || independent(next, before, shifts));
    if (!current || (free && before.high < (lowFrom[i] ?? ''))) {
      found.push({ steps: [step], low: days.low, high: days.high });
    } else {
      current.steps.push(step);
      if (days.low < current.low) current.low = days.low;
      if (days.high > current.high) current.high = days.high;
    }
    if (days.high > before.high) before.high = days.high;
    before.windowEnd = Math.max(before.windowEnd, days.windowEnd);
    if (step.direction !== null) before.event = step;
  }
  return found;
}

type Before = { high: LocalDate; windowEnd: number; event: Step | null };

/** Returns true if no cluster and no open interval of a day up to `high` can include the step. */
function independent(step: Step, { high, windowEnd, event }: Before, shifts: Shifts): boolean {
  if (event === null) return true;
  const rest = step.first - event.last;
  if (rest > OPEN_INTERVAL_MS) return true;
  if (step.first <= windowEnd) return false;
  if (step.direction === null) return true;
  if (rest <= CLUSTER_MS || step.direction === 'out') return false;
  if (step.direction === 'in') return true;
  return shifts
    .near(step.first)
    .some((shift) => shift.date > high && step.first >= shift.windowStart && step.first < shift.midpoint);
}
