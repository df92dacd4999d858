import { expect, test } from 'vitest';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { earningsOf } from '#server/money/earnings/earn.ts';
import { rateFinder } from '#server/money/earnings/rates.ts';
import { linesOf } from '#server/money/payFiles/lines.ts';
import { addDays, MINUTE } from '#server/platform/zone.ts';

/** The lines that payroll gets of a week, worked out by hand. */
const SUNDAY = '2026-11-08';
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const CALIFORNIA: PayRuleValue = {
  ...{ name: 'California', window: 'workweek', scope: 'piece', leastMinutes: 0, weekStart: 7 },
  ...{ rests: [{ afterMinutes: 480, restMinutes: 20 }], restRate: 'average', hourlyAtLeastMinimum: true },
  ...{ overtime: 'factors', premiumBase: 'regular' },
};

/** Returns the lines of five days of 8 h, of which 20 minutes are rest and 24 no piecework, each with some units at 1.00. */
function linesOfWeek(rule: PayRuleValue, units: string) {
  const days = [1, 2, 3, 4, 5].map((nth) => ({
    ...{ date: addDays(SUNDAY, nth), rule, open: [], workedMs: 436 * MINUTE },
    pieceTime: { ordinaryMinutes: [0, 436], sundayMs: 0, holidayMs: 0 },
    pieces: [{ lookup1: 'crate', lookup2: '', units, timeMs: 436 * MINUTE }],
    paidMs: { ordinary: 480 * MINUTE, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 },
    factors: { ordinary: 1, overtime1: 1.5, overtime2: 2, sunday: 2, holiday: 2 },
  }));
  const find = rateFinder([
    { ...NONE, id: '1', kind: 'piece', amount: '1', from: '2026-01-01' },
    { ...NONE, id: '2', kind: 'minimum', amount: '16.90', from: '2026-01-01' },
  ]);
  const period = { from: SUNDAY, to: addDays(SUNDAY, 6) };
  const windows = earningsOf(
    { employeeId: 'E', employeeGroupId: null, jobDescriptionId: null, payType: 'both' },
    days,
    {
      ...{ find, cents: 2, periodOf: () => period, today: '2026-12-31' },
    },
  );
  const lines = [...linesOf(windows, 2, { ...period, periodOf: () => period }).lines.values()];
  const of = (kind: string) =>
    lines
      .filter(({ element }) => element.split('.')[0] === kind)
      .map(({ rate, ms, amount }) => [rate, ms / MINUTE, amount.toFixed(2)].join(' '));
  const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2);
  return { hourly: of('hourly'), topUp: of('top-up'), rest: of('rest'), total };
}

test('California: rest and other nonproductive time have their hours, rate and amount', () => {
  // 5 x 128.00 = 640.00 and 2:00 at 16.90 = 33.80, by 38:20 without rest: 17.5774 an hour, 1:40 of it 29.30.
  expect(linesOfWeek(CALIFORNIA, '128')).toEqual({
    hourly: Array.from({ length: 5 }, () => '16.9 24 6.76'),
    topUp: [],
    rest: ['17.5774 100 29.30'],
    total: '703.10',
  });
  // 36:20 x 16.90 = 614.03, less 500.00: 114.03. The average is the minimum: 1:40 at 16.90 = 28.17.
  expect(linesOfWeek(CALIFORNIA, '100')).toMatchObject({
    topUp: [' 0 114.03'],
    rest: ['16.9 100 28.17'],
    total: '676.00',
  });
});

test('a rule set of before has the lines that it had, without a rate of rest', () => {
  const { premiumBase: _base, ...former } = CALIFORNIA;
  expect(linesOfWeek(former, '128').rest).toEqual([' 100 29.30']);
});
