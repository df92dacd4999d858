import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { PAID_CLASSES, type PaidClass } from '#contract/money/earnings.ts';
import { weekOf } from '../../figures/pay/payWindow.ts';
import { HOUR } from '../../platform/zone.ts';
import { hoursOf, isOvertime, NO_DETAILS, overtimeMs, type Rules, totalMs, ZERO } from './earnDay.ts';
import { Money } from './money.ts';
import type { DayPay, Settled } from './settle.ts';
import { NO_TIME } from './split.ts';
import { NO_WEEK, partsOf, raiseOpenWeek, weekOfPay, weekOnPart } from './weekOfPay.ts';

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
export function addClassPremiums(windows: readonly Settled[], rules: Rules) {
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

/** Adds the overtime premium of rule sets without a base of premiums, by workweek: on the last day worked of the week, in its window. */
export function addWeekPremiums(windows: readonly Settled[], { cents }: Rules) {
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
