import { addDays, dayBounds, HOUR, LATEST, type LocalDate } from '../platform/zone.ts';
import type { Calendar, Shift } from './calendar.ts';
import { stretches } from './cuts.ts';
import { historyOf, shiftsOf } from './derive.ts';
import type { Shifts } from './events.ts';
import { type Membership, timeGroupOn } from './timeGroups.ts';
import { type DaySpan, type Decided, decidedOver, type ReadHistory, type Redecided, trustStart } from './window.ts';

/** An employee's hours before or after a change of master data: a calendar and the time groups. */
export type Hours = { calendar: Calendar } & Membership;
/** The first date on which the hours differ, and an instant before which no record is judged differently. */
export type Difference = { date: LocalDate; at: number };

/** Compares the parts of a shift that decide the work day and direction of an event. */
const isSameShift = (one: Shift | null, other: Shift | null) =>
  one === null || other === null
    ? one === other
    : one.start === other.start &&
      one.midpoint === other.midpoint &&
      one.windowStart === other.windowStart &&
      one.windowEnd === other.windowEnd;

/** Returns the first of these days on which the hours differ; null where all are the same. */
export function firstDifference(before: Hours, after: Hours, days: DaySpan): Difference | null {
  const isSameZone = before.calendar.zone.name === after.calendar.zone.name;
  for (let date = days.from; date <= days.to; date = addDays(date, 1)) {
    const shifts = [before, after].map((hours) => hours.calendar.shiftOn(timeGroupOn(hours, date), date));
    const [one = null, other = null] = shifts;
    if (isSameZone && isSameShift(one, other)) continue;
    const starts = [
      ...[before, after].map(({ calendar }) => dayBounds(calendar.zone, date).start),
      ...shifts.flatMap((shift) => shift?.windowStart ?? []),
    ];
    // A window begins at most a day before its date, and a date can be as short as 23 hours: the windows of later dates begin after this instant.
    return { date, at: Math.min(...starts) - 2 * HOUR };
  }
  return null;
}

/**
 * Returns the decided days that a change of hours can alter (docs/reference/attendance.md#late-records): from the earliest work day that a record since the first
 * difference has, by the old hours or the new, to `to`. Null when more of the history must be read.
 */
export function decidedSince(
  before: Hours,
  after: Hours,
  history: ReadHistory,
  { date, at }: Difference,
  to: LocalDate,
): Decided | null {
  const lows = [before, after].map((hours) => lowSince(hours, history, at));
  if (lows.includes(null)) return null;
  const from = lows.reduce<LocalDate>((low, one) => (one !== null && one < low ? one : low), date);
  const decided = decidedOver(after.calendar, shiftsIn(after), history, { from, to });
  if (decided === null) return null;
  return { steps: decided === 'nothing' ? [] : decided.steps, low: from, high: to };
}

/** As `decidedSince`, with the steps that decided the same days by the old hours. */
export function redecidedSince(
  before: Hours,
  after: Hours,
  history: ReadHistory,
  difference: Difference,
  to: LocalDate,
): Redecided | null {
  const decided = decidedSince(before, after, history, difference, to);
  if (decided === null) return null;
  const stood = decidedOver(before.calendar, shiftsIn(before), history, { from: decided.low, to: decided.high });
  return stood && { ...decided, stood: stood === 'nothing' ? [] : stood.steps };
}

export const shiftsIn = (hours: Hours): Shifts => shiftsOf(hours.calendar, hours);
const LAST_DATE = LATEST;

/** Returns the earliest work day of the records from `at` on; null when more must be read to know it. */
function lowSince(hours: Hours, history: ReadHistory, at: number): LocalDate | null {
  const all = stretches(historyOf(history.punches, history.entries, shiftsIn(hours)), shiftsIn(hours));
  const index = all.findIndex(({ steps }) => (steps.at(-1)?.last ?? at) >= at);
  const first = all[index];
  if (!first) return LAST_DATE;
  return trustStart(hours.calendar, history.from)(first, index) ? first.low : null;
}
