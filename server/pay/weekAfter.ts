import type { HoursRule } from '../attendance/hoursRules.ts';
import { addDays, type LocalDate, weekdayOf } from '../attendance/zone.ts';

/**
 * Returns the later dates of a date's week, whose hours its own can move over the week's limit (spec/pay.md P5): by every rule that has one, because an
 * employee can come under another rule within the week.
 */
export function weekAfter(rules: readonly HoursRule[], date: LocalDate): LocalDate[] {
  const lengths = rules
    .filter(({ weekLimitMinutes, weekLimit2Minutes }) => weekLimitMinutes !== null || weekLimit2Minutes !== null)
    .map(({ weekStart }) => 6 - ((weekdayOf(date) - weekStart + 7) % 7));
  return Array.from({ length: Math.max(0, ...lengths) }, (_, nth) => addDays(date, nth + 1));
}
