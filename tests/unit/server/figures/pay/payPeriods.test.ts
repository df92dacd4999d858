import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBetween } from '#contract/platform/common.ts';
import type { HoursRule } from '#server/attendance/hoursRules.ts';
import { payPeriodOn, payPeriodsIn } from '#server/figures/pay/payPeriods.ts';
import { addDays } from '#server/platform/zone.ts';
import { HOURS_RULE } from '#tests/support/payOracle.ts';
import { size } from '#tests/support/size.ts';

const date = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays('2026-01-01', days));
const lists = fc
  .tuple(date(0, 300), fc.array(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 12 }))
  .map(([first, gaps]) => [
    first,
    ...gaps.map((_, nth) =>
      addDays(
        first,
        gaps.slice(0, nth + 1).reduce((sum, gap) => sum + gap, 0),
      ),
    ),
  ]);
const rules = fc.array(
  fc.record({
    effectiveFrom: fc.option(date(0, 360), { nil: null }),
    payPeriod: fc.constantFrom('weekly', 'fortnightly', 'monthly', 'list'),
    periodStart: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
    periodDates: lists,
    splitsPeriod: fc.boolean(),
  } as const),
  { maxLength: 4 },
);

test('whatever rules follow each other, each date has one period of at most 31 days, and they touch', () => {
  fc.assert(
    fc.property(rules, (some) => {
      const own = some.map((rule, nth) => ({ ...HOURS_RULE, ...rule, hoursRuleId: String(nth) }));
      const [first, last] = ['2026-01-10', '2026-12-20'];
      const periods = payPeriodsIn(own, first, last);
      for (const [nth, { from, to }] of periods.entries()) {
        expect(daysBetween(from, to)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(from, to)).toBeLessThan(31);
        const before = periods[nth + 1];
        if (before) expect(addDays(before.to, 1)).toBe(from);
        for (const day of [from, to]) if (day <= last) expect(payPeriodOn(own, day)).toEqual({ from, to });
      }
      expect((periods[0]?.to ?? '') >= last && (periods.at(-1)?.from ?? '') <= first).toBe(true);
    }),
    { numRuns: size(100, 1_000) },
  );
});

const monthly = (effectiveFrom: string | null, over: Partial<HoursRule> = {}) => ({
  ...HOURS_RULE,
  hoursRuleId: String(effectiveFrom),
  effectiveFrom,
  ...over,
});
const november = { from: '2026-11-01', to: '2026-11-30' };
test.each<[string, HoursRule[], object]>([
  ['another limit of the day', [monthly(null), monthly('2026-11-09', { dayLimitMinutes: 480 })], november],
  ['the same day of another month', [monthly(null), monthly('2026-11-09', { periodStart: '2026-11-01' })], november],
  [
    'a rule of a time group',
    [monthly(null), monthly('2026-11-09', { timeGroupId: 'g', payPeriod: 'weekly' })],
    november,
  ],
  ['a first rule, after days of calendar months', [monthly('2026-11-09')], november],
  [
    'a first rule of weeks, after days of calendar months',
    [monthly('2026-11-10', { payPeriod: 'weekly', periodStart: '2026-11-02' })],
    { from: '2026-11-10', to: '2026-11-15' },
  ],
  [
    'another day of the month',
    [monthly(null), monthly('2026-11-09', { periodStart: '2026-11-15' })],
    { from: '2026-11-09', to: '2026-11-14' },
  ],
  [
    'the same weeks from another date, twice',
    [
      monthly(null, { payPeriod: 'weekly', periodStart: '2026-11-02' }),
      monthly('2026-11-10', { payPeriod: 'weekly', periodStart: '2026-12-07' }),
      monthly('2026-11-12', { payPeriod: 'weekly', periodStart: '2025-01-06' }),
    ],
    { from: '2026-11-09', to: '2026-11-15' },
  ],
  [
    'fortnights in the other week',
    [
      monthly(null, { payPeriod: 'fortnightly', periodStart: '2026-11-02' }),
      monthly('2026-11-10', { payPeriod: 'fortnightly', periodStart: '2026-11-09' }),
    ],
    { from: '2026-11-10', to: '2026-11-22' },
  ],
  [
    'the same month, its days locked in two parts',
    [monthly(null), monthly('2026-11-09', { splitsPeriod: true })],
    { from: '2026-11-09', to: '2026-11-30' },
  ],
  [
    'back to the periods of before',
    [monthly(null), monthly('2026-11-09', { payPeriod: 'weekly', periodStart: '2026-11-02' }), monthly('2026-11-10')],
    { from: '2026-11-10', to: '2026-11-30' },
  ],
])('the period of 12 November under %s', (_, own, period) => expect(payPeriodOn(own, '2026-11-12')).toEqual(period));
