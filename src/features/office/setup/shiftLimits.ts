import { t } from '@lingui/core/macro';
import { limitMessage } from '#contract/figures/hourLimits.ts';
import type { HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import type { SetupShifts, ShiftDay } from '#contract/office/setupLists.ts';
import { translated } from '../../../lib/words.tsx';
import { weekdayName } from '../../../lib/zoned.ts';
import { breakSpans, DAY, minutesOf, type Span, spanOf } from './shifts.ts';

/** Limits of hours that the shifts of an account break by themselves (docs/reference/records.md#limits-of-hours), if everybody works exactly these. */

const MINUTE = 60_000;
const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
const common = (one: Span, other: Span): Span => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});

/** Returns the paid parts of a shift in minutes from its weekday's midnight: it without its unpaid breaks. */
function paidSpans(day: ShiftDay): Span[] {
  const unpaid = breakSpans(day).filter((_, nth) => day.breaks[nth]?.paid === false);
  let parts = [spanOf(day)];
  for (const { start, end } of unpaid)
    parts = parts.flatMap((part) => [
      { start: part.start, end: Math.min(part.end, start) },
      { start: Math.max(part.start, end), end: part.end },
    ]);
  return parts.filter(({ start, end }) => end > start);
}

function nightOf(spans: readonly Span[], { nightStart, nightEnd }: HoursRuleValue) {
  if (nightStart === null || nightEnd === null) return 0;
  const start = minutesOf(nightStart);
  const end = minutesOf(nightEnd);
  const night = { start, end: end > start ? end : end + DAY };
  const nights = [-DAY, 0, DAY].map((shift) => ({ start: night.start + shift, end: night.end + shift }));
  return lengthOf(spans.flatMap((span) => nights.map((one) => common(span, one))));
}

/** Returns the hours rule that is in force on a day of a time group's weeks, or today if that is later; undefined without one. */
export const ruleOn = ({ rules }: Pick<SetupShifts, 'rules'>, day: string | null, today: string) =>
  rules.findLast(({ from }) => from <= (day !== null && day > today ? day : today));

/** Returns the limits of a rule that a week of shifts breaks if it is worked week after week, in words. */
export function brokenByWeek(week: readonly ShiftDay[], rule: HoursRuleValue | undefined): string[] {
  if (!rule) return [];
  const days = week
    .filter(({ isRest }) => !isRest)
    .toSorted((a, b) => a.weekday - b.weekday)
    .map((day) => {
      const spans = paidSpans(day);
      return { weekday: day.weekday, shift: spanOf(day), paid: lengthOf(spans), night: nightOf(spans, rule) };
    });
  const warning = (limit: Parameters<typeof limitMessage>[0]['limit'], value: number, of: number, weekday?: number) => {
    const [reached, bound] = limit === 'restDays' ? [value, of] : [value * MINUTE, of * MINUTE];
    const words = translated(limitMessage({ limit, value: reached, most: bound, isUnder18: rule.isUnder18 }));
    return weekday === undefined
      ? t`The week breaks a limit: ${words}.`
      : t`${weekdayName(weekday)} breaks a limit: ${words}.`;
  };
  const over = (
    limit: 'day' | 'night' | 'sevenDays' | 'overtime',
    value: number,
    of: number | null,
    weekday?: number,
  ) => (of !== null && value > of ? [warning(limit, value, of, weekday)] : []);
  const total = days.reduce((sum, { paid }) => sum + paid, 0);
  const ordinary = days.reduce((sum, { paid }) => sum + Math.min(paid, rule.dayLimitMinutes ?? paid), 0);
  const inWeek = Math.min(ordinary, rule.weekLimitMinutes ?? ordinary);
  const shortest = days.flatMap(({ weekday, shift }, nth) => {
    const next = days[(nth + 1) % days.length];
    if (!next || rule.minRestMinutes === null) return [];
    const gap = ((next.weekday - weekday + 6) % 7) + 1;
    const rest = Math.max(0, gap * DAY + next.shift.start - shift.end);
    return rest < rule.minRestMinutes ? [warning('rest', rest, rule.minRestMinutes, next.weekday)] : [];
  });
  // Seven worked days of a week are 14 of two weeks.
  const [worked, atMost] = rule.restDays === '2 in 14' ? [days.length * 2, 12] : [days.length, 6];
  return [
    ...days.flatMap(({ weekday, paid, night }) => [
      ...over('day', paid, rule.maxDayMinutes, weekday),
      ...over('night', night, rule.maxNightMinutes, weekday),
    ]),
    ...shortest,
    ...over('sevenDays', total, rule.maxSevenDaysMinutes),
    ...over('overtime', total - inWeek, rule.maxOvertimeMinutes),
    ...(rule.restDays !== 'none' && worked > atMost ? [warning('restDays', worked, atMost)] : []),
  ];
}
