import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { addDays, type LocalDate, weekdayOf } from '../../platform/zone.ts';
import { payPeriodOn } from './payPeriods.ts';
import { isWeekly, weekOf, windowOn } from './payWindow.ts';

type Kinds = Pick<Calendar, 'hoursRules' | 'isHolidayOfAny'>;
/** The days before a Sunday or holiday whose hours may say what its ordinary ones are. */
const DAYS_OF_AVERAGE = 28;
const SUNDAY = 7;

/**
 * Returns the later dates whose pay the work of a date can move, by any of some rule sets: the one on which its window, or the workweek of a premium or of
 * rest, is due, and Sundays and holidays with floors whose ordinary hours may be an average of the four weeks before (docs/reference/pay.md#floors-of-sundays-and-holidays).
 */
export function paidAfter(rules: readonly PayRuleValue[], calendar: Kinds, date: LocalDate): LocalDate[] {
  const periodOf = (day: LocalDate) => payPeriodOn(calendar.hoursRules, day);
  const due = rules.flatMap((rule) => {
    const { to } = windowOn(rule, date, periodOf);
    return [to, ...(isWeekly(rule) ? [date, to].map((day) => weekOf(day, rule.weekStart).to) : [])];
  });
  const averaged = rules.some(({ floors }) => floors)
    ? Array.from({ length: DAYS_OF_AVERAGE }, (_, nth) => addDays(date, nth + 1)).filter(
        (day) => weekdayOf(day) === SUNDAY || calendar.isHolidayOfAny(day),
      )
    : [];
  return [...new Set([...due, ...averaged])].filter((day) => day > date).sort();
}
