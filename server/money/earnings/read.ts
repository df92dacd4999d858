import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { MAX_PAY_PERIOD_DAYS } from '#contract/platform/limits.ts';
import { centsOf } from '#contract/platform/money.ts';
import { words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import { byText } from '../../attendance/order.ts';
import { storedHours } from '../../figures/pay/paidDay.ts';
import { payPeriodOn } from '../../figures/pay/payPeriods.ts';
import { payRuleFinder } from '../../figures/pay/payRuleFinder.ts';
import { isWeekly, weekOf, windowOn } from '../../figures/pay/payWindow.ts';
import { pickableDays, recordedDays } from '../../figures/stats/loadDay.ts';
import { selectUsualHours } from '../../figures/trends/hours.sql.ts';
import { type HoursCall, hoursAsked, readHoursRange } from '../../figures/trends/hours.ts';
import type { JudgedDays } from '../../figures/trends/judgedDays.ts';
import { UNPAID } from '../../figures/trends/judgedDays.ts';
import type { KeptPeople } from '../../figures/trends/keptPeople.ts';
import { among, type People } from '../../figures/trends/people.ts';
import { askedDays, type Range } from '../../figures/trends/range.ts';
import { livePeople } from '../../figures/trends/roll.ts';
import type { Rostered } from '../../figures/trends/roster.sql.ts';
import { readCurrency } from '../../masterData/currency.sql.ts';
import { findPayRates } from '../../masterData/payRates.sql.ts';
import { findPayRules } from '../../masterData/payRules.sql.ts';
import { chunksOf } from '../../platform/chunksOf.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/http/errors.ts';
import { addDays, dayBounds, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import { earningsOf } from './earn.ts';
import { type EarnDay, isWorked, type Piece, type Rules, type Window, type Worker, workerOn } from './earnDay.ts';
import {
  type PaidRow,
  selectJobs,
  selectPaidRows,
  selectTerms,
  selectUnclocked,
  selectUnits,
  selectUnmatched,
  withJob,
} from './earnings.sql.ts';
import { selectInactive } from './evidence.sql.ts';
import { type Evidence, readEvidence } from './evidence.ts';
import { lacksHoursRule } from './openPay.ts';
import { ordinaryDays } from './ordinaryDays.ts';
import { type Rate, rateFinder } from './rates.ts';

/** The pay of one employee: the windows that meet the days that were asked for. */
export type Earned = {
  rostered: Rostered;
  worker: Worker;
  windows: readonly Window[];
  /** The same windows at the other amount or by the other rule set that was asked for ('What if 3.40?'). */
  instead: readonly Window[];
};
export type Earnings<T> = {
  from: LocalDate;
  to: LocalDate;
  /** The first day of the people's windows: of those before `from` only where they were asked for. */
  first: LocalDate;
  today: LocalDate;
  currency: string | null;
  cents: number;
  periods: { from: LocalDate; to: LocalDate }[];
  rules: Rules;
  rates: readonly Rate[];
  range: Range;
  /** Returns how an employee is paid. */
  terms: (employeeId: string) => Pick<Worker, 'payType' | 'lockedTerms'>;
  people: readonly T[];
};
type Options<T> = {
  /** Keeps what was taken of each employee. */
  kept?: KeptPeople<T>;
  /** Only one employee. */
  employeeId?: string;
  /** Another amount of a rate ('What if 3.40?'), or another base of premiums of a rule set. */
  instead?: { rateId: string; amount: string } | { payRuleId: string; premiumBase: PayRuleValue['premiumBase'] };
  most?: number;
  /** Also the days of the week before this one, the first or an earlier day: lines of windows that end from it on. */
  windowsFrom?: LocalDate;
  /** Other people than those whom the call's filters name. */
  peopleOf?: (roster: Range['roster']) => People;
};

/** The weeks before a Sunday or holiday whose hours are its ordinary ones where it has no shift (E6a). */
const DAYS_OF_USUAL_HOURS = 28;
const NO_FACTORS = { ordinary: 1, overtime1: 1, overtime2: 1, sunday: 1, holiday: 1 };
const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b);
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);

/**
 * Computes earnings of the people of a call, without a span of the current pay period up to today. Windows that only partly meet the
 * span are computed whole. `take` makes of each employee what
 * the answer needs: the windows of thousands are not held. DATE_OUT_OF_RANGE as `askedDays`.
 */
