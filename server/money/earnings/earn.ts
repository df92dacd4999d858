import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import {
  type LineKind,
  type OpenReason,
  PAID_CLASSES,
  type PAY_TYPES,
  type PaidClass,
  type PremiumBase,
} from '#contract/money/earnings.ts';
import type { PieceTime } from '../../figures/pay/paidDay.ts';
import { hasWeeklyPremium, hasWeeklyRest, weekOf, windowOn } from '../../figures/pay/payWindow.ts';
import { HOUR, type LocalDate, MINUTE } from '../../platform/zone.ts';
import { costOf, type JobCost } from './cost.ts';
import { type FloorClass, floorOf, isPaidOff, leastOf } from './floors.ts';
import { Money, moneyOf } from './money.ts';
import type { FindRate, Rate, RateInForce } from './rates.ts';

/** The earnings of one employee, as pure rules. Amounts are decimals of the account's currency, times in ms. */

export type PayType = (typeof PAY_TYPES)[number];
export type Piece = {
  lookup1: string;
  lookup2: string;
  units: string;
  timeMs: number;
  isShared?: boolean;
  /** The job description of the entries themselves, null for an unknown one; absent: that of the employee. */
  jobDescriptionId?: string | null;
};
export type EarnDay = {
  date: LocalDate;
  /** The paid time by class (part 1), and the factors of the hours rule. */
  paidMs: Record<PaidClass, number>;
  factors: Record<PaidClass, number>;
  /** Effective units by lookup pair. */
  pieces: readonly Piece[];
  /** Time without an OUT, which is in no class. */
  unsettledMs?: number;
  /** The time of piecework entries, of which overlaps count once. */
  workedMs: number;
  /** The part of the paid time that lies within them. */
  pieceTime: PieceTime;
  /** It was locked by the rules of before 29 November 2026 and keeps them. */
  isEarlier?: boolean;
  /** It was locked while rest was paid at the average of its window. */
  restByWindow?: boolean;
  /** The ordinary hours of a Sunday or holiday whose rules have floors, and whether it is a holiday that the employee, who would have been expected, did not work. */
  ordinaryMs?: number;
  isHolidayOff?: boolean;
  /** The class of the date of piecework without paid time, which is no class of time. */
  unclockedOn?: FloorClass;
  open: readonly OpenReason[];
  rule: PayRuleValue | null;
  /** Units that were counted as Shared or Team are not paid by the piece, also where a filter leaves no rule. */
  isIndividual?: boolean;
};
/** The terms of an employee that decide, besides the work, which rates apply. */
export type Terms = { employeeGroupId: string | null; jobDescriptionId: string | null; payType: PayType };
export type Worker = Terms & {
  employeeId: string;
  /** The terms until the last day of a lock, in order of date: a change holds for every day after it. */
  lockedTerms?: readonly (Terms & { until: LocalDate })[];
};
/** Returns an employee with the terms that hold on a date. */
export const workerOn = (worker: Worker, date: LocalDate): Worker => {
  const locked = worker.lockedTerms?.find(({ until }) => date <= until);
  return locked ? { ...locked, employeeId: worker.employeeId } : worker;
};
/** One line of pay. `amount` is rounded; `exact` is not. */
export type Line = {
  date: LocalDate;
  kind: LineKind;
  amount: Money;
  exact: Money;
  rate: Rate | null;
  units: Money | null;
  pieces: readonly Piece[];
  ms: number | null;
  paidClass: PaidClass | null;
  /** An amount per hour that is no rate of its own: an average, a regular rate. */
  perHour: Money | null;
  factor: number | null;
  /** The base of a premium of one class. */
  base: PremiumBase | null;
};
export type Window = {
  from: LocalDate;
  to: LocalDate;
  lines: readonly Line[];
  /** In the order in which they were found. */
  open: readonly OpenReason[];
  rule: PayRuleValue | null;
  days: readonly EarnDay[];
  /** By date: the reasons of each day. */
  openOn: ReadonlyMap<LocalDate, readonly OpenReason[]>;
  /** Tells whether the piece and hourly lines of a date are settled; the other lines are when the whole window is. */
  isDaySettled: (date: LocalDate) => boolean;
  /** Computed when it is asked for: a division costs as much as the rest of a day's decimals. */
  guarantee: () => Money;
  /** The pay that is compared with it. */
  counts: Money;
  /** The jobs of what is settled, computed when costs are asked for. */
  jobs: () => readonly JobCost[];
};
export type Rules = {
  find: FindRate;
  /** The decimals of the currency. */
  cents: number;
  /** Returns the pay period of a date. */
  periodOf: (date: LocalDate) => { from: LocalDate; to: LocalDate };
  today: LocalDate;
};

const ZERO = new Money(0);
const hoursOf = (ms: number) => new Money(ms).div(HOUR);

