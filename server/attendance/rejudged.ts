import type { Db } from '../db/db.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { selectMembers } from './facts.sql.ts';
import { type Before, firstKeptDay } from './refresh.ts';
import { datedGroups, type Membership, timeGroupOn } from './timeGroups.ts';
import { addDays, type LocalDate, localDateOf } from './zone.ts';

/** Employees whose hours differ on a kept day up to today, and these days in order. */
export type RejudgedDays = { employeeIds: string[]; days: LocalDate[] };

/**
 * Returns the employees whom a change of hours, holidays or time groups judges anew, graces and breaks included (rules.md 14). Called after the change, by the
 * transaction that made it.
 */
export async function rejudgedBy(tx: Db, accountId: string, before: Before, now: Date): Promise<RejudgedDays> {
  const calendar = await loadCalendar(tx, accountId);
  const today = localDateOf(calendar.zone, now.getTime());
  const first = firstKeptDay(today);
  const found = new Map<string, LocalDate[]>();
  const employeeIds: string[] = [];
  for (const member of await selectMembers(tx, accountId, null)) {
    const old = before.timeGroups.get(member.employeeId) ?? member;
    const pair = JSON.stringify([datedGroups(old), datedGroups(member)]);
    const days = found.get(pair) ?? judgedAnew([before.calendar, old], [calendar, member], first, today);
    found.set(pair, days);
    if (days.length > 0) employeeIds.push(member.employeeId);
  }
  return { employeeIds, days: [...new Set([...found.values()].flat())].sort() };
}

type Hours = [calendar: Calendar, member: Membership];
function judgedAnew(before: Hours, after: Hours, first: LocalDate, today: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let date = first; date <= today; date = addDays(date, 1)) {
    const [one, other] = [before, after].map(([calendar, member]) => {
      const groupId = timeGroupOn(member, date);
      return JSON.stringify([calendar.hasStandardTimes, calendar.shiftOn(groupId, date)]);
    });
    if (one !== other) days.push(date);
  }
  return days;
}
