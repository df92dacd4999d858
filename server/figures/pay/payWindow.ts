import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { addDays, type LocalDate, weekdayOf } from '../../platform/zone.ts';
import type { PayPeriod } from './payPeriods.ts';

type PeriodOf = (date: LocalDate) => PayPeriod;

/** Returns the workweek of a date. */
export function weekOf(date: LocalDate, weekStart: number): PayPeriod {
  const from = addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
  return { from, to: addDays(from, 6) };
}

/** Returns the window of a date (docs/reference/pay.md#the-guarantee): the days over which pay is compared with the minimum. */
export function windowOn(rule: PayRuleValue | null, date: LocalDate, periodOf: PeriodOf): PayPeriod {
  if (rule === null || rule.window === 'day') return { from: date, to: date };
  return rule.window === 'workweek' ? weekOf(date, rule.weekStart) : periodOf(date);
}

/** Tells whether a premium depends on the pay of its whole workweek. */
export const hasWeeklyPremium = ({ premiumBase, overtime }: Pick<PayRuleValue, 'premiumBase' | 'overtime'>) =>
  premiumBase === undefined ? overtime === 'regular' : premiumBase !== 'minimum';

/** Tells whether rest is paid at the average of its whole workweek, whatever the window: by rule sets that say their base of premiums. */
export const hasWeeklyRest = ({
  premiumBase,
  restRate,
  rests,
}: Pick<PayRuleValue, 'premiumBase' | 'restRate' | 'rests'>) =>
  premiumBase !== undefined && restRate === 'average' && rests.length > 0;

/** Tells whether pay depends on its whole workweek, whatever the window. */
export const isWeekly = (rule: PayRuleValue) => hasWeeklyPremium(rule) || hasWeeklyRest(rule);

/** Returns the last days of what the pay of a date is of: its window, and the workweek of a premium or of rest. */
export const endsOf = (rule: PayRuleValue, date: LocalDate, periodOf: PeriodOf): LocalDate[] => [
  windowOn(rule, date, periodOf).to,
  ...(isWeekly(rule) ? [weekOf(date, rule.weekStart).to] : []),
];

/** Returns the days whose lines of pay another rule on one of them can move: those of the window, and of the workweek of a premium or of rest. */
export function daysPaidWith(rule: PayRuleValue | null, date: LocalDate, periodOf: PeriodOf): PayPeriod {
  const window = windowOn(rule, date, periodOf);
  if (rule === null || !isWeekly(rule)) return window;
  return { from: weekOf(window.from, rule.weekStart).from, to: weekOf(window.to, rule.weekStart).to };
}