/** Returns the windows of an employee's days, which are in order of date. A day that comes under another rule set starts a window of its own. */
export function earningsOf(worker: Worker, days: readonly EarnDay[], rules: Rules): Window[] {
  const windows: { from: LocalDate; to: LocalDate; rule: PayRuleValue | null; days: EarnDay[] }[] = [];
  for (const day of days) {
    const span = windowOn(day.rule, day.date, rules.periodOf);
    const last = windows.at(-1);
    if (last && last.rule === day.rule && last.from === span.from) last.days.push(day);
    else windows.push({ ...span, rule: day.rule, days: [day] });
  }
  return premiumsOf(
    windows.map(({ days: own, ...window }) => ({
      ...settle(worker, own, window, rules),
      rule: window.rule,
      days: own,
    })),
    rules,
  );
}

export const hasHourlyRate = (rule: PayRuleValue | null, hourly: Rate | undefined, minimum: Rate | undefined) =>
  hourly !== undefined || (rule?.hourlyAtLeastMinimum === true && minimum !== undefined);
/** Returns why a day's time has no price; undefined: it has one, or it is time of piecework. */
export function unpricedTime(
  { payType }: Pick<Terms, 'payType'>,
  { hasPieces, isPaid }: { hasPieces: boolean; isPaid: boolean },
  hasHourly: boolean,
): 'not-priced' | 'no-hourly-rate' | undefined {
  if (hasHourly || !isPaid) return undefined;
  if (payType === 'hourly') return 'no-hourly-rate';
  // Without piecework, a rate or a stated kind of pay, nobody can tell what the day's time is paid by.
  return payType === 'both' && !hasPieces ? 'not-priced' : undefined;
}
/** Returns true for a day without an hours rule whose pay depends on hours. */
export const lacksHoursRule = (
  { payType }: Pick<Terms, 'payType'>,
  { rule, isThere }: { rule: PayRuleValue | null; isThere: boolean },
) => isThere && (rule !== null || payType === 'hourly');

/** The time of a day by how it is paid: the parts sum to the paid time. */
type Split = {
  pieceMs: number;
  hourlyMs: number;
  restMs: number;
  /** The hourly time of a class as a fraction, so that it is divided once. */
  hourlyIn: (paidClass: PaidClass) => { ms: number; of: number };
};
const NO_TIME = { ms: 0, of: 1 };
function splitOf({ payType }: Worker, day: EarnDay, hasHourly: boolean): Split {
  const paidMs = totalMs(day);
  if (payType === 'hourly')
    return { pieceMs: 0, hourlyMs: paidMs, restMs: 0, hourlyIn: (one) => ({ ms: day.paidMs[one], of: 1 }) };
  const restMs = Math.min(restOf(day.rule, paidMs), paidMs);
  if (payType === 'piece' || !hasHourly)
    return { pieceMs: paidMs - restMs, hourlyMs: 0, restMs, hourlyIn: () => NO_TIME };
  return isInProportion(day) ? splitInProportion(day, paidMs, restMs) : splitByClass(day, paidMs, restMs);
}
/** Days locked earlier and those under a rule set of before keep the former rule: the whole time of the entries, in each class in proportion. */
const isInProportion = ({ rule, isEarlier }: EarnDay) =>
  isEarlier === true || (rule !== null && rule.premiumBase === undefined);
