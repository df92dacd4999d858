import type { Db } from '../platform/db/db.ts';
import { addDays, datesOf, dayBounds, EARLIEST, type LocalDate, localDateOf } from '../platform/zone.ts';
import { type Activity, countsOn } from './activity.ts';
import { MANY } from './afterwards.ts';
import { answersTo } from './answers.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { redecidedSince, shiftsIn } from './changed.ts';
import { type Rederived, rederivedDays } from './corrected.ts';
import { type Before, type ChangedHours, changedHours } from './deriveChanged.ts';
import { selectMembers } from './facts.sql.ts';
import { selectActivities } from './firstDays.sql.ts';
import { daysOfMovedStarts } from './firstDays.ts';
import { withoutLimits } from './hoursRules.ts';
import { selectLocks } from './ledger.sql.ts';
import { firstRetainedDay, retainedDays } from './refresh.ts';
import { datedGroups, type Membership, timeGroupOn } from './timeGroups.ts';
import type { DaySpan, ReadHistory, Redecided } from './window.ts';

/** By employee, the kept days up to today that a change judges again, in order; the lists are never empty. */
export type RecalculatedDays = ReadonlyMap<string, readonly LocalDate[]>;

/** Returns all these days, each once, in order. */
export const daysOf = (rejudged: RecalculatedDays): LocalDate[] => [...new Set([...rejudged.values()].flat())].sort();

/** Returns the days of all of these, each once, in order. */
export function joined(...all: readonly RecalculatedDays[]): RecalculatedDays {
  const days = Map.groupBy(
    all.flatMap((one) => [...one]),
    ([id]) => id,
  );
  return new Map([...days].map(([id, some]) => [id, [...new Set(some.flatMap(([, own]) => own))].sort()]));
}

/**
 * Returns the employees whom a change of hours, hours rules, holidays or time groups judges again (graces and breaks included), on the days on which they count
 * (docs/reference/attendance.md#who-counts): days whose hours differ, days that gain or lose records to them, and days on which they count because their first work day moves. Called
 * after the change, in the same transaction, before it derives. Where hours differ for many, their records are looked at only up to the last locked day.
 */
export async function recalculatedBy(tx: Db, accountId: string, before: Before, now: Date): Promise<RecalculatedDays> {
  const calendar = await loadCalendar(tx, accountId);
  const today = localDateOf(calendar.zone, now.getTime());
  const compared = await daysCompared(tx, accountId, today);
  const first = compared[0] ?? today;
  const members = await selectMembers(tx, accountId, null);
  const found = new Map<string, LocalDate[]>();
  const differing = new Map<string, LocalDate[]>();
  for (const member of members) {
    if (before.added.has(member.employeeId)) continue;
    const old = before.timeGroups.get(member.employeeId) ?? member;
    const pair = JSON.stringify([datedGroups(old), datedGroups(member)]);
    const days = found.get(pair) ?? judgedAnew([before.calendar, old], [calendar, member], compared);
    found.set(pair, days);
    if (days.length > 0) differing.set(member.employeeId, days);
  }
  const changed = changedHours(before, calendar, members, { ...retainedDays(today), from: first });
  const ids = [...new Set([...differing.keys(), ...changed.map(({ employeeId }) => employeeId)])];
  const activities = await selectActivities(tx, accountId, ids, first);
  const counted = (one: (typeof activities)[number], dates: readonly LocalDate[]) =>
    dates.filter((date) => countsOn(one.activity, date, isKnown(one, date)));
  const locks = await selectLocks(tx, accountId, { from: first, to: today });
  const isLocked = (date: LocalDate) => locks.some(({ from, to }) => date >= from && date <= to);
  const own = new Map(activities.map((one) => [one.employeeId, counted(one, differing.get(one.employeeId) ?? [])]));
  // Refused already: to look at the records of many would change nothing.
  const isShut = changed.length >= MANY && [...own.values()].flat().some(isLocked);
  const last = changed.length < MANY ? today : locks.at(-1)?.to;
  const rederived = isShut || !last ? [] : await rederivedBy(tx, accountId, changed, { from: first, to: last });
  const moved = new Map(rederived.map((one) => [one.employeeId, one.changed]));
  const starts = await daysOfMovedStarts(tx, accountId, rederived, first);
  const rejudged = new Map<string, LocalDate[]>();
  for (const one of activities) {
    const { employeeId } = one;
    const dates = [...(own.get(employeeId) ?? []), ...counted(one, moved.get(employeeId) ?? [])];
    const days = [...new Set([...dates, ...(starts.get(employeeId) ?? [])])].filter((date) => date <= today).sort();
    if (days.length > 0) rejudged.set(employeeId, days);
  }
  return rejudged;
}

