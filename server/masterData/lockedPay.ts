import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { Calendar, Shift } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { selectMembers } from '../attendance/facts.sql.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import type { RecalculatedDays } from '../attendance/recalculated.ts';
import { firstRetainedDay } from '../attendance/refresh.ts';
import { datedGroups, type Membership, timeGroupOn } from '../attendance/timeGroups.ts';
import { payPeriodOn } from '../figures/pay/payPeriods.ts';
import { payRuleFinder } from '../figures/pay/payRuleFinder.ts';
import { daysPaidWith, isWeekly } from '../figures/pay/payWindow.ts';
import type { Db } from '../platform/db/db.ts';
import { datesOf, EARLIEST, LATEST, type LocalDate, localDateOf } from '../platform/zone.ts';
import type { ChangeScope } from './change.ts';
import { findPayRules } from './payRules.sql.ts';

type Before = { calendar: Calendar; timeGroups: ReadonlyMap<string, Membership> };

/**
 * Returns the locked days, by employee, on which a change of time groups or pay periods pays otherwise, although they are judged as before (docs/reference/pay.md
 * E4, E6a): another rule set on one of a window's days, another pay period, or other usual hours of a holiday with a floor. Called after the change, in the same
 * transaction.
 */
export async function lockedPayOf(
  tx: Db,
  accountId: string,
  before: Before,
  today: LocalDate,
): Promise<RecalculatedDays> {
  const found = new Map<string, LocalDate[]>();
  const payRules = await findPayRules(tx, accountId);
  const locks = payRules.length > 0 ? await selectLocks(tx, accountId, { from: EARLIEST, to: today }) : [];
  if (locks.length === 0) return found;
  const locked = locks.flatMap(({ from, to }) => datesOf(from, to));
  const calendar = await loadCalendar(tx, accountId);
  const periodBy =
    ({ hoursRules }: Calendar) =>
    (date: LocalDate) =>
      payPeriodOn(hoursRules, date);
  const [periodWas, periodOf] = [periodBy(before.calendar), periodBy(calendar)];
  const inOtherPeriods = payRules.some(({ rule }) => rule.window === 'period')
    ? locked.filter((day) => JSON.stringify(periodWas(day)) !== JSON.stringify(periodOf(day)))
    : [];
  const ruleOf = payRuleFinder(payRules);
  const withOwn = new Set(payRules.map(({ employeeId }) => employeeId));
  const paidAnew = (employeeId: string, was: Membership, is: Membership) => {
    const ruleOn = (member: Membership, date: LocalDate) => ruleOf(employeeId, timeGroupOn(member, date), date);
    const differs = (day: LocalDate) => ruleOn(was, day)?.id !== ruleOn(is, day)?.id;
    return locked.filter((day) => {
      const span = daysPaidWith(ruleOn(was, day)?.rule ?? null, day, periodWas);
      return datesOf(span.from, span.to).some(differs);
    });
  };
  const hasFloors = payRules.some(({ rule }) => rule.floors);
  const withOtherFloors = (was: Membership, is: Membership) =>
    hasFloors ? locked.filter((day) => hasOtherUsualHours([before.calendar, was], [calendar, is], day)) : [];
  const known = new Map<string, LocalDate[]>();
  const isOfAll = hasFloors || inOtherPeriods.length > 0;
  for (const member of await selectMembers(tx, accountId, isOfAll ? null : [...before.timeGroups.keys()])) {
    const { employeeId } = member;
    const was = before.timeGroups.get(employeeId) ?? member;
    const key = JSON.stringify([withOwn.has(employeeId) && employeeId, datedGroups(was), datedGroups(member)]);
    const moved = known.get(key) ?? [
      ...(was === member ? [] : paidAnew(employeeId, was, member)),
      ...withOtherFloors(was, member),
    ];
    known.set(key, moved);
    const days = [...new Set([...moved, ...inOtherPeriods])].sort();
    if (days.length > 0) found.set(employeeId, days);
  }
  return found;
}

