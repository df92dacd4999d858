import type { Db } from '../db/db.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { selectMembers } from './facts.sql.ts';
import { type Before, firstKeptDay } from './refresh.ts';
import { datedGroups, type Membership, timeGroupOn } from './timeGroups.ts';
import { addDays, daysBetween, type LocalDate, localDateOf } from './zone.ts';

/** Employees whose hours differ on a kept day up to today, and the earliest such day; null where there is none. */
export type RejudgedDays = { employeeIds: string[]; days: number; from: LocalDate | null };

/**
 * Returns the employees whom a change of hours, holidays or time groups judges anew, graces and breaks included (rules.md 14). Called after the change, by the
 * transaction that made it. `days` counts from the earliest day to today.
 */
export async function rejudgedBy(tx: Db, accountId: string, before: Before, now: Date): Promise<RejudgedDays> {
  const calendar = await loadCalendar(tx, accountId);
  const today = localDateOf(calendar.zone, now.getTime());
  const first = firstKeptDay(today);
  const found = new Map<string, LocalDate | null>();
  const rejudged: RejudgedDays = { employeeIds: [], days: 0, from: null };
  for (const member of await selectMembers(tx, accountId, null)) {
    const old = before.timeGroups.get(member.employeeId) ?? member;
    const pair = JSON.stringify([datedGroups(old), datedGroups(member)]);
    const known = found.get(pair);
    const from =
      known === undefined ? firstJudgedAnew([before.calendar, old], [calendar, member], first, today) : known;
    found.set(pair, from);
    if (from === null) continue;
    rejudged.employeeIds.push(member.employeeId);
    if (rejudged.from === null || from < rejudged.from) rejudged.from = from;
  }
  if (rejudged.from !== null) rejudged.days = daysBetween(rejudged.from, today) + 1;
  return rejudged;
}

type Hours = [calendar: Calendar, member: Membership];
function firstJudgedAnew(before: Hours, after: Hours, first: LocalDate, today: LocalDate): LocalDate | null {
  for (let date = first; date <= today; date = addDays(date, 1)) {
    const [one, other] = [before, after].map(([calendar, member]) => {
      const groupId = timeGroupOn(member, date);
      return JSON.stringify([calendar.hasStandardTimes, calendar.shiftOn(groupId, date)]);
    });
    if (one !== other) return date;
  }
  return null;
}