function splitInProportion(day: EarnDay, paidMs: number, restMs: number): Split {
  const left = paidMs - restMs;
  // By rule sets without a base of premiums an entry without time takes all of its day.
  const hasUntimed = day.rule?.premiumBase === undefined && day.pieces.length > 0 && day.workedMs === 0;
  const pieceMs = hasUntimed ? left : Math.min(left, day.workedMs);
  const hourlyMs = left - pieceMs;
  return { pieceMs, hourlyMs, restMs, hourlyIn: (one) => ({ ms: day.paidMs[one] * hourlyMs, of: paidMs || 1 }) };
}
/** Hourly time is paid time outside the entries; rest is of it first, and of the cheapest class first. */
function splitByClass(day: EarnDay, paidMs: number, restMs: number): Split {
  const pieces = pieceTimeByClass(day);
  const hourly = { ...NO_CLASSES };
  let rest = restMs;
  for (const one of PAID_CLASSES) {
    const outside = day.paidMs[one] - pieces[one];
    const ofRest = Math.min(rest, outside);
    rest -= ofRest;
    hourly[one] = outside - ofRest;
  }
  const hourlyMs = PAID_CLASSES.reduce((sum, one) => sum + hourly[one], 0);
  return { pieceMs: paidMs - restMs - hourlyMs, hourlyMs, restMs, hourlyIn: (one) => ({ ms: hourly[one], of: 1 }) };
}
const NO_CLASSES: Record<PaidClass, number> = { ordinary: 0, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 };
/** Returns the time of a day's entries by class: ordinary time comes first, then overtime 1, then overtime 2. */
function pieceTimeByClass({ paidMs, pieceTime: { ordinaryMinutes, sundayMs, holidayMs } }: EarnDay) {
  const between = (from: number, to: number) => {
    let ms = 0;
    for (let nth = 0; nth + 1 < ordinaryMinutes.length; nth += 2)
      ms += Math.max(
        0,
        Math.min((ordinaryMinutes[nth + 1] ?? 0) * MINUTE, to) - Math.max((ordinaryMinutes[nth] ?? 0) * MINUTE, from),
      );
    return ms;
  };
  const second = paidMs.ordinary + paidMs.overtime1;
  return {
    ordinary: between(0, paidMs.ordinary),
    overtime1: between(paidMs.ordinary, second),
    overtime2: between(second, second + paidMs.overtime2),
    sunday: Math.min(sundayMs, paidMs.sunday),
    holiday: Math.min(holidayMs, paidMs.holiday),
  };
}
/** Reasons that leave the hours of their day open, and not only its money: what was clocked may change. */
const OF_HOURS: readonly OpenReason[] = ['missing-punch', 'unverified', 'unmatched-pin'];
/** Tells whether the hours of a date are not settled; the hours of other days of its window are. */
export const hasOpenHours = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => OF_HOURS.includes(reason)) ?? false;
/** Reasons of a window that are none of the work of its days. */
const OF_WINDOWS: readonly OpenReason[] = ['not-over', 'week-open'];
/** Reasons that leave no hours open: payroll may know the price of time that has none here. */
const OF_PRICES: readonly OpenReason[] = [...OF_WINDOWS, 'no-hourly-rate', 'not-priced', 'no-hours-rule'];
/** Tells whether the hours of a date are held back: nothing is handed over beside work of that day whose pay is open. */
export const hasHeldHours = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => !OF_PRICES.includes(reason)) ?? false;
/** Tells whether the pieces of a date are open: not where only its time, without any piece, has no price. */
export const hasOpenPieces = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => reason !== 'not-priced' && !OF_WINDOWS.includes(reason)) ?? false;
/** Tells whether a window has time without a price and nothing else: no pay waits for it. */
export const isOnlyTime = ({ lines, open }: Pick<Window, 'lines' | 'open'>) =>
  lines.length === 0 && open.every((reason) => reason === 'not-priced');
/** Reasons that are of records, and hold hours back also where nothing is priced. */
const OF_RECORDS: readonly OpenReason[] = [
  ...OF_HOURS,
  ...(['piecework-without-clock', 'unverified-time', 'held-record', 'inactive-clocked', 'dispute'] as const),
];
/** The same in an account without a currency. */
export const hasHeldHoursUnpriced = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => OF_RECORDS.includes(reason)) ?? false;
/** Tells whether a line is settled: piece and hourly pay by its day, all else with its window; a premium, and rest at a week's average, with that week as well. */
export function isSettledLine({ isDaySettled, open, rule }: Window, { date, kind }: Pick<Line, 'date' | 'kind'>) {
  if (kind === 'piece' || kind === 'hourly') return isDaySettled(date);
  const waitsForWeek = isByPremiums(kind) || (kind === 'rest' && rule !== null && hasWeeklyRest(rule));
  return waitsForWeek ? open.length === 0 : open.every((reason) => reason === 'week-open');
}
/** Tells whether lines of a kind depend on the workweek by which premiums are worked out. */
export const isByPremiums = (kind: string) => kind === 'premium' || kind === 'floor' || kind === 'holiday-off';
export const totalMs = ({ paidMs: { ordinary, overtime1, overtime2, sunday, holiday } }: EarnDay) =>
  ordinary + overtime1 + overtime2 + sunday + holiday;
const overtimeMs = ({ paidMs }: EarnDay) => paidMs.overtime1 + paidMs.overtime2;
const restOf = (rule: PayRuleValue | null, paidMs: number) =>
  (rule?.rests.findLast(({ afterMinutes }) => paidMs >= afterMinutes * MINUTE)?.restMinutes ?? 0) * MINUTE;
export const isWorked = (day: EarnDay) => totalMs(day) > 0 || day.pieces.length > 0;