export async function readEarnings<T>(
  db: Db,
  days: JudgedDays,
  call: HoursCall,
  take: (earned: Earned) => T,
  options: Options<T> = {},
): Promise<Earnings<T>> {
  const { caller, now, query } = call;
  const { accountId, timeZone } = caller;
  if ((query.from === undefined) !== (query.to === undefined))
    throw invalid(query.from === undefined ? 'from' : 'to', words('Both, or neither'));
  const zone = zoneOf(timeZone);
  const today = localDateOf(zone, now.getTime());
  const { calendar, currency, payRules, rates, jobs, terms } = await db.tenant(accountId, async (tx) => ({
    calendar: await loadCalendar(tx, accountId),
    currency: await readCurrency(tx, accountId),
    payRules: await findPayRules(tx, accountId),
    rates: await findPayRates(tx, accountId),
    jobs: await selectJobs(tx, accountId),
    terms: new Map((await selectTerms(tx, accountId)).map((one) => [one.employeeId, one])),
  }));
  const { hoursRules, earningRulesFrom, presentRulesFrom } = calendar;
  const periodOf = (date: LocalDate) => payPeriodOn(hoursRules, date);
  const from = query.from ?? periodOf(today).from;
  const to = query.to ?? today;
  askedDays({ ...call, query: { ...query, from, to }, isOfAnyAge: true }, options.most ?? MAX_PAY_PERIOD_DAYS);
  const { instead, windowsFrom } = options;
  const other = instead && 'payRuleId' in instead ? payRules.find(({ id }) => id === instead.payRuleId) : undefined;
  const otherRule = other && instead && 'payRuleId' in instead && { ...other.rule, premiumBase: instead.premiumBase };
  const wide = widened(
    [...payRules.map(({ rule }) => rule), ...(otherRule ? [otherRule] : [])],
    { from: windowsFrom ?? from, to },
    periodOf,
  );
  const span = { from: later(wide.from, recordedDays(timeZone, now).from), to: earlier(wide.to, today) };
  const hasFloors = payRules.some(({ rule }) => rule.floors);
  const read = await readHoursRange(
    db,
    days,
    hoursRules,
    { ...call, query: { ...query, ...span }, isOfAnyAge: true },
    hasFloors ? { daysBefore: DAYS_OF_USUAL_HOURS } : {},
  );
  const range = { ...read, ...options.peopleOf?.(read.roster) };
  const unmatched = await db.tenant(accountId, (tx) =>
    selectUnmatched(tx, accountId, timeZone, {
      from: new Date(dayBounds(zone, span.from).start),
      to: new Date(dayBounds(zone, span.to).end),
    }),
  );
  const cents = centsOf(currency);
  const rules: Rules = { find: rateFinder(rates), cents, periodOf, today };
  const rulesInstead =
    instead && ('rateId' in instead ? { ...rules, find: rateFinder(withAmount(rates, instead)) } : rules);
  const byOther = (day: EarnDay) => (otherRule && day.rule === other?.rule ? { ...day, rule: otherRule } : day);
  const ruleOf = payRuleFinder(payRules);
  const ordinary = hasFloors ? ordinaryDays(calendar, ruleOf) : null;
  // The night before a holiday may be its work.
  const rowsFrom = hasFloors ? addDays(span.from, -1) : span.from;
  // A line is dated at most the other days of a week before the period in which its window ends.
  const first = windowsFrom === undefined ? from : earlier(from, later(span.from, addDays(windowsFrom, -6)));
  const shows = (date: LocalDate) => date >= first && date <= to;
  const readSome = async (employeeIds: readonly string[], inactive: readonly PaidRow[]) => {
    const people = among(range, new Set(employeeIds));
    const everyGroup = { ...people, crew: { ...people.crew, timeGroups: undefined, lookup1: undefined } };
    const live = livePeople(range, everyGroup)
      .filter(([, , day]) => day >= rowsFrom)
      .map(([employeeId, { timeGroupId, status, workedMs, paid }, day]) => {
        const { pieceMinutes, pieceSundayMs, pieceHolidayMs } = paid ? storedHours(paid) : UNPAID;
        return { employeeId, day, timeGroupId, status, workedMs, pieceMinutes, pieceSundayMs, pieceHolidayMs };
      });
    const hours = hoursAsked(range, calendar, rowsFrom, people);
    return db.tenant(
      accountId,
      async (tx) => {
        const rows = await selectPaidRows(tx, accountId, hours, live);
        const units = await selectUnits(tx, accountId, span, people.members);
        const withPieces = new Set(ordinary ? units.map(dayKey) : []);
        const unknown = ordinary ? rows.filter((row) => ordinary.needsAverage(row, withPieces.has(dayKey(row)))) : [];
        const usual =
          unknown.length > 0
            ? await selectUsualHours(
                tx,
                accountId,
                hours,
                unknown.map(({ employeeId, day }) => ({ employeeId, day })),
              )
            : [];
        return {
          rows: inactive.length > 0 ? [...rows, ...inactive].sort(inOrder) : rows,
          usual: new Map(usual.map((one) => [dayKey(one), one])),
          units,
          unclocked: ownWork ? [] : await selectUnclocked(tx, accountId, span, people.members),
        };
      },
      { snapshot: true },
    );
  };
  // Within a scope or a filter by product other work changes no answer: what follows from entries alone is left out.
  const ownWork = range.crew.lookup1;
  const evidence = await db.tenant(accountId, (tx) =>
    readEvidence(tx, accountId, timeZone, { ...span, seesAllWork: !ownWork }),
  );
  // A review covers all records of a day: within a scope of work it would tell of others.
  const isOpen = (kind: 'piecework-without-clock' | 'inactive-clocked') => (one: EmployeeDay & { records: string }) =>
    ownWork !== undefined || !evidence.isReviewed(kind, one, [one.records]);
  // Rules that pay the time of piecework need no punch.
  const byWork = new Set(hoursRules.flatMap((one) => (one.paysWorkingTime ? one.hoursRuleId : [])));
  const dayOf = dayReader({ range, today, unmatched, ruleOf, byWork, earningRulesFrom, presentRulesFrom, evidence });
  const { timeGroups } = range.crew;
  const termsOf = (employeeId: string) => {
    const { payType = 'both', lockedTerms } = terms.get(employeeId) ?? {};
    return { payType, lockedTerms: lockedTerms ?? [] };
  };
  const compute = async (employeeIds: ReadonlySet<string> | null) => {
    const earned = new Map<string, T>();
    const { members } = among(range, employeeIds);
    const inactive = await db.tenant(accountId, (tx) =>
      selectInactive(tx, accountId, [...range.versions.keys()], { from: span.from, members, seesAllWork: !ownWork }),
    );
    const inactiveOf = byEmployee(inactive.filter(isOpen('inactive-clocked')).map(inactiveRow));
    // Some at a time: the days of thousands are not held, and other callers get their turn between them.
    const chunks = [...chunksOf([...(members ?? range.roster.keys())].sort(), AT_A_TIME)];
    for await (const { rows, usual, units, unclocked } of readAhead(chunks, (ids) =>
      readSome(
        ids,
        ids.flatMap((id) => inactiveOf.get(id) ?? []),
      ),
    )) {
      const isUnclocked = new Set(unclocked.filter(isOpen('piecework-without-clock')).map(dayKey));
      const seen = ownWork ? units.filter(({ lookup1 }) => ownWork.has(lookup1)) : units;
      const worksOf = byEmployee(seen.map((piece) => withJob(piece, jobs)));
      for (const [employeeId, own] of byEmployee(rows)) {
        const rostered = range.roster.get(employeeId);
        if (!rostered) continue;
        const { employeeGroupId, jobDescriptionId } = rostered;
        const worker = { employeeId, employeeGroupId, jobDescriptionId, ...termsOf(employeeId) };
        const isInGroup =
          timeGroups && new Set(own.flatMap((row) => (isOf(timeGroups, row.timeGroupId) ? [row.day] : [])));
        const pieces = Map.groupBy(worksOf.get(employeeId) ?? [], ({ day }) => day);
        const ownDays = own.flatMap((row, nth) => {
          if (row.day < span.from) return [];
          const all = pieces.get(row.day) ?? NO_PIECES;
          const beside = { before: own[nth - 1], hasPieces: all.length > 0 };
          const floors = ownWork ? undefined : ordinary?.of(row, usual.get(dayKey(row)), beside);
          const isExpected = row.status !== 'off' || floors?.isHolidayOff === true;
          const work = { all, isUnclocked: isUnclocked.has(dayKey(row)), isExpected };
          const day = dayOf(row, work, rostered, worker);
          return floors ? { ...day, ...floors } : day;
        });
        const windowsBy = (by: Rules, days = ownDays) =>
          earningsOf(worker, days, by).flatMap((window) =>
            withinOf(window, (date) => shows(date) && (!isInGroup || isInGroup.has(date))),
          );
        const windows = windowsBy(rules);
        if (windows.length === 0) continue;
        earned.set(
          employeeId,
          take({
            ...{ rostered, worker, windows },
            instead: rulesInstead ? windowsBy(rulesInstead, ownDays.map(byOther)) : windows,
          }),
        );
      }
    }
    return earned;
  };
  const { employeeId, kept } = options;
  const asked = {
    range,
    dataVersion: caller.dataVersion,
    question: `${from} ${to}`,
    rest: [today, unmatched, evidence.all, ownWork && [...ownWork]],
  };
  const earned = kept
    ? await kept(db, asked, compute)
    : await compute(employeeId === undefined ? null : new Set([employeeId]));
  const periods = periodsBetween(periodOf, pickableDays(timeZone, now).from, today);
  return {
    from,
    to,
    first,
    today,
    currency,
    cents,
    periods,
    rules,
    rates,
    range,
    terms: termsOf,
    people: [...earned.values()],
  };
}

