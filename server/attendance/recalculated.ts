import type { Db } from '../db/db.ts';
import { type Activity, countsOn } from './activity.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import type { Before } from './deriveChanged.ts';
import { selectActivities, selectFirstRecords, selectMembers } from './facts.sql.ts';
import { firstRetainedDay } from './refresh.ts';
import { datedGroups, type Membership, timeGroupOn } from './timeGroups.ts';
import { addDays, dayBounds, type LocalDate, localDateOf } from './zone.ts';

/** By employee, the kept days up to today that a change judges again, in order; the lists are never empty. */
export type RecalculatedDays = ReadonlyMap<string, readonly LocalDate[]>;

/** Returns all these days, each once, in order. */
export const daysOf = (rejudged: RecalculatedDays): LocalDate[] => [...new Set([...rejudged.values()].flat())].sort();

/**
 * Returns the employees whom a change of hours, hours rules, holidays or time groups judges again (graces and breaks included), on the days on which they count
 * (rules.md 13, 14). Called after the change, in the same transaction.
 */
export async function recalculatedBy(tx: Db, accountId: string, before: Before, now: Date): Promise<RecalculatedDays> {
  const calendar = await loadCalendar(tx, accountId);
  const today = localDateOf(calendar.zone, now.getTime());
  const first = firstRetainedDay(today);
  const found = new Map<string, LocalDate[]>();
  const differing = new Map<string, LocalDate[]>();
  const members = new Map<string, Membership>();
  for (const member of await selectMembers(tx, accountId, null)) {
    if (before.added.has(member.employeeId)) continue;
    const old = before.timeGroups.get(member.employeeId) ?? member;
    const pair = JSON.stringify([datedGroups(old), datedGroups(member)]);
    const days = found.get(pair) ?? judgedAnew([before.calendar, old], [calendar, member], first, today);
    found.set(pair, days);
    if (days.length > 0) differing.set(member.employeeId, days);
    members.set(member.employeeId, member);
  }
  const activities = await selectActivities(tx, accountId, [...differing.keys()]);
  const early = activities.filter(
    ({ employeeId, knownFrom }) => knownFrom && differing.get(employeeId)?.includes(addDays(knownFrom, -1)),
  );
  const ids = early.map(({ employeeId }) => employeeId);
  const firsts = ids.length > 0 ? await selectFirstRecords(tx, accountId, ids) : [];
  const firstAt = new Map(firsts.map(({ employeeId, at }) => [employeeId, at]));
  /** The first record can be of the night before: its window takes it now, and the employee counts a day earlier. */
  const startsOn = (employeeId: string, date: LocalDate) => {
    const [member, at] = [members.get(employeeId), firstAt.get(employeeId)];
    const shift = member && calendar.shiftOn(timeGroupOn(member, date), date);
    return Boolean(shift && at !== undefined && at >= shift.windowStart && at <= shift.windowEnd);
  };
  const rejudged = new Map<string, LocalDate[]>();
  for (const one of activities) {
    const { employeeId, activity, knownFrom } = one;
    const isCounted = (date: LocalDate) =>
      isKnown(one, date) || (knownFrom === addDays(date, 1) && startsOn(employeeId, date));
    const days = differing.get(employeeId)?.filter((date) => countsOn(activity, date, isCounted(date))) ?? [];
    if (days.length > 0) rejudged.set(one.employeeId, days);
  }
  return rejudged;
}

const isKnown = ({ knownFrom }: { knownFrom: LocalDate | null }, date: LocalDate) =>
  knownFrom === null || knownFrom <= date;

type Hours = [calendar: Calendar, member: Membership];
function judgedAnew(before: Hours, after: Hours, first: LocalDate, today: LocalDate): LocalDate[] {
  return daysFrom(first, today).filter((date) => {
    const [one, other] = [before, after].map(([calendar, member]) => {
      const groupId = timeGroupOn(member, date);
      const rule = calendar.hoursRuleOn(groupId, date);
      const shift = calendar.shiftOn(groupId, date);
      // A night reaches the next date, whose holiday is a class of its hours.
      const dates = shift && shift.end > dayBounds(calendar.zone, date).end ? [date, addDays(date, 1)] : [date];
      const paid = rule && [rule, ...dates.map((one) => calendar.holidayOn(groupId, one))];
      return JSON.stringify([calendar.hasStandardTimes, shift, paid]);
    });
    return one !== other;
  });
}

/**
 * Returns the employees who count on other days than by their earlier activity (rules.md 13); a new employee's earlier activity is empty. Called
 * after the change, in the same transaction, but before records are linked, because linking is not a change of the activity.
 */
export async function countedAnew(
  tx: Db,
  accountId: string,
  earlier: ReadonlyMap<string, Activity>,
  today: LocalDate,
): Promise<RecalculatedDays> {
  const days = daysFrom(firstRetainedDay(today), today);
  const rejudged = new Map<string, LocalDate[]>();
  for (const one of await selectActivities(tx, accountId, [...earlier.keys()])) {
    const before = earlier.get(one.employeeId) ?? [];
    const counts = (activity: Activity, date: LocalDate) => countsOn(activity, date, isKnown(one, date));
    const differing = days.filter((date) => counts(before, date) !== counts(one.activity, date));
    if (differing.length > 0) rejudged.set(one.employeeId, differing);
  }
  return rejudged;
}

function daysFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) days.push(date);
  return days;
}