/** The parts of a day's pay that premiums are made of, where the rule set says their base. */
type DayPay = {
  day: EarnDay;
  split: Split;
  minimum: Money;
  /** Piece pay, and hourly pay without factors. */
  plain: Money;
  /** The guarantee less the pay that counts: the day's part of a top-up, which may be negative. */
  need: Money;
  rest: Money;
  /** The hourly rate, zero without one; `isByHour`: the employee is paid by it alone. */
  hourly: Money;
  isByHour: boolean;
};
type Days = readonly EarnDay[];
/** Returns one window without its overtime premium. */
function settle(
  employee: Worker,
  days: Days,
  span: { from: LocalDate; to: LocalDate; rule: PayRuleValue | null },
  rules: Rules,
) {
  const { find, cents, today } = rules;
  const { rule, from, to } = span;
  const isOfAllHours = rule?.premiumBase !== undefined;
  const hasRegularOvertime = isOfAllHours ? rule.premiumBase === 'regular' : rule?.overtime === 'regular';
  const dayPays: DayPay[] = [];
  const openOn = new Map<LocalDate, OpenReason[]>();
  const raise = (date: LocalDate, open: OpenReason) => {
    const own = openOn.get(date);
    if (!own) openOn.set(date, [open]);
    else if (!own.includes(open)) own.push(open);
  };
  const lines: Line[] = [];
  const jobParts: (() => JobCost[])[] = [];
  const round = (exact: Money) => (exact.decimalPlaces() <= cents ? exact : exact.toDecimalPlaces(cents));
  const add = (line: Partial<Line> & Pick<Line, 'date' | 'kind' | 'exact'>) => {
    const amount = round(line.exact);
    lines.push({ ...NO_DETAILS, ...line, amount });
    return amount;
  };
  const last = days.findLast(isWorked)?.date;
  const lastPaid = days.findLast((day) => isWorked(day) || isPaidOff(day))?.date;
  if (lastPaid !== undefined && to >= today) raise(lastPaid, 'not-over');
  // Time by the minimum, in ms: it is divided once, because an hour has thirds, and half a cent must be half a cent.
  let [guaranteed, counts] = [ZERO, ZERO];
  let [restMs, paidMs] = [0, 0];
  const rests: { ms: number; minimum: Money; dayPay: DayPay | undefined }[] = [];
  for (const day of days) {
    const { date } = day;
    const worker = workerOn(employee, date);
    for (const open of day.open) raise(date, open);
    const minimum = find('minimum', worker, date);
    const least = minimum?.value ?? ZERO;
    const hourly = find('hourly', worker, date);
    const hasHourly = hasHourlyRate(rule, hourly, minimum);
    const hasPieces = day.pieces.length > 0;
    const isOff = isOfAllHours && isPaidOff(day);
    const isPaid = totalMs(day) > 0 || (isOff && worker.payType === 'hourly');
    const unpriced = unpricedTime(worker, { hasPieces, isPaid }, hasHourly);
    if (unpriced) raise(date, unpriced);
    if (worker.payType === 'both' && !hasHourly && !hasPieces && !isOff) {
      // The premium of its week may be on this day: it is time of no job.
      jobParts.push(() =>
        jobsOf(day, { pieceMs: 0, hourlyMs: totalMs(day), restMs: 0 }, { pieceLines: [], counts: ZERO }, round),
      );
      continue;
    }
    const split = splitOf(worker, day, hasHourly);
    const pieceLines = worker.payType === 'hourly' ? [] : piecesOf(worker, day, find, raise);
    let pieceCounts = ZERO;
    for (const line of pieceLines) pieceCounts = pieceCounts.plus(add({ ...line, date, kind: 'piece' }));
    let [hourlyCounts, plainHourly] = [ZERO, ZERO];
    const perHour = hourlyRate(rule, hourly?.value ?? ZERO, least);
    if (split.hourlyMs > 0 && !perHour.isZero())
      for (const { atOne, ...line } of hourlyOf(day, split, perHour, hasRegularOvertime)) {
        const rate = hourly && perHour.eq(hourly.value) ? hourly : null;
        add({ ...line, date, kind: 'hourly', rate, perHour });
        plainHourly = plainHourly.plus(round(atOne));
        if (rule?.scope === 'all' && (isOfAllHours || !isOvertime(line.paidClass)))
          hourlyCounts = hourlyCounts.plus(round(atOne));
      }
    const dayCounts = pieceCounts.plus(hourlyCounts);
    counts = counts.plus(dayCounts);
    // Without a base of premiums overtime is no time of the guarantee.
    const withinMs = totalMs(day) - (isOfAllHours ? 0 : overtimeMs(day));
    const comparedMs = Math.min(withinMs, rule?.scope === 'all' ? split.pieceMs + split.hourlyMs : split.pieceMs);
    // Rest is paid beside the top-up, at the minimum at least, so that it fills the least hours.
    const leastOfDay = isOfAllHours ? Math.max(rule.leastMinutes * MINUTE, leastOf(day)) - split.restMs : 0;
    const leastMs = isOfAllHours ? leastOfDay : (rule?.leastMinutes ?? 0) * MINUTE;
    let ofDay = ZERO;
    const isCompared =
      rule !== null && (rule.scope === 'all' ? isWorked(day) : worker.payType !== 'hourly' && isWorked(day));
    if (isCompared && (split.pieceMs > 0 || rule.scope === 'all' || day.pieces.length > 0))
      ofDay = least.times(Math.max(comparedMs, leastMs));
    guaranteed = guaranteed.plus(ofDay);
    const dayPay = isOfAllHours
      ? {
          ...{ day, split, minimum: least, plain: pieceCounts.plus(plainHourly), rest: ZERO },
          need: ofDay.div(HOUR).minus(dayCounts),
          ...{
            hourly: worker.payType !== 'piece' && hasHourly ? perHour : ZERO,
            isByHour: worker.payType === 'hourly',
          },
        }
      : undefined;
    if (dayPay) dayPays.push(dayPay);
    if (split.restMs > 0) rests.push({ ms: split.restMs, minimum: least, dayPay });
    restMs += split.restMs;
    paidMs += totalMs(day);
    jobParts.push(() => jobsOf(day, split, { pieceLines, counts: hourlyCounts }, round));
  }
  const guarantee = () => guaranteed.div(HOUR);
  if (last !== undefined) {
    // Below half a cent there is none.
    const topUp = guaranteed.gt(counts.times(HOUR)) ? guarantee().minus(counts) : ZERO;
    if (!round(topUp).isZero()) add({ date: last, kind: 'top-up', exact: topUp });
    if (restMs > 0 && !isRestByWeek({ rule, days })) {
      const plain = dayPays.reduce((sum, one) => sum.plus(one.plain), round(topUp));
      const pay = isOfAllHours ? plain : lines.reduce((sum, { amount }) => sum.plus(amount), ZERO);
      const average = paidMs > restMs ? pay.div(hoursOf(paidMs - restMs)) : ZERO;
      const isAverage = (minimum: Money) => rule?.restRate === 'average' && average.gt(minimum);
      const exact = rests.reduce((sum, { ms, minimum, dayPay }) => {
        const own = isAverage(minimum) ? pay.times(ms).div(paidMs - restMs) : minimum.times(ms).div(HOUR);
        if (dayPay) dayPay.rest = own;
        return sum.plus(own);
      }, ZERO);
      const perHour = exact.div(hoursOf(restMs));
      if (!exact.isZero()) add({ date: last, kind: 'rest', exact, ms: restMs, perHour });
    }
  }
  return { from, to, lines, openOn, dayPays, guarantee, counts, jobs: () => jobParts.flatMap((part) => part()) };
}