/** The most employees whose days are read at a time. */
const AT_A_TIME = 250;
/** The parts that are read while one is computed: PostgreSQL takes about as long as we do, and has a processor of its own. */
const AHEAD = 3;
async function* readAhead<C, R>(chunks: readonly C[], read: (chunk: C) => Promise<R>) {
  const start = (chunk: C) => {
    const reading = read(chunk);
    // Awaited later, where it throws.
    reading.catch(() => undefined);
    return reading;
  };
  const ahead = chunks.slice(0, AHEAD).map(start);
  const later = chunks.slice(AHEAD);
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const found = await next;
    const [following] = later.splice(0, 1);
    if (following) ahead.push(start(following));
    yield found;
  }
}
const NO_PIECES: readonly Piece[] = [];
/** The status of a day on which an employee does not count but has records. */
const INACTIVE = 'inactive';
const inactiveRow = ({
  employeeId,
  day,
  workedMs,
}: {
  employeeId: string;
  day: LocalDate;
  workedMs: number;
}): PaidRow => ({
  ...{ employeeId, day, timeGroupId: null, status: INACTIVE, workedMs, hoursRuleId: null },
  ...{ pieceMinutes: [], pieceSundayMs: 0, pieceHolidayMs: 0, isSettled: null, unsettled: null },
  ...{ ordinary: null, overtime1: null, overtime2: null, sunday: null, holiday: null },
  ...{ f1: null, f2: null, fSunday: null, fHoliday: null },
});
const inOrder = (a: PaidRow, b: PaidRow) => byText(a.employeeId, b.employeeId) || byText(a.day, b.day);
const byEmployee = <T extends { employeeId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ employeeId }) => employeeId);
const isOf = (chosen: ReadonlySet<string>, id: string | null) => id !== null && chosen.has(id);
type Instead = Extract<Options<unknown>['instead'], { rateId: string }>;
const withAmount = (rates: readonly Rate[], { rateId, amount }: Instead): readonly Rate[] =>
  rates.map((rate) => (rate.id === rateId ? { ...rate, amount } : rate));

