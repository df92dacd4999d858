import { hasLimits, type LimitFinding, type LimitPass } from '#contract/figures/hourLimits.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { DAYS_OF_LIMITS_BEFORE } from '../../attendance/refresh.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, datesOf, isoOf, type LocalDate, MINUTE, type Zone } from '../../platform/zone.ts';
import { brokenAt, type Finding, findingsOf, passesAt, type WorkedDay } from '../pay/limits.ts';
import { nightSpans, ordinarySpans, paidDayOf } from '../pay/paidDay.ts';
import { workOf } from '../stats/clocked.ts';
import type { DayModel } from '../stats/dayModel.ts';
import type { Person } from '../stats/person.ts';
import { selectHoursDays } from './hours.sql.ts';
import { hoursAsked, readHoursRange } from './hours.ts';
import { selectPaidTime, selectWorkedDays } from './judgedDays.sql.ts';
import type { DaysAsked, JudgedDays } from './judgedDays.ts';
import { employeesOf, type People } from './people.ts';
import type { Range, RangeCall } from './range.ts';
import { livePeople } from './roll.ts';

/** The limits of hours (docs/reference/records.md#limits-of-hours) of judged days: what shows a finding asks here. */

/** Returns true if any rule of an account has a limit. */
export const isLimited = ({ hoursRules }: Calendar) => hoursRules.some(hasLimits);

/** The days of each employee, each date once, from the DAYS_OF_LIMITS_BEFORE before the first date asked for on. */
export type DaysOfPeople = ReadonlyMap<string, readonly WorkedDay[]>;

/**
 * Reads the days of some people that limits are judged by, for dates from `from` to the last one of a range, whose judged days must begin the
 * DAYS_OF_LIMITS_BEFORE before it as far as they are retained. Days count whatever time group an employee was in.
 */
export async function readWorkedDays(
  db: Db,
  range: Range,
  calendar: Calendar,
  { from, to }: { from: LocalDate; to: LocalDate },
  people: People,
): Promise<DaysOfPeople> {
  const { accountId } = range;
  const first = addDays(from, -DAYS_OF_LIMITS_BEFORE);
  const everyGroup = { ...people, crew: { ...people.crew, timeGroups: undefined } };
  const dates = [...range.versions.keys()].filter((date) => date >= first && date <= to);
  const { hours, states } = await db.tenant(
    accountId,
    async (tx) => ({
      hours: await selectHoursDays(tx, accountId, hoursAsked(range, calendar, first, everyGroup)),
      states: await selectWorkedDays(tx, accountId, dates, everyGroup),
    }),
    { snapshot: true },
  );
  const live = livePeople(range, everyGroup).map(([employeeId, person, day]) => {
    const { first: workFrom, last: workTo } = workOf(person);
    return { employeeId, day, status: person.status, workFrom, workTo };
  });
  const rules = new Map(calendar.hoursRules.map((rule) => [rule.hoursRuleId, hasLimits(rule) ? rule : null]));
  const hoursOf = new Map(hours.map((row) => [`${row.employeeId} ${row.day}`, row]));
  const dense = datesOf(first, to);
  const found = new Map<string, WorkedDay[]>();
  for (const { employeeId, day, status, workFrom, workTo } of [...states, ...live]) {
    const paid = hoursOf.get(`${employeeId} ${day}`);
    const days = found.get(employeeId) ?? dense.map(offOn);
    found.set(employeeId, days);
    const nth = dense.indexOf(day);
    if (nth < 0) continue;
    days[nth] = {
      date: day,
      limits: paid ? (rules.get(paid.hoursRuleId) ?? null) : null,
      state: stateOf(status, paid?.paidMs ?? 0),
      isSettled: paid?.isSettled ?? true,
      paidMs: paid?.paidMs ?? 0,
      overtimeMs: paid ? paid.overtime1Ms + paid.overtime2Ms : 0,
      nightMs: paid?.nightMs ?? 0,
      weekEnd: paid?.weekEnd ?? day,
      first: workFrom,
      last: workTo,
    };
  }
  return found;
}

/** The limits of some people: how the account's rules judge their days. */
export type Limited = { calendar: Calendar; days: DaysOfPeople };
/** Reads what limits are judged by of some employees over the dates of a call; null in an account without limits. DATE_OUT_OF_RANGE as `askedDays`. */
export async function readLimited(
  db: Db,
  judged: JudgedDays,
  call: RangeCall,
  employeeIds: readonly string[],
): Promise<Limited | null> {
  const { accountId } = call.caller;
  const calendar = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  if (!isLimited(calendar) || employeeIds.length === 0) return null;
  const range = await readHoursRange(db, judged, calendar.hoursRules, call);
  return { calendar, days: await readWorkedDays(db, range, calendar, call.query, employeesOf(employeeIds)) };
}

const offOn = (date: LocalDate): WorkedDay => ({
  date,
  limits: null,
  state: 'off',
  isSettled: true,
  paidMs: 0,
  overtimeMs: 0,
  nightMs: 0,
  weekEnd: date,
  first: null,
  last: null,
});
const stateOf = (status: string, paidMs: number): WorkedDay['state'] =>
  status === 'present' || paidMs > 0 ? 'worked' : status === 'unverified' ? 'unverified' : 'off';

/** Returns an employee's days up to a date. */
const until = (days: readonly WorkedDay[], date: LocalDate) => days.filter((day) => day.date <= date);