/** Tells whether the rest of a window is paid at the averages of its weeks. */
const isRestByWeek = ({ rule, days }: { rule: PayRuleValue | null; days: Days }) =>
  rule !== null && hasWeeklyRest(rule) && !days.some(({ restByWindow }) => restByWindow);

const NO_DETAILS = {
  rate: null,
  units: null,
  pieces: [],
  ms: null,
  paidClass: null,
  perHour: null,
  factor: null,
  base: null,
};
const isOvertime = (paidClass: PaidClass) => paidClass === 'overtime1' || paidClass === 'overtime2';
const hourlyRate = (rule: PayRuleValue | null, amount: Money, minimum: Money) =>
  rule?.hourlyAtLeastMinimum ? Money.max(amount, minimum) : amount;

/** Returns what decides the rate of some pieces: their own job description comes before the employee's. */
export const namedBy = (
  { employeeGroupId, jobDescriptionId }: Terms,
  { lookup1, lookup2, jobDescriptionId: own }: Pick<Piece, 'lookup1' | 'lookup2' | 'jobDescriptionId'>,
) => ({ lookup1, lookup2, employeeGroupId, jobDescriptionId: own === undefined ? jobDescriptionId : own });

/** Returns the pay of a day's units by rate: never below 0. */
export function piecesOf(
  worker: Worker,
  { date, pieces, isIndividual = false }: Pick<EarnDay, 'date' | 'pieces' | 'isIndividual'>,
  find: FindRate,
  raise: (date: LocalDate, open: OpenReason) => void,
) {
  const byRate = new Map<RateInForce, Piece[]>();
  for (const piece of pieces) {
    if (isIndividual && piece.isShared) {
      raise(date, 'shared-output');
      continue;
    }
    const rate = find('piece', namedBy(worker, piece), date);
    if (!rate) raise(date, 'no-piece-rate');
    else if (!byRate.get(rate)?.push(piece)) byRate.set(rate, [piece]);
  }
  return Array.from(byRate, ([rate, own]) => {
    const units = unitsOf(own);
    if (units.lt(0)) raise(date, 'pay-below-zero');
    return { rate, units, pieces: own, exact: units.lt(0) ? ZERO : rate.value.times(units) };
  });
}
/** Returns the sum of some work's units. */
export const unitsOf = ([first, ...others]: readonly Piece[]): Money =>
  first ? others.reduce((sum, { units }) => sum.plus(moneyOf(units)), moneyOf(first.units)) : ZERO;

/** Returns the pay of hourly time by class. */
function hourlyOf(day: EarnDay, { hourlyIn }: Split, perHour: Money, isRegular: boolean) {
  return PAID_CLASSES.flatMap((paidClass) => {
    const { ms, of } = hourlyIn(paidClass);
    if (ms === 0) return [];
    const factor = isRegular && isOvertime(paidClass) ? 1 : day.factors[paidClass];
    const payAt = (one: number) => new Money(ms).times(perHour).times(one).div(new Money(of).times(HOUR));
    return [{ paidClass, ms: Math.round(ms / of), factor, atOne: payAt(1), exact: payAt(factor) }];
  });
}

