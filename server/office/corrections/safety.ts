import { asOfFor } from '../../attendance/bucket.ts';
import { type Calendar, expectation } from '../../attendance/calendar.ts';
import type { Corrected } from '../../attendance/corrected.ts';
import { readEvents } from '../../attendance/fact.ts';
import type { Facts } from '../../attendance/factRows.ts';
import { type DayFactRow, type Member, selectMembers } from '../../attendance/facts.sql.ts';
import { judgeDay } from '../../attendance/judge.ts';
import { spentTogether } from '../../attendance/piecework.ts';
import { timeGroupOn } from '../../attendance/timeGroups.ts';
import { paidDayOf } from '../../figures/pay/paidDay.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, dayBounds, type LocalDate, localDateOf } from '../../platform/zone.ts';
import { doubtsOfDay } from './dayExceptions.ts';
import { selectExcuses } from './exceptions.sql.ts';

/**
 * A suggestion is safe or it is none: what lowers an employee's paid time or adds an exception is neither offered first nor applied together with others. Both ask here,
 * with the days that the change leads to.
 */

/** An employee's days before and after a change. */
export type Sides = { before: Facts; after: Facts };
export type Judging = {
  calendar: Calendar;
  now: Date;
  excuses: readonly { employeeId: string; judgement: string; from: LocalDate; to: LocalDate }[];
  /** Else what follows from entries is left out: an answer would depend on work that the reader does not see. */
  seesAllWork: boolean;
};
/** `left`: the keys of the doubts that are open after the change, by day. */
type Effect = { isSafe: boolean; left: ReadonlyMap<LocalDate, readonly string[]> };

/** Returns what a change does to an employee's paid time and exceptions. */
export function effectOf(member: Member, { before, after }: Sides, judging: Judging): Effect {
  const paid = (facts: Facts) => facts.facts.reduce((sum, fact) => sum + paidMsOf(member, fact, facts, judging), 0);
  const [open, left] = [doubtsIn(member, before, judging), doubtsIn(member, after, judging)];
  const known = new Set([...open.values()].flat());
  const clocked = new Set(after.facts.filter(({ events }) => events !== '').map(({ day }) => day));
  const isSafe =
    paid(after) >= paid(before) &&
    [...left.values()].flat().every((key) => known.has(key)) &&
    // Without a punch left, the day would be an absence.
    before.facts.every(({ day, events }) => events === '' || clocked.has(day));
  return { isSafe, left };
}

/** Returns the employees for whom a change that was derived is not safe. */
export async function unsafeOf(
  tx: Db,
  accountId: string,
  corrected: readonly Corrected[],
  given: Omit<Judging, 'excuses'>,
): Promise<Set<string>> {
  const days = corrected.flatMap(({ span }) => [span.from, span.to]).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (!from || !to) return new Set();
  const excuses = await selectExcuses(tx, accountId, { from, to });
  const ids = corrected.map(({ employeeId }) => employeeId);
  const members = new Map((await selectMembers(tx, accountId, ids)).map((one) => [one.employeeId, one]));
  const unsafe = corrected.filter((one) => {
    const member = members.get(one.employeeId);
    return !member || !effectOf(member, { before: one.before, after: one }, { ...given, excuses }).isSafe;
  });
  return new Set(unsafe.map(({ employeeId }) => employeeId));
}

/** Returns the paid time of a day; without an hours rule the time of its intervals with an OUT. */
function paidMsOf(
  member: Member,
  { day: date, events, employeeId }: DayFactRow,
  { piecework }: Facts,
  { calendar, now: asked, excuses }: Judging,
): number {
  const timeGroupId = timeGroupOn(member, date);
  const shift = calendar.shiftOn(timeGroupId, date);
  const now = asked.getTime();
  const today = localDateOf(calendar.zone, now);
  const expected = expectation(calendar, timeGroupId, date);
  const asOf = asOfFor(date, today, now, expected, dayBounds(calendar.zone, date).end);
  const { intervals, flags } = judgeDay(readEvents(events), shift, { asOf, now });
  const rule = calendar.hoursRuleOn(timeGroupId, date);
  if (!rule) return intervals.reduce((sum, { in: start, out }) => sum + (out === null ? 0 : out - start), 0);
  const approved = new Set(
    excuses
      .filter((one) => one.employeeId === employeeId && one.from <= date && date <= one.to)
      .map(({ judgement }) => judgement),
  );
  const working = () => spentTogether(piecework.filter(({ day }) => day === date));
  const lacksIn = flags.includes('missing-in');
  // Which punches say 'break' is the same on both sides of a change, and left out on both.
  const day = { calendar, timeGroupId, date, rule, shift, intervals, approved, lacksIn, working };
  return paidDayOf({ ...day, breakKeys: new Set(), goingOn: () => [] }).paidMs;
}

/** Returns the keys of the doubts about an employee's days, by day. */
function doubtsIn(
  { employeeId }: Member,
  { facts }: Facts,
  { calendar, now, seesAllWork }: Judging,
): Map<LocalDate, string[]> {
  const eventsOn = new Map(facts.map(({ day, events }) => [day, events]));
  const sight = { calendar, now, until: () => undefined };
  return new Map(
    facts.map((fact) => {
      const before = eventsOn.get(addDays(fact.day, -1)) ?? null;
      const unclocked = seesAllWork ? fact.unclocked : 0;
      return [fact.day, doubtsOfDay(employeeId, { ...fact, before, unclocked }, sight).map(({ key }) => key)];
    }),
  );
}