type OfDay = { date: LocalDate; person: Person };
/** Returns how a day of an employee keeps the limits, each with the minute at which it was broken; none without limits. */
export function limitsOfDay({ calendar, days }: Limited, day: OfDay): LimitFinding[] {
  const own = until(days.get(day.person.employee._id) ?? [], day.date);
  const isUnder18 = own.at(-1)?.limits?.isUnder18 ?? false;
  return findingsOf(own).map((finding) => ({ ...told(finding, calendar, day), isUnder18 }));
}

function told(finding: Finding, calendar: Calendar, { date, person }: OfDay) {
  const { overMs: _, ...shown } = finding;
  const { timeGroupId, paid } = person;
  const rule = calendar.hoursRuleOn(timeGroupId, date);
  let spans = paid?.spans ?? [];
  if (rule && finding.limit === 'night') spans = nightSpans({ calendar, rule }, spans);
  if (rule && finding.limit === 'overtime') spans = ordinarySpans({ calendar, timeGroupId, rule }, spans);
  const at = brokenAt(finding, workOf(person).first, spans);
  return { ...shown, at: at === null ? null : isoOf(calendar.zone, at) };
}

/** An employee at work, and their paid time of the six days before. */
type AtWork = { person: Person; beforeMs: number; now: number };
/**
 * Returns which of the limits of a day and of seven days an employee who is at work passes first if they go on; null for anybody else, and where they have passed
 * them. What is not certain of earlier days is left out, so that no one is told of a limit too early.
 */
export function passOf(zone: Zone, { person: { paying, intervals, isOpen }, beforeMs, now }: AtWork): LimitPass | null {
  const open = intervals.at(-1);
  if (!paying || !open || !isOpen) return null;
  const { maxDayMinutes, maxSevenDaysMinutes, nearMinutes } = paying.rule;
  const paidUntil = (at: number) =>
    paidDayOf({
      ...paying,
      rule: { ...paying.rule, roundMinutes: 0 },
      intervals: [...intervals.slice(0, -1), { in: open.in, out: at, end: at, estimated: false }],
    }).paidMs;
  const passed = [
    { limit: 'day' as const, minutes: maxDayMinutes, earlier: 0 },
    { limit: 'sevenDays' as const, minutes: maxSevenDaysMinutes, earlier: beforeMs },
  ].flatMap(({ limit, minutes, earlier }) => {
    if (minutes === null) return [];
    const at = passesAt(minutes * MINUTE - earlier, open.in, paidUntil);
    return at === null || at === open.in ? [] : [{ limit, most: minutes * MINUTE, at }];
  });
  const [next] = passed.toSorted((a, b) => a.at - b.at);
  return next ? { ...next, at: isoOf(zone, next.at), isNear: next.at <= now + nearMinutes * MINUTE } : null;
}
/** Returns what `passOf` says of an employee's day, of whom the limits are read. */
export const passOfDay = ({ calendar, days }: Limited, { date, person }: OfDay, now: number) => {
  const before = until(days.get(person.employee._id) ?? [], date).slice(-1 - DAYS_BEFORE, -1);
  return passOf(calendar.zone, { person, beforeMs: sumOf(before), now });
};
const sumOf = (days: readonly { paidMs: number }[]) => days.reduce((sum, { paidMs }) => sum + paidMs, 0);

/**
 * Limits near for these people at this instant: returns the limit that each of the people at work passes next if they go on, by the employee's id, with
 * the instant in the account's zone, and `isNear` within the minutes that their hours rule calls near (an instant that is past: they have passed it). For
 * the muster list and for alerts about events, which tell of those that are near. `models` are days as they are now, each once and restricted to the crew
 * that may be told; without a limit of a day or of seven days nothing is read. An employee who is in two of them is told by the later one.
 */
export async function readPasses(
  db: Db,
  judged: JudgedDays,
  asked: DaysAsked,
  models: readonly DayModel[],
): Promise<ReadonlyMap<string, LimitPass>> {
  const passes = new Map<string, LimitPass>();
  for (const { date, people, zone } of models.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const atWork = people.filter(({ paying }) => paying && hasLimits(paying.rule));
    const isWeekly = atWork.filter(({ paying }) => paying && paying.rule.maxSevenDaysMinutes !== null);
    const before = await readPaidBefore(db, judged, asked, date, isWeekly);
    const now = asked.now.getTime();
    for (const person of atWork) {
      const pass = passOf(zone, { person, beforeMs: before.get(person.employee._id) ?? 0, now });
      if (pass) passes.set(person.employee._id, pass);
    }
  }
  return passes;
}
async function readPaidBefore(
  db: Db,
  judged: JudgedDays,
  asked: DaysAsked,
  date: LocalDate,
  people: readonly Person[],
): Promise<ReadonlyMap<string, number>> {
  if (people.length === 0) return new Map();
  const { versions, live } = await judged.judge(asked, addDays(date, -DAYS_BEFORE), addDays(date, -1));
  const ids = employeesOf(people.map(({ employee }) => employee._id));
  const rows = await db.tenant(asked.accountId, (tx) => selectPaidTime(tx, asked.accountId, [...versions.keys()], ids));
  const sums = new Map(rows.map(({ employeeId, paidMs }) => [employeeId, paidMs]));
  for (const model of live.values())
    for (const { employee, paid } of model.people)
      sums.set(employee._id, (sums.get(employee._id) ?? 0) + (paid?.paidMs ?? 0));
  return sums;
}
/** The days before a day that count towards its seven days. */
const DAYS_BEFORE = 6;
