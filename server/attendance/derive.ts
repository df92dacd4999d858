import { dayBounds, HOUR, type LocalDate } from '../platform/zone.ts';
import type { Calendar } from './calendar.ts';
import { type Step, stretches } from './cuts.ts';
import { type Chain, chainsOf, type Punch, type SentDirection, type Shifts, settle, type WorkEvent } from './events.ts';
import { datesOfEntries, type Entry, startOf } from './piecework.ts';
import { datedGroups, type Membership, timeGroupOn } from './timeGroups.ts';

/** Everything that counts on one work day of one employee, in time order. */
export type WorkDay<P extends Punch = Punch, N extends Entry = Entry> = { events: WorkEvent<P>[]; entries: N[] };

export type HistoryStep<P extends Punch, N extends Entry> = Step &
  ({ chain: Chain<P>; entry: null } | { chain: null; entry: N });

/** Returns an employee's shifts, on each date those of the time group in force. `of` may be a time group alone if it never changed. */
export function shiftsOf(calendar: Calendar, of: Membership | string | null): Shifts {
  const member = typeof of === 'string' || of === null ? { timeGroupId: of } : of;
  const groupIds = new Set(datedGroups(member).map(({ timeGroupId }) => timeGroupId));
  return {
    zone: calendar.zone,
    rulesFrom: calendar.rulesFrom,
    on: (date) => calendar.shiftOn(timeGroupOn(member, date), date),
    near: (at) =>
      !member.timeGroups
        ? calendar.shiftsNear(member.timeGroupId, at)
        : [...groupIds]
            .flatMap((id) => calendar.shiftsNear(id, at).filter(({ date }) => timeGroupOn(member, date) === id))
            .sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** Returns the direction by which cuts go: of opposite ones `out`, which an open interval may take at any time. */
function directionOf({ punches }: Chain): SentDirection {
  const directions = new Set(punches.map(({ direction }) => direction));
  return directions.has('out') ? 'out' : directions.has('in') ? 'in' : 'auto';
}

/** Returns the middle of a date's shift, or noon: where an entry takes its place whose date alone is known, so that cuts stay possible. */
export const middleOf = (shifts: Shifts, date: LocalDate) =>
  shifts.on(date)?.midpoint ?? dayBounds(shifts.zone, date).start + 12 * HOUR;

/** Returns punches and entries of one employee as steps in time order, whatever the order in which they arrived. */
export function historyOf<P extends Punch, N extends Entry>(
  punches: readonly P[],
  entries: readonly N[],
  shifts: Shifts,
): HistoryStep<P, N>[] {
  const steps: HistoryStep<P, N>[] = chainsOf(punches).map((chain) => ({
    first: chain.first,
    last: chain.last,
    times: chain.punches.map(({ at }) => at),
    direction: directionOf(chain),
    chain,
    entry: null,
  }));
  for (const entry of entries) {
    const at = entry.date === undefined ? entry.startedAt : middleOf(shifts, entry.date);
    steps.push({ first: at, last: at, times: [at], direction: null, on: entry.date, chain: null, entry });
  }
  return steps.sort((a, b) => a.first - b.first);
}

/** Returns the work days of a history or of a stretch of it (cuts.ts), by rules 3, 4, 5 and 15. */
export function deriveDays<P extends Punch, N extends Entry>(
  steps: readonly HistoryStep<P, N>[],
  shifts: Shifts,
): Map<LocalDate, WorkDay<P, N>> {
  const days = new Map<LocalDate, WorkDay<P, N>>();
  const dayOf = (date: LocalDate) => {
    const day = days.get(date) ?? { events: [], entries: [] };
    days.set(date, day);
    return day;
  };
  const events = settle(
    steps.flatMap(({ chain }) => chain ?? []),
    shifts,
  );
  for (const event of events) dayOf(event.date).events.push(event);

  const dateOfEntry = datesOfEntries(events, shifts);
  for (const { entry } of steps) if (entry) dayOf(dateOfEntry(startOf(entry))).entries.push(entry);
  return days;
}

/** Derives a whole history stretch by stretch, with the same result as in one piece. */
export function deriveHistory<P extends Punch, N extends Entry>(
  punches: readonly P[],
  entries: readonly N[],
  shifts: Shifts,
) {
  return new Map(
    stretches(historyOf(punches, entries, shifts), shifts).flatMap(({ steps }) => [...deriveDays(steps, shifts)]),
  );
}