/** Returns the cents of one line of piece pay by lookup pair, in proportion to their units; the last one has what is left. */
export function centsByPiece(
  { rate, pieces, units, amount }: { rate: Money; pieces: readonly Piece[]; units: Money; amount: Money },
  round: (exact: Money) => Money,
): [Piece, Money][] {
  let left = amount;
  return pieces.map((piece, nth) => {
    const part = units.lte(0) ? ZERO : round(rate.times(piece.units));
    const own = nth === pieces.length - 1 ? left : part;
    left = left.minus(own);
    return [piece, own];
  });
}

/** Returns the jobs of a day for cost: lookup pairs with their piece pay and part of the piecework time; the rest of the time is of no job. */
function jobsOf(
  day: EarnDay,
  split: Omit<Split, 'hourlyIn'>,
  { pieceLines, counts }: { pieceLines: ReturnType<typeof piecesOf>; counts: Money },
  round: (exact: Money) => Money,
): JobCost[] {
  const all = day.pieces.map((piece) => ({ piece, weight: day.workedMs > 0 ? piece.timeMs : Number(piece.units) }));
  const weights = all.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const jobs = all.map(
    ({ piece, weight }): JobCost => ({
      date: day.date,
      lookup1: piece.lookup1,
      lookup2: piece.lookup2,
      units: new Money(piece.units),
      ms: weights > 0 ? (split.pieceMs * Math.max(0, weight)) / weights : split.pieceMs / all.length,
      isHourly: false,
      direct: ZERO,
      counts: ZERO,
      spread: ZERO,
    }),
  );
  for (const { rate, pieces, exact, units } of pieceLines)
    for (const [piece, own] of centsByPiece({ rate: rate.value, pieces, units, amount: round(exact) }, round)) {
      const job = jobs[day.pieces.indexOf(piece)];
      if (!job) continue;
      job.direct = job.direct.plus(own);
      job.counts = job.direct;
    }
  // A holiday that is paid though it was not worked is of no job either.
  if (split.hourlyMs > 0 || (jobs.length === 0 && (split.pieceMs + split.restMs > 0 || isPaidOff(day))))
    jobs.push({
      ...{ date: day.date, lookup1: '', lookup2: '', units: ZERO, direct: ZERO, spread: ZERO, counts },
      isHourly: true,
      ms: split.hourlyMs + (jobs.length === 0 ? split.pieceMs : 0),
    });
  return jobs;
}

const SETTLED: readonly OpenReason[] = [];
type Settled = ReturnType<typeof settle> & { rule: PayRuleValue | null; days: Days };
function premiumsOf(windows: readonly Settled[], rules: Rules): Window[] {
  addWeeklyRest(windows, rules);
  addWeekPremiums(windows, rules);
  addClassPremiums(windows, rules);
  addFloors(windows, rules);
  return windows.map(({ jobs, dayPays: _dayPays, ...settled }) => {
    const { openOn } = settled;
    const window: Window = {
      ...settled,
      open: openOn.size === 0 ? SETTLED : [...new Set([...openOn.values()].flat())],
      isDaySettled: (date) =>
        date < rules.today && !(openOn.get(date)?.some((reason) => !OF_WINDOWS.includes(reason)) ?? false),
      jobs: () =>
        costOf(
          window.open.length === 0 ? jobs() : jobs().filter(({ date }) => window.isDaySettled(date)),
          window.lines.filter((line) => isSettledLine(window, line)),
          { amount: window.guarantee(), isOfAll: window.rule?.scope === 'all' },
          rules.cents,
        ),
    };
    return window;
  });
}

type Part = { pay: DayPay; window: Settled };
const partsOf = (windows: readonly Settled[]): Part[] =>
  windows.flatMap((window) => window.dayPays.map((pay) => ({ pay, window })));
const weekOnPart = ({ pay, window }: Part) => weekOf(pay.day.date, window.rule?.weekStart ?? 1);
/** Leaves a date open while the workweek by which something of it is paid goes on, or other windows of it are open. */
function raiseOpenWeek(part: Part, week: WeekOfPay, { today }: Rules) {
  const { pay, window } = part;
  const { to } = weekOnPart(part);
  if (!(to >= today && window.to < to) && !week.open.some((one) => one !== window)) return;
  const reasons = window.openOn.get(pay.day.date) ?? [];
  if (!reasons.includes('week-open')) window.openOn.set(pay.day.date, [...reasons, 'week-open']);
}
/** Adds the rest that is paid at the higher of the minimum and the average of its workweek without rest, on the last day worked of its window. */
function addWeeklyRest(windows: readonly Settled[], rules: Rules) {
  const byWeek = windows.filter(isRestByWeek);
  // Most people have none: their days are not gone through.
  if (byWeek.length === 0) return;
  const parts = partsOf(windows);
  const weeks = Map.groupBy(parts, (part) => weekOnPart(part).from);
  for (const window of byWeek) {
    const own = parts.filter(({ pay, window: of }) => of === window && pay.split.restMs > 0);
    let [exact, restMs] = [ZERO, 0];
    for (const part of own) {
      const { pay } = part;
      const week = weekOfPay(weeks.get(weekOnPart(part).from) ?? [], ['top-up']);
      const ms = week.ms - week.restMs;
      const isAverage = ms > 0 && week.pay.times(HOUR).gt(pay.minimum.times(ms));
      const [amount, per] = isAverage ? [week.pay, ms] : [pay.minimum, HOUR];
      pay.rest = amount.times(pay.split.restMs).div(per);
      exact = exact.plus(pay.rest);
      restMs += pay.split.restMs;
      raiseOpenWeek(part, week, rules);
    }
    const last = window.days.findLast(isWorked);
    if (!last || exact.isZero()) continue;
    window.lines.push({
      ...{ ...NO_DETAILS, date: last.date, kind: 'rest', exact, amount: exact.toDecimalPlaces(rules.cents) },
      ...{ ms: restMs, perHour: exact.div(hoursOf(restMs)) },
    });
  }
}