/** Returns the days of all windows that meet some days, by rules that may be in force. */
function widened(
  rules: readonly PayRuleValue[],
  span: { from: LocalDate; to: LocalDate },
  periodOf: Rules['periodOf'],
) {
  let { from, to } = span;
  for (const rule of rules) {
    const weekly = isWeekly(rule);
    const spanOf = (date: LocalDate) => windowOn(rule, date, periodOf);
    // A premium at the border of a period depends on a week of which a part is of another window.
    const [first, last] = [weekOf(span.from, rule.weekStart).from, weekOf(span.to, rule.weekStart).to];
    for (const date of weekly ? [span.from, first] : [span.from]) from = earlier(from, spanOf(date).from);
    for (const date of weekly ? [span.to, last] : [span.to]) to = later(to, spanOf(date).to);
  }
  return { from, to };
}

function periodsBetween(periodOf: Rules['periodOf'], first: LocalDate, last: LocalDate) {
  const periods: { from: LocalDate; to: LocalDate }[] = [];
  for (let date = last; date >= first; date = addDays(periods.at(-1)?.from ?? first, -1)) {
    const period = periodOf(date);
    if (period.from < first) break;
    periods.push(period);
  }
  return periods;
}

/** Returns what of a window is shown: the lines and days that were asked for; without any of its days, nothing. */
function withinOf(window: Window, shows: (date: LocalDate) => boolean): Window[] {
  const days = window.days.filter(({ date }) => shows(date));
  const isWhole = days.length === window.days.length;
  if (days.length === 0 || (window.lines.length === 0 && window.open.length === 0 && !days.some(isWorked))) return [];
  if (isWhole) return [window];
  return [
    {
      ...window,
      days,
      lines: window.lines.filter(({ date }) => shows(date)),
      jobs: () => window.jobs().filter(({ date }) => shows(date)),
    },
  ];
}