/** Tells whether a holiday would have other hours if it were none: what its floor and its pay without work are made of. */
function hasOtherUsualHours(
  [calendarWas, was]: [Calendar, Membership],
  [calendar, is]: [Calendar, Membership],
  day: LocalDate,
) {
  const [groupWas, group] = [timeGroupOn(was, day), timeGroupOn(is, day)];
  if (calendarWas.holidayOn(groupWas, day) === null || calendar.holidayOn(group, day) === null) return false;
  const hoursOf = (shift: Shift | null) => JSON.stringify(shift && [shift.start, shift.end, shift.payBreaks]);
  return hoursOf(calendarWas.usualShiftOn(groupWas, day)) !== hoursOf(calendar.usualShiftOn(group, day));
}

/**
 * Returns the locked days, by employee, that are paid together with open ones from a date on: what these are paid by has changed, which may move a top-up, a
 * premium or rest (docs/reference/corrections.md#locks). By the rule sets that there are, and by `former` ones. `from`: of everybody, or by employee; of days
 * whose figures are no longer stored nothing is compared.
 */
export async function lockedPaidWith(
  { tx, accountId, now }: Pick<ChangeScope, 'tx' | 'accountId' | 'now'>,
  from: LocalDate | ReadonlyMap<string, LocalDate>,
  former: readonly PayRuleValue[] = [],
): Promise<RecalculatedDays> {
  const found = new Map<string, LocalDate[]>();
  if (typeof from !== 'string' && from.size === 0) return found;
  const { zone, hoursRules } = await loadCalendar(tx, accountId);
  const kept = { from: firstRetainedDay(localDateOf(zone, now.getTime())), to: LATEST };
  const locks = await selectLocks(tx, accountId, kept);
  const rules = [...former, ...(await findPayRules(tx, accountId)).map(({ rule }) => rule)];
  if (locks.length === 0 || rules.length === 0) return found;
  const isLocked = (day: LocalDate) => locks.some((lock) => lock.from <= day && day <= lock.to);
  const paidWith = paidTogether(rules, hoursRules);
  const lastOpen = (day: LocalDate) => paidWith(day).findLast((one) => !isLocked(one)) ?? '';
  const locked = locks
    .flatMap((lock) => datesOf(lock.from, lock.to))
    .flatMap((day) => (day >= kept.from ? { day, lastOpen: lastOpen(day) } : []));
  const of =
    typeof from === 'string'
      ? (await selectMembers(tx, accountId, null)).map(({ employeeId }) => [employeeId, from] as const)
      : from;
  for (const [employeeId, since] of of) {
    const days = locked.flatMap((one) => (one.lastOpen >= since ? one.day : []));
    if (days.length > 0) found.set(employeeId, days);
  }
  return found;
}

/**
 * Adds to the days that are judged anew those that are paid together with them: where the last day worked of a window or workweek is judged otherwise, its
 * top-up or premium moves to another day (docs/reference/pay.md#premiums).
 */
export async function withPaidDays(tx: Db, accountId: string, judged: RecalculatedDays): Promise<RecalculatedDays> {
  const rules = (await findPayRules(tx, accountId)).filter(({ rule }) => rule.window !== 'day' || isWeekly(rule));
  if (rules.length === 0 || judged.size === 0) return judged;
  const { hoursRules } = await loadCalendar(tx, accountId);
  const paidWith = paidTogether(
    rules.map(({ rule }) => rule),
    hoursRules,
  );
  return new Map([...judged].map(([id, days]) => [id, [...new Set([...days, ...days.flatMap(paidWith)])].sort()]));
}

/** Returns a function that tells the days whose pay any of some rule sets makes together with that of a day, in order. */
function paidTogether(rules: readonly PayRuleValue[], hoursRules: Calendar['hoursRules']) {
  const known = new Map<LocalDate, LocalDate[]>();
  return (day: LocalDate) => {
    const days =
      known.get(day) ??
      [
        ...new Set(
          rules.flatMap((rule) => {
            const { from, to } = daysPaidWith(rule, day, (date) => payPeriodOn(hoursRules, date));
            return datesOf(from, to);
          }),
        ),
      ].sort();
    known.set(day, days);
    return days;
  };
}