/** The work of a day ends within so many days, whatever its hours. */
const LONGEST_WORK_DAYS = 7;

/** Derives the days of employees whose hours differ, up to the last of `days`, without writing them. */
async function rederivedBy(
  tx: Db,
  accountId: string,
  changed: readonly ChangedHours[],
  days: DaySpan,
): Promise<Rederived[]> {
  const calendar = changed[0]?.hours.calendar;
  if (!calendar) return [];
  const questions = changed.flatMap((one) => {
    const { employeeId, old, hours, difference } = one;
    const { date, at } = difference;
    if (days.to < addDays(date, -LONGEST_WORK_DAYS)) return [];
    const to = [days.to, date].sort()[1] ?? date;
    const decide = (history: ReadHistory) => redecidedSince(old, hours, history, difference, to);
    return [{ employeeId, first: at, last: dayBounds(calendar.zone, to).end, decide, of: one }];
  });
  const found: Rederived[] = [];
  for await (const answers of answersTo(tx, { accountId, calendar }, questions))
    for (const { question, decided } of answers) {
      if (decided === 'nothing') continue;
      const { old, hours } = question.of;
      const shifts = { before: shiftsIn(old), after: shiftsIn(hours) };
      // The `decide` of this question returns nothing else.
      const one = rederivedDays(question.employeeId, decided as Redecided, shifts, days.from);
      if (one) found.push(one);
    }
  return found;
}

const isKnown = ({ knownFrom }: { knownFrom: LocalDate | null }, date: LocalDate) =>
  knownFrom === null || knownFrom <= date;

type Hours = [calendar: Calendar, member: Membership];
function judgedAnew(before: Hours, after: Hours, days: readonly LocalDate[]): LocalDate[] {
  return days.filter((date) => {
    const [one, other] = [before, after].map(([calendar, member]) => {
      const groupId = timeGroupOn(member, date);
      const rule = calendar.hoursRuleOn(groupId, date);
      const shift = calendar.shiftOn(groupId, date);
      // A night reaches the next date, whose holiday is a class of its hours.
      const dates = shift && shift.end > dayBounds(calendar.zone, date).end ? [date, addDays(date, 1)] : [date];
      const paid = rule && [withoutLimits(rule), ...dates.map((one) => calendar.holidayOn(groupId, one))];
      return JSON.stringify([calendar.hasStandardTimes, shift, paid]);
    });
    return one !== other;
  });
}

/**
 * Returns the employees who count on other days than by their earlier activity (docs/reference/attendance.md#who-counts); a new employee's earlier activity is empty. Called
 * after the change, in the same transaction, but before records are linked, because linking is not a change of the activity.
 */
export async function countedAnew(
  tx: Db,
  accountId: string,
  earlier: ReadonlyMap<string, Activity>,
  today: LocalDate,
): Promise<RecalculatedDays> {
  const days = await daysCompared(tx, accountId, today);
  const rejudged = new Map<string, LocalDate[]>();
  for (const one of await selectActivities(tx, accountId, [...earlier.keys()], days[0] ?? today)) {
    const before = earlier.get(one.employeeId) ?? [];
    const counts = (activity: Activity, date: LocalDate) => countsOn(activity, date, isKnown(one, date));
    const differing = days.filter((date) => counts(before, date) !== counts(one.activity, date));
    if (differing.length > 0) rejudged.set(one.employeeId, differing);
  }
  return rejudged;
}

/** Returns the days that a change is compared on, in order: those whose facts are always stored, and locked days of whatever age. */
async function daysCompared(tx: Db, accountId: string, today: LocalDate): Promise<LocalDate[]> {
  const kept = firstRetainedDay(today);
  const locks = await selectLocks(tx, accountId, { from: EARLIEST, to: addDays(kept, -1) });
  const older = locks.flatMap(({ from, to }) => datesOf(from, to)).filter((day) => day < kept);
  return [...new Set(older.sort()), ...datesOf(kept, today)];
}
