import { hasLimits } from '#contract/figures/hourLimits.ts';
import type { PaidDay, PaidSums, PayHours } from '#contract/figures/hours.ts';
import { MAX_PAY_PERIOD_DAYS } from '#contract/platform/limits.ts';
import { words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import { DAYS_OF_LIMITS_BEFORE, DAYS_OF_WEEKS_BEFORE } from '../../attendance/refresh.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/http/errors.ts';
import { addDays, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import { storedHours } from '../pay/paidDay.ts';
import { payPeriodOn, payPeriodsIn } from '../pay/payPeriods.ts';
import { daysOfWeeksBefore } from '../pay/weekAfter.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { type HoursAsked, type LiveHours, selectHoursDays, selectHoursSums } from './hours.sql.ts';
import type { JudgedDays } from './judgedDays.ts';
import type { KeptPeople } from './keptPeople.ts';
import type { State } from './oneState.ts';
import { among, employeesOf, type People } from './people.ts';
import { askedDays, listedOf, type Range, type RangeCall, readRange } from './range.ts';
import { livePeople } from './roll.ts';

/** The days of the week before a range, which the limit of its first week counts. */
const DAYS_OF_WEEK_BEFORE = 6;
export type HoursCall = Omit<RangeCall, 'query'> & {
  query: Omit<RangeCall['query'], 'from' | 'to'> & { from?: LocalDate | undefined; to?: LocalDate | undefined };
};
type Page = { rows: number; lastIndex: number };

/**
 * Judges a range with the days before it that the limits of a week, or those of hours where there are any, count, at least `daysBefore`. DATE_OUT_OF_RANGE as `askedDays`.
 */
export function readHoursRange(
  db: Db,
  days: JudgedDays,
  rules: readonly HoursRule[],
  call: RangeCall,
  { most, daysBefore = 0 }: { most?: number; daysBefore?: number } = {},
) {
  const { from } = askedDays(call, most);
  const starts = new Set(rules.map(({ weekStart }) => weekStart));
  const ofWeek = starts.size > 1 ? DAYS_OF_WEEKS_BEFORE : DAYS_OF_WEEK_BEFORE;
  const ofWeeks = daysOfWeeksBefore(rules, from);
  // Where weeks start on different days, the first of several needs those before it too.
  const ofSpans = ofWeeks > 0 && starts.size > 1 ? ofWeeks + DAYS_OF_WEEKS_BEFORE : ofWeeks;
  const ofLimits = rules.some(hasLimits) ? DAYS_OF_LIMITS_BEFORE : 0;
  const before = addDays(from, -Math.max(daysBefore, ofWeek, ofSpans, ofLimits));
  return readRange(db, days, call, most, before);
}

/** Returns what the statements of hours ask of a range: its stored dates and, of the others, the live days. */
export function hoursAsked(
  range: Range,
  { hoursRules: rules, presentRulesFrom }: Pick<Calendar, 'hoursRules' | 'presentRulesFrom'>,
  from: LocalDate,
  people: People,
): HoursAsked {
  const everyGroup = { ...people, crew: { ...people.crew, timeGroups: undefined } };
  const live = livePeople(range, everyGroup).flatMap(([employeeId, { paid, timeGroupId }, day]): LiveHours[] =>
    paid ? [{ employeeId, timeGroupId, day, ...storedHours(paid) }] : [],
  );
  return {
    dates: [...range.versions.keys()],
    from,
    people,
    live,
    isMixed: rules.length > 1,
    sundaysFill: rules.some(({ sundaysFillWeek }) => sundaysFillWeek),
    second: rules.some(({ weekLimit2Minutes }) => weekLimit2Minutes !== null) ? { from: presentRulesFrom } : null,
    spansWeeks: rules.some(({ weeksLimitMinutes }) => weeksLimitMinutes !== null),
  };
}

/** Returns the paid hours of one employee by date; null in an account without hours rules. */
async function judgedHoursOf(
  db: Db,
  days: JudgedDays,
  call: RangeCall,
  employeeId: string,
): Promise<ReadonlyMap<LocalDate, PaidDay> | null> {
  const { accountId } = call.caller;
  const calendar = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  if (calendar.hoursRules.length === 0) return null;
  const range = await readHoursRange(db, days, calendar.hoursRules, call);
  const rows = await db.tenant(accountId, (tx) =>
    selectHoursDays(
      tx,
      accountId,
      hoursAsked(range, calendar, call.query.from, { ...employeesOf([employeeId]), crew: range.crew }),
    ),
  );
  return new Map(rows.map(({ employeeId: _, day, ...paid }) => [day, paid]));
}

/** Returns the same as sums have them: what is not settled is paid of no day. */
export async function paidDaysOf(...asked: Parameters<typeof judgedHoursOf>) {
  const days = await judgedHoursOf(...asked);
  return days && new Map([...days].map(([date, day]) => [date, asSettled(day)]));
}
function asSettled(day: PaidDay): PaidDay {
  const { unsettledDays: _, ...paid } = settledHours(day);
  return { ...day, ...paid, earlyMs: day.earlyMs };
}

/** Returns a function that reads the paid hours of an employee's date within one state; undefined without an hours rule. */
export const paidOnOf =
  ({ db, days }: Pick<State, 'db' | 'days'>) =>
  async ({ caller, now }: Pick<RangeCall, 'caller' | 'now'>, employeeId: string, date: LocalDate) => {
    const call = { caller: { ...caller, scope: null }, now, query: { from: date, to: date }, isOfAnyAge: true };
    return (await judgedHoursOf(db, days, call, employeeId))?.get(date);
  };

const NO_HOURS: PaidSums = {
  paidMs: 0,
  ordinaryMs: 0,
  overtime1Ms: 0,
  overtime2Ms: 0,
  sundayMs: 0,
  holidayMs: 0,
  weightedMs: 0,
  nightMs: 0,
  takenOffMs: 0,
  earlyMs: 0,
  unsettledMs: 0,
  unsettledDays: 0,
};
// Both have the fields of NO_HOURS.
const FIELDS = Object.keys(NO_HOURS) as (keyof PaidSums)[];
function addHours(a: PaidSums, b: PaidSums): PaidSums {
  const sum = { ...a };
  for (const field of FIELDS) sum[field] += b[field];
  return sum;
}
/** Returns what a day adds to sums: all of a settled day, and of another one its time as not settled. */
export const settledHours = ({ paidMs, unsettledMs, isSettled, ...day }: PaidDay): PaidSums => {
  const { ordinaryMs, overtime1Ms, overtime2Ms, sundayMs, holidayMs, weightedMs, nightMs, takenOffMs, earlyMs } = day;
  return isSettled
    ? {
        ...{ paidMs, ordinaryMs, overtime1Ms, overtime2Ms, sundayMs, holidayMs, weightedMs, nightMs, takenOffMs },
        ...{ earlyMs, unsettledMs: 0, unsettledDays: 0 },
      }
    : { ...NO_HOURS, unsettledMs: paidMs + unsettledMs, unsettledDays: 1 };
};
/** Returns the sums of some days; null without any. */
export const sumsOfDays = (days: readonly PaidDay[]): PaidSums | null =>
  days.length === 0 ? null : days.map(settledHours).reduce(addHours, NO_HOURS);

/** Returns the paid hours of a pay period, or of other days: the rows after `lastIndex`, by number. */
export async function payHoursOf(
  db: Db,
  days: JudgedDays,
  kept: KeptPeople<PaidSums>,
  call: HoursCall & { query: Page },
): Promise<PayHours> {
  const { caller, now, query } = call;
  const { accountId, timeZone } = caller;
  if ((query.from === undefined) !== (query.to === undefined))
    throw invalid(query.from === undefined ? 'from' : 'to', words('Both, or neither'));
  const calendar = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const pickable = pickableDays(timeZone, now);
  const current = payPeriodOn(calendar.hoursRules, today);
  const from = query.from ?? current.from;
  // A period that has not ended is shown up to today.
  const to = query.to ?? today;
  const span = { ...call, query: { ...query, from, to }, isOfAnyAge: true };
  const range = await readHoursRange(db, days, calendar.hoursRules, span, { most: MAX_PAY_PERIOD_DAYS });
  const asked = { range, dataVersion: caller.dataVersion, question: `${from} ${to}`, rest: today };
  const sums = await kept(db, asked, async (employeeIds) => {
    const people = among(range, employeeIds);
    const read = await db.tenant(accountId, (tx) =>
      selectHoursSums(tx, accountId, hoursAsked(range, calendar, from, people)),
    );
    return new Map(read.map(({ employeeId, ...own }) => [employeeId, own]));
  });
  const rows = [...sums].flatMap(([employeeId, own]) => {
    const rostered = range.roster.get(employeeId);
    return rostered ? [{ rostered, sums: own }] : [];
  });
  const found = sortedByNumber(rows, ({ rostered }) => rostered.number);
  const page = found.slice(query.lastIndex + 1, query.lastIndex + 1 + query.rows);
  return {
    from,
    to,
    periods: payPeriodsIn(calendar.hoursRules, pickable.from, today).filter((period) => period.from >= pickable.from),
    rows: page.map(({ rostered, sums: own }) => ({ employee: listedOf(rostered), sums: own })),
    totals: rows.reduce((all, { sums: own }) => addHours(all, own), NO_HOURS),
    lastIndex: Math.min(found.length - 1, query.lastIndex + page.length),
    total: found.length,
  };
}
