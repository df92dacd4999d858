import { daysBetween } from '#contract/platform/common.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { addDays, type LocalDate, weekdayOf } from '../../platform/zone.ts';

type Weeks = Pick<HoursRule, 'weeksLimitMinutes' | 'limitWeeks' | 'limitWeeksFrom'>;
/** Returns how many days of the weeks of a rule's limit come before a date; null without such a limit. */
function daysInto({ weeksLimitMinutes, limitWeeks, limitWeeksFrom }: Weeks, date: LocalDate): number | null {
  if (weeksLimitMinutes === null) return null;
  const days = 7 * limitWeeks;
  return ((daysBetween(limitWeeksFrom, date) % days) + days) % days;
}

/** Returns the most days before a date whose hours can move its own over a limit of several weeks; 0 without one. */
export const daysOfWeeksBefore = (rules: readonly Weeks[], date: LocalDate): number =>
  Math.max(0, ...rules.map((rule) => daysInto(rule, date) ?? 0));

/**
 * Returns the later dates of a date's week, and of the weeks of a limit of several, whose hours its own can move over a limit (docs/reference/paid-hours.md#classes): by every rule,
 * because an employee can come under another one within the week, and the week ends as it began. None without such a limit.
 */
export function weekAfter(rules: readonly HoursRule[], date: LocalDate): LocalDate[] {
  const isLimited = rules.some(
    ({ weekLimitMinutes, weekLimit2Minutes }) => weekLimitMinutes !== null || weekLimit2Minutes !== null,
  );
  const ofWeek = isLimited ? rules.map(({ weekStart }) => 6 - ((weekdayOf(date) - weekStart + 7) % 7)) : [];
  const ofWeeks = rules.flatMap((rule) => {
    const into = daysInto(rule, date);
    return into === null ? [] : 7 * rule.limitWeeks - 1 - into;
  });
  return Array.from({ length: Math.max(0, ...ofWeek, ...ofWeeks) }, (_, nth) => addDays(date, nth + 1));
}
