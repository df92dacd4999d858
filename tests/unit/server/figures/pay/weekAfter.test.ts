import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBetween } from '#contract/platform/common.ts';
import { daysOfWeeksBefore, weekAfter } from '#server/figures/pay/weekAfter.ts';
import { addDays } from '#server/platform/zone.ts';
import { HOURS_RULE } from '#tests/support/payOracle.ts';

const FOUR_WEEKS = { ...HOURS_RULE, weeksLimitMinutes: 9_120, limitWeeks: 4, limitWeeksFrom: '2026-10-19' };

test.each([
  ['2026-10-19', 0, 27],
  ['2026-11-09', 21, 6],
  ['2026-11-15', 27, 0],
  ['2026-11-16', 0, 27],
  ['2026-10-18', 27, 0],
  ['2020-03-04', 16, 11],
])('of four weeks from 19 October, %s comes after %i days and before %i', (date, before, after) => {
  expect(daysOfWeeksBefore([HOURS_RULE, FOUR_WEEKS], date)).toBe(before);
  expect(weekAfter([HOURS_RULE, FOUR_WEEKS], date)).toHaveLength(after);
});

test('a date has those after it whose own days before reach it', () =>
  fc.assert(
    fc.property(
      fc.record({ limitWeeks: fc.integer({ min: 2, max: 8 }), from: fc.integer({ min: -400, max: 400 }) }),
      fc.integer({ min: 0, max: 200 }),
      ({ limitWeeks, from }, nth) => {
        const rules = [{ ...FOUR_WEEKS, limitWeeks, limitWeeksFrom: addDays('2026-11-02', from) }];
        const date = addDays('2026-11-02', nth);
        const reached = Array.from({ length: 70 }, (_, days) => addDays(date, days + 1)).filter(
          (later) => daysBetween(date, later) <= daysOfWeeksBefore(rules, later),
        );
        expect(weekAfter(rules, date)).toEqual(reached);
      },
    ),
    { numRuns: 200 },
  ));