type Premium = { paidClass: PaidClass; ms: Money; factor: number };
/** Returns the time of a day that has a premium, by class: what is not paid by the hour, and at the regular rate all overtime. */
function premiumTime({ day, split }: DayPay, base: PayRuleValue['premiumBase']): Premium[] {
  return PAID_CLASSES.flatMap((paidClass) => {
    const factor = day.factors[paidClass];
    const hourly = base === 'regular' && isOvertime(paidClass) ? NO_TIME : split.hourlyIn(paidClass);
    const ms = new Money(day.paidMs[paidClass]).times(hourly.of).minus(hourly.ms).div(hourly.of);
    return ms.isZero() || factor <= 1 ? [] : [{ paidClass, factor, ms }];
  });
}
/** Adds the premiums of rule sets that say their base, each on its own day. */
function addClassPremiums(windows: readonly Settled[], rules: Rules) {
  const { cents } = rules;
  const parts = partsOf(windows);
  const premiums = parts.flatMap(({ pay, window }) =>
    premiumTime(pay, window.rule?.premiumBase).map((premium) => ({ ...premium, pay, window })),
  );
  if (premiums.length === 0) return;
  const weeks = Map.groupBy(parts, (part) => weekOnPart(part).from);
  const sums = new Map([...weeks].map(([from, own]) => [from, weekOfPay(own, ['top-up', 'rest'])]));
  for (const { paidClass, ms, factor, pay, window } of premiums) {
    const week = sums.get(weekOnPart({ pay, window }).from) ?? NO_WEEK;
    const regular = week.pay.times(HOUR).div(week.ms);
    const { date } = pay.day;
    const premiumBase = window.rule?.premiumBase;
    const isMinimum = premiumBase === 'minimum' || (premiumBase === 'greater' && pay.minimum.gt(regular));
    // Divided once: half a cent must be half a cent.
    const [amount, per] = isMinimum ? [pay.minimum, HOUR] : [week.pay, week.ms];
    const exact = amount.times(ms).times(new Money(factor).minus(1)).div(per);
    const shown = exact.toDecimalPlaces(cents);
    if (premiumBase !== 'minimum') raiseOpenWeek({ pay, window }, week, rules);
    if (shown.isZero()) continue;
    const base = isMinimum ? 'minimum' : 'regular';
    window.lines.push({
      ...{ ...NO_DETAILS, date, kind: 'premium', exact, amount: shown, paidClass, factor, base },
      ...{ ms: ms.round().toNumber(), perHour: isMinimum ? pay.minimum : regular },
    });
  }
}
/** Returns what an hour of an ordinary day is worth, as an amount for a time: at the hourly rate, the minimum, or as the pieces and hours of the workweek, whichever is most. */
function wageOf({ pay, window }: Part, week: WeekOfPay | null): [amount: Money, ms: number] {
  const { hourly, minimum, isByHour } = pay;
  const least = isByHour && window.rule?.scope === 'piece' ? hourly : Money.max(hourly, minimum);
  // Pieces of a week without hours have no average.
  return week && week.ms > 0 && week.pay.times(HOUR).gt(least.times(week.ms)) ? [week.pay, week.ms] : [least, HOUR];
}
/** Adds what the pay of a Sunday or holiday lacks of so many ordinary wages, and the ordinary wage of a holiday that was not worked (E6a). */
function addFloors(windows: readonly Settled[], rules: Rules) {
  if (!windows.some(({ rule }) => rule?.floors)) return;
  const parts = partsOf(windows);
  const found = parts.filter(({ pay: { day } }) => isPaidOff(day) || (floorOf(day)?.wages && day.ordinaryMs));
  if (found.length === 0) return;
  const weeks = Map.groupBy(parts, (part) => weekOnPart(part).from);
  for (const part of found) {
    const { pay, window } = part;
    const { date, ordinaryMs = 0 } = pay.day;
    const hasWeek = !pay.isByHour && window.rule !== null && hasWeeklyPremium(window.rule);
    const week = hasWeek ? weekOfPay(weeks.get(weekOnPart(part).from) ?? [], []) : null;
    const [amount, per] = wageOf(part, week);
    const floor = floorOf(pay.day);
    const paid = floor ? payOfDay(part) : ZERO;
    const factor = floor?.wages ?? 1;
    const exact = amount.times(ordinaryMs).times(factor).div(per).minus(paid);
    if (week) raiseOpenWeek(part, week, rules);
    if (amount.isZero() && !floor && !pay.isByHour) raiseUnpriced(part);
    const shown = exact.toDecimalPlaces(rules.cents);
    if (shown.lte(0)) continue;
    window.lines.push({
      ...{ ...NO_DETAILS, date, kind: floor ? 'floor' : 'holiday-off', exact, amount: shown, ms: ordinaryMs },
      ...{ paidClass: floor?.paidClass ?? null, factor: floor ? factor : null, perHour: amount.times(HOUR).div(per) },
    });
  }
}
/** Returns the pay of a day with its part of the window's top-up, by what each day lacks, and of its rest. */
function payOfDay({ pay, window }: Part): Money {
  const { date } = pay.day;
  const shareOf = (kind: LineKind, of: (one: DayPay) => Money) => {
    const line = window.lines.find((one) => one.kind === kind);
    const sum = window.dayPays.reduce((total, one) => total.plus(of(one)), ZERO);
    return line && sum.gt(0) ? line.amount.times(of(pay)).div(sum) : ZERO;
  };
  return window.lines
    .filter(
      (line) => line.date === date && (line.kind === 'piece' || line.kind === 'hourly' || line.kind === 'premium'),
    )
    .reduce((sum, line) => sum.plus(line.amount), ZERO)
    .plus(shareOf('top-up', ({ need }) => Money.max(need, ZERO)))
    .plus(shareOf('rest', ({ rest }) => rest));
}
/** Leaves a day open if its wage is unknown. */
function raiseUnpriced({ pay, window }: Part) {
  const reasons = window.openOn.get(pay.day.date) ?? [];
  if (!reasons.includes('not-priced')) window.openOn.set(pay.day.date, [...reasons, 'not-priced']);
}
type WeekOfPay = { pay: Money; ms: number; restMs: number; open: readonly Settled[] };
const NO_WEEK: WeekOfPay = { pay: ZERO, ms: HOUR, restMs: 0, open: [] };
/** Returns the pay of a workweek that an average is made of: its own and lines of some kinds, of a window that reaches out of it the part of its days. */
function weekOfPay(parts: readonly Part[], kinds: readonly LineKind[]): WeekOfPay {
  let pay = parts.reduce((sum, part) => sum.plus(part.pay.plain), ZERO);
  const windows = Map.groupBy(parts, ({ window }) => window);
  for (const [window, own] of windows) {
    const others = window.lines.filter(({ kind }) => kinds.includes(kind));
    const isWithin = own.length === window.dayPays.length;
    for (const { kind, amount } of others)
      pay = isWithin
        ? pay.plus(amount)
        : own.reduce((sum, part) => sum.plus(kind === 'rest' ? part.pay.rest : part.pay.need), pay);
  }
  const ms = parts.reduce((sum, part) => sum + totalMs(part.pay.day), 0);
  const restMs = parts.reduce((sum, part) => sum + part.pay.split.restMs, 0);
  return { pay, ms, restMs, open: [...windows.keys()].filter(({ openOn }) => openOn.size > 0) };
}

