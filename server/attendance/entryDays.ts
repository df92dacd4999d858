import type { Db } from '../platform/db/db.ts';
import { addDays, type LocalDate, localDateOf } from '../platform/zone.ts';
import type { Calendar } from './calendar.ts';
import { shiftsOf } from './derive.ts';
import { selectEventDays } from './entryDays.sql.ts';
import { readEvents } from './fact.ts';
import { selectMembers } from './facts.sql.ts';
import { datesOfEntries } from './piecework.ts';
import type { DaySpan } from './window.ts';

/** The most days between a work day and the local date of one of its records (docs/reference/attendance.md#work-day). */
export const WORK_DAY_REACH = 2;

export type Started = { employeeId: string | null; startedAt: number; date: LocalDate | null };

/**
 * Returns a function that finds the work day of an entry (docs/reference/piecework.md#work-day-of-an-entry) of some employees, from the stored facts of
 * the days around some days; of an entry of nobody its date. It is right for entries of these days: that of any other is another day.
 */
export async function readEntryDays(
  tx: Db,
  accountId: string,
  calendar: Calendar,
  { from, to }: DaySpan,
  employeeIds: readonly string[],
): Promise<(entry: Started) => LocalDate> {
  const around = { from: addDays(from, -WORK_DAY_REACH), to: addDays(to, WORK_DAY_REACH) };
  const days = Map.groupBy(await selectEventDays(tx, accountId, around, employeeIds), (one) => one.employeeId);
  const members = await selectMembers(tx, accountId, employeeIds);
  const dates = new Map(
    members.map((member) => {
      const events = (days.get(member.employeeId) ?? [])
        .flatMap(({ day, events }) => readEvents(events).map(({ at, direction }) => ({ date: day, at, direction })))
        .sort((one, other) => one.at - other.at);
      return [member.employeeId, datesOfEntries(events, shiftsOf(calendar, member))];
    }),
  );
  return ({ employeeId, startedAt, date }) =>
    date ?? dates.get(employeeId ?? '')?.(startedAt) ?? localDateOf(calendar.zone, startedAt);
}
