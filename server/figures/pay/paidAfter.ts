import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { addDays, datesOf, type LocalDate, weekdayOf } from '../../platform/zone.ts';
import { payPeriodOn } from './payPeriods.ts';
import { endsOf, windowOn } from './payWindow.ts';

type Kinds = Pick<Calendar, 'hoursRules' | 'isHolidayOfAny'>;
/** The days before a Sunday or holiday whose hours may say what its ordinary ones are. */
const DAYS_OF_AVERAGE = 28;
const SUNDAY = 7;

/**
 * Returns the later dates whose pay the work of a date can move, by any of some rule sets: those of its window, of which the last with work has the top-up,
 * and of the workweek at whose average premiums or rest of each day are; and Sundays and holidays with floors whose ordinary hours may be an average of the
 * four weeks before (docs/reference/pay.md#floors-of-sundays-and-holidays).
 */
export function paidAfter(
  rules: readonly PayRuleValue[],
  calendar: Kinds,
  date: LocalDate,
  today: LocalDate,
): LocalDate[] {
  const periodOf = (day: LocalDate) => payPeriodOn(calendar.hoursRules, day);
  const together = rules.flatMap((rule) => {
    const { to: end } = windowOn(rule, date, periodOf);
    // The top-up of a window counts in the workweek in which it ends.
    return [date, end]
      .flatMap((day) => (day < today ? endsOf(rule, day, periodOf) : []))
      .flatMap((to) => (to < today ? datesOf(date, to) : []));
  });
  const averaged = rules.some(({ floors }) => floors)
    ? Array.from({ length: DAYS_OF_AVERAGE }, (_, nth) => addDays(date, nth + 1)).filter(
        (day) => weekdayOf(day) === SUNDAY || calendar.isHolidayOfAny(day),
      )
    : [];
  return [...new Set([...together, ...averaged])].filter((day) => day > date).sort();
}