/** Adds the overtime premium of rule sets without a base of premiums, by workweek: on the last day worked of the week, in its window. */
function addWeekPremiums(windows: readonly Settled[], { cents }: Rules) {
  const regular = windows.filter(({ rule }) => rule?.premiumBase === undefined && rule?.overtime === 'regular');
  const weeks = Map.groupBy(
    regular.flatMap((window) => window.days.map((day) => ({ day, window }))),
    ({ day, window }) => weekOf(day.date, window.rule?.weekStart ?? 1).from,
  );
  for (const parts of weeks.values()) {
    const dates = new Set(parts.map(({ day }) => day.date));
    const own = [...new Set(parts.map(({ window }) => window))];
    const paidMs = parts.reduce((sum, { day }) => sum + totalMs(day), 0);
    const last = parts.findLast(({ day }) => totalMs(day) > 0);
    const ofWeek = own.flatMap(({ lines }) => lines).filter(({ date }) => dates.has(date));
    const weighted = parts.reduce(
      (sum, { day: { paidMs: of, factors } }) =>
        sum
          .plus(new Money(factors.overtime1).minus(1).times(of.overtime1))
          .plus(new Money(factors.overtime2).minus(1).times(of.overtime2)),
      ZERO,
    );
    if (!last || weighted.lte(0) || paidMs === 0) continue;
    const pay = ofWeek.reduce((sum, { amount }) => sum.plus(amount), ZERO);
    const perHour = pay.div(hoursOf(paidMs));
    const exact = weighted.times(pay).div(paidMs);
    const ms = parts.reduce((sum, { day }) => sum + overtimeMs(day), 0);
    last.window.lines.push({
      ...NO_DETAILS,
      ...{ date: last.day.date, kind: 'premium', exact, amount: exact.toDecimalPlaces(cents), ms, perHour },
    });
  }
}