type Reading = {
  range: Range;
  today: LocalDate;
  unmatched: readonly { day: string; deviceId: string | null }[];
  ruleOf: ReturnType<typeof payRuleFinder>;
  /** The hours rules that pay the time of piecework. */
  byWork: ReadonlySet<string>;
  /** Days before it were locked by earlier rules of earnings, and keep them; null: none were. */
  earningRulesFrom: LocalDate | null;
  /** The same of rest at the average of its window. */
  presentRulesFrom: LocalDate | null;
  evidence: Evidence;
};
/** The work of a day; `isUnclocked`: some of it is outside every interval at work, and nobody has reviewed that; `isExpected`: an unknown PIN may be theirs. */
type Work = { all: readonly Piece[]; isUnclocked: boolean; isExpected: boolean };
/** Returns a function that makes an employee's day for the rules. Within a filter by lookup 1 it has only that piecework, and no hours. */
function dayReader({ range, today, unmatched, ruleOf, byWork, earningRulesFrom, presentRulesFrom, evidence }: Reading) {
  const { lookup1 } = range.crew;
  const devicesOn = Map.groupBy(unmatched, ({ day }) => day);
  // Most days have the factors of the one before them.
  let factors: EarnDay['factors'] = NO_FACTORS;
  const factorsOf = (overtime1: number, overtime2: number, sunday: number, holiday: number) => {
    const { overtime1: own1, overtime2: own2, sunday: ownSunday, holiday: ownHoliday } = factors;
    if (own1 !== overtime1 || own2 !== overtime2 || ownSunday !== sunday || ownHoliday !== holiday)
      factors = { ordinary: 1, overtime1, overtime2, sunday, holiday };
    return factors;
  };
  return (row: PaidRow, { all, isUnclocked, isExpected }: Work, { deviceIds }: Rostered, worker: Worker): EarnDay => {
    const { day: date, timeGroupId, status, ordinary } = row;
    const pieces = lookup1 ? all.filter((piece) => lookup1.has(piece.lookup1)) : all;
    const hasHours = ordinary !== null;
    const isRuled = hasHours && !lookup1;
    const inForce = ruleOf(row.employeeId, timeGroupId, date)?.rule ?? null;
    const rule = lookup1 ? null : inForce;
    // The estimated time of today's work is no pay yet, but tells what today will come to: today is never settled.
    const going = date === today ? (row.unsettled ?? 0) : 0;
    const paidMs = isRuled
      ? {
          ordinary: ordinary + going,
          overtime1: row.overtime1 ?? 0,
          overtime2: row.overtime2 ?? 0,
          sunday: row.sunday ?? 0,
          holiday: row.holiday ?? 0,
        }
      : { ordinary: 0, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 };
    const open: EarnDay['open'][number][] = [...evidence.of({ employeeId: row.employeeId, day: date })];
    if (status === INACTIVE) open.push('inactive-clocked');
    if (row.isSettled === false) open.push('missing-punch');
    if (status === 'unverified') open.push('unverified');
    const { overtime1, overtime2, sunday, holiday } = row;
    const isIncomplete =
      row.isSettled === false || ![ordinary, going, overtime1, overtime2, sunday, holiday].some((ms) => (ms ?? 0) > 0);
    const mayBeTheirs = ({ deviceId }: { deviceId: string | null }) =>
      deviceIds === null || (deviceId !== null && deviceIds.includes(deviceId));
    if (hasHours && isIncomplete && isExpected && devicesOn.get(date)?.some(mayBeTheirs)) open.push('unmatched-pin');
    // Where neither hours nor a guarantee are paid, nothing depends on a punch.
    const needsClock = row.hoursRuleId === null ? inForce !== null : !byWork.has(row.hoursRuleId);
    if (isUnclocked && needsClock) open.push('piecework-without-clock');
    const isThere = status === 'present' || all.length > 0;
    const own = workerOn(worker, date);
    if (!hasHours && status !== INACTIVE && lacksHoursRule(own, { rule: inForce, isThere })) open.push('no-hours-rule');
    const isIndividual = inForce?.individualOutput ?? false;
    const { f1, f2, fSunday, fHoliday } = row;
    return {
      date,
      rule,
      isIndividual,
      pieces,
      paidMs,
      factors: isRuled ? factorsOf(f1 ?? 1, f2 ?? 1, fSunday ?? 1, fHoliday ?? 1) : NO_FACTORS,
      workedMs: row.workedMs,
      pieceTime: { ordinaryMinutes: row.pieceMinutes, sundayMs: row.pieceSundayMs, holidayMs: row.pieceHolidayMs },
      isEarlier: earningRulesFrom !== null && date < earningRulesFrom,
      restByWindow: presentRulesFrom !== null && date < presentRulesFrom,
      unsettledMs: isRuled ? (row.unsettled ?? 0) - going : 0,
      open,
    };
  };
}
