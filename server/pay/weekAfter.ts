import type { HoursRule } from '../attendance/hoursRules.ts';
import { addDays, type LocalDate, weekdayOf } from '../attendance/zone.ts';

/**
 * Returns the later dates of a date's week, whose hours its own can move over the week's limit (spec/pay.md P5): by every rule, because an employee can
 * come under another one within the week, and the week ends as it began. None without a limit of a week.
 */
export function weekAfter(rules: readonly HoursRule[], date: LocalDate): LocalDate[] {
  const isLimited = rules.some(
    ({ weekLimitMinutes, weekLimit2Minutes }) => weekLimitMinutes !== null || weekLimit2Minutes !== null,
  );
  const lengths = isLimited ? rules.map(({ weekStart }) => 6 - ((weekdayOf(date) - weekStart + 7) % 7)) : [];
  return Array.from({ length: Math.max(0, ...lengths) }, (_, nth) => addDays(date, nth + 1));
}
