import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#server/attendance/zone.ts';
import { payPeriodOn, payPeriodsIn } from '#server/pay/payPeriods.ts';
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
