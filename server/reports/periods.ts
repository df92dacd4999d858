import { calendarDates, isPayPeriod, type ReportPeriod } from '#contract/reports/reportPeriods.ts';
import type { HoursRule } from '../attendance/hoursRules.ts';
import { payPeriodOn } from '../figures/pay/payPeriods.ts';
import { addDays, type LocalDate } from '../platform/zone.ts';

type Dates = { from: LocalDate; to: LocalDate };
/** Returns the dates of a period as seen on a day, from the first day that is retained; null where none of them is. A pay period that has not ended goes up to that day. */
export function periodDates(
  period: ReportPeriod,
  today: LocalDate,
  earliest: LocalDate,
  rules: readonly HoursRule[],
): Dates | null {
  const { from, to } = isPayPeriod(period) ? payDates(period, today, rules) : calendarDates(period, today);
  return to < earliest ? null : { from: from < earliest ? earliest : from, to };
}

function payDates(period: 'this-pay-period' | 'last-pay-period', today: LocalDate, rules: readonly HoursRule[]): Dates {
  const current = payPeriodOn(rules, today);
  return period === 'this-pay-period'
    ? { from: current.from, to: today }
    : payPeriodOn(rules, addDays(current.from, -1));
}
