import type { Calendar } from './calendar.ts';
import { type Step, stretches } from './cuts.ts';
import { type MergedEvent, mergePunches, type Punch, type Shifts, settle, type WorkEvent } from './events.ts';
import { dateOfEntry, type Entry } from './piecework.ts';
import { datedGroups, type Membership, timeGroupOn } from './timeGroups.ts';
import type { LocalDate } from './zone.ts';

/** Everything that counts on one work day of one employee, in time order. */
export type WorkDay<P extends Punch = Punch, N extends Entry = Entry> = { events: WorkEvent<P>[]; entries: N[] };

export type HistoryStep<P extends Punch, N extends Entry> = Step &
  ({ event: MergedEvent<P>; entry: null } | { event: null; entry: N });

/** Returns an employee's shifts, on each date those of the time group in force. `of` may be a time group alone if it never changed. */
export function shiftsOf(calendar: Calendar, of: Membership | string | null): Shifts {
  const member = typeof of === 'string' || of === null ? { timeGroupId: of } : of;
  const groupIds = new Set(datedGroups(member).map(({ timeGroupId }) => timeGroupId));
  return {
    zone: calendar.zone,
    on: (date) => calendar.shiftOn(timeGroupOn(member, date), date),
    near: (at) =>
      !member.timeGroups
        ? calendar.shiftsNear(member.timeGroupId, at)
        : [...groupIds]
            .flatMap((id) => calendar.shiftsNear(id, at).filter(({ date }) => timeGroupOn(member, date) === id))
            .sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** Returns punches and entries of one employee as steps in time order, whatever the order in which they arrived. */
export function historyOf<P extends Punch, N extends Entry>(
  punches: readonly P[],
  entries: readonly N[],
): HistoryStep<P, N>[] {
  const steps: HistoryStep<P, N>[] = mergePunches(punches).map((event) => ({
    first: event.first,
    last: event.last,
    times: event.punches.map(({ at }) => at),
    reportedDirection: event.reportedDirection,
    event,
    entry: null,
  }));
  for (const entry of entries)
    steps.push({
      first: entry.startedAt,
      last: entry.startedAt,
      times: [entry.startedAt],
      reportedDirection: null,
      event: null,
      entry,
    });
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
    steps.flatMap(({ event }) => (event ? [event] : [])),
    shifts,
  );
  for (const event of events) dayOf(event.date).events.push(event);

  let passed = 0;
  for (const { entry } of steps) {
    if (!entry) continue;
    for (let next = events[passed]; next && next.at <= entry.startedAt; next = events[passed]) passed++;
    dayOf(dateOfEntry(entry.startedAt, events[passed - 1], shifts)).entries.push(entry);
  }
  return days;
}

/** Derives a whole history stretch by stretch, with the same result as in one piece. */
export function deriveHistory<P extends Punch, N extends Entry>(
  punches: readonly P[],
  entries: readonly N[],
  shifts: Shifts,
) {
  return new Map(stretches(historyOf(punches, entries), shifts).flatMap(({ steps }) => [...deriveDays(steps, shifts)]));
}
