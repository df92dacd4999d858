import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { type OpenReason, PAID_CLASSES } from '#contract/money/earnings.ts';
import { hasWeeklyRest } from '../../figures/pay/payWindow.ts';
import { HOUR, type LocalDate, MINUTE } from '../../platform/zone.ts';
import type { JobCost } from './cost.ts';
import {
  type EarnDay,
  hoursOf,
  isOvertime,
  isWorked,
  type Line,
  NO_DETAILS,
  overtimeMs,
  type Rules,
  totalMs,
  type Worker,
  workerOn,
  ZERO,
} from './earnDay.ts';
import { isPaidOff, leastOf } from './floors.ts';
import { jobsOf } from './jobs.ts';
import { Money } from './money.ts';
import { hasHourlyRate, unpricedTime } from './openPay.ts';
import { piecesOf } from './pieces.ts';
import { type Split, splitOf } from './split.ts';

/** The parts of a day's pay that premiums are made of, where the rule set says their base. */
export type DayPay = {
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
export function settle(
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

export type Settled = ReturnType<typeof settle> & { rule: PayRuleValue | null; days: Days };
/** Tells whether the rest of a window is paid at the averages of its weeks. */
export const isRestByWeek = ({ rule, days }: { rule: PayRuleValue | null; days: Days }) =>
  rule !== null && hasWeeklyRest(rule) && !days.some(({ restByWindow }) => restByWindow);
const hourlyRate = (rule: PayRuleValue | null, amount: Money, minimum: Money) =>
  rule?.hourlyAtLeastMinimum ? Money.max(amount, minimum) : amount;

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
