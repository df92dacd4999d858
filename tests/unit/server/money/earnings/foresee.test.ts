import { describe, expect, test } from 'vitest';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { EarnDay, PayType, Worker } from '#server/money/earnings/earnDay.ts';
import { foreseenTopUp, paceOf, restOf } from '#server/money/earnings/foresee.ts';
import { Money } from '#server/money/earnings/money.ts';
import { type Rate, rateFinder } from '#server/money/earnings/rates.ts';
import { HOUR } from '#server/platform/zone.ts';

/** The top-up that today will need: the guarantee of the whole shift, less what is earned and what the usual pace still brings. */

const TODAY = '2026-11-20';
const RULE: PayRuleValue = {
  ...{ name: 'Day', window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
};
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const rate = (kind: Rate['kind'], amount: string, over: Partial<Rate> = {}): Rate => ({
  ...{ id: `${kind} ${amount}`, kind, amount, from: '2026-01-01', ...NONE, ...over },
});
const worker = (payType: PayType): Worker => ({
  ...{ employeeId: 'E', employeeGroupId: 'G', jobDescriptionId: null, payType },
});
const CRATE = rate('piece', '3.10', { lookup1: 'crate' });
const MINIMUM = rate('minimum', '28.79');
const HOURLY = rate('hourly', '30', { employeeId: 'E' });
const rulesOf = (rates: readonly Rate[]) => ({
  ...{ find: rateFinder(rates), cents: 2, today: TODAY },
  periodOf: () => ({ from: '2026-11-01', to: '2026-11-30' }),
});

type Case = {
  hours: number;
  crates: number;
  rest: number;
  /** Piece pay of an hour as usual. */
  pace?: string;
  payType?: PayType;
  rates?: readonly Rate[];
  leastMinutes?: number;
  scope?: PayRuleValue['scope'];
};
const topUp = ({ hours, crates, rest, pace, payType = 'both', rates = [CRATE, MINIMUM], ...rule }: Case) => {
  const day: EarnDay = {
    ...{ date: TODAY, rule: { ...RULE, ...rule }, open: [], workedMs: 0 },
    pieceTime: { ordinaryMinutes: [], sundayMs: 0, holidayMs: 0 },
    pieces: crates === 0 ? [] : [{ lookup1: 'crate', lookup2: '', units: String(crates), timeMs: 0 }],
    paidMs: { ordinary: hours * HOUR, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 },
    factors: { ordinary: 1, overtime1: 1.5, overtime2: 2, sunday: 2, holiday: 2 },
  };
  const of = { restMs: rest * HOUR, pace: pace === undefined ? null : new Money(pace) };
  return foreseenTopUp(worker(payType), day, of, rulesOf(rates)).toFixed(2);
};

test.each<[string, Case, string]>([
  // 9 h x 28.79 = 259.11.
  [
    'at 11:00 with a slow morning, at the usual pace: 62.00 + 5 h x 37.20',
    { hours: 4, crates: 20, rest: 5, pace: '37.20' },
    '11.11',
  ],
  ['the same morning of somebody who is usually fast', { hours: 4, crates: 20, rest: 5, pace: '50' }, '0.00'],
  [
    'a fast morning of somebody who is usually slow: 155.00 + 5 h x 15',
    { hours: 4, crates: 50, rest: 5, pace: '15' },
    '29.11',
  ],
  ['nothing is usual yet: the pace of today, 62.00 + 5 h x 15.50', { hours: 4, crates: 20, rest: 5 }, '119.61'],
  [
    'who has clocked out needs what is missing now: 4 h x 28.79 - 62.00',
    { hours: 4, crates: 20, rest: 0, pace: '37.20' },
    '53.16',
  ],
  [
    '2:30 and home, of which 4 h are paid at least: 115.16 - 93.00',
    { hours: 2.5, crates: 30, rest: 0, leastMinutes: 240 },
    '22.16',
  ],
  [
    'no unit yet, but usually piecework: 9 h x 28.79 - 8 h x 20',
    { hours: 1, crates: 0, rest: 8, pace: '20', payType: 'piece' },
    '99.11',
  ],
  ['no unit yet and no rate by the hour', { hours: 1, crates: 0, rest: 8, pace: '20' }, '99.11'],
  ['no unit yet and nothing usual: nobody can tell', { hours: 1, crates: 0, rest: 8 }, '0.00'],
  [
    'by the hour above the minimum',
    { hours: 1, crates: 0, rest: 8, payType: 'hourly', rates: [HOURLY, MINIMUM] },
    '0.00',
  ],
  [
    'an hourly rate and no piecework today',
    { hours: 1, crates: 0, rest: 8, pace: '5', rates: [CRATE, HOURLY, MINIMUM] },
    '0.00',
  ],
  ['without a minimum there is no guarantee', { hours: 4, crates: 1, rest: 5, rates: [CRATE] }, '0.00'],
  ['of piece time alone', { hours: 4, crates: 20, rest: 5, pace: '37.20', scope: 'piece' }, '11.11'],
])('%s', (_, given, expected) => expect(topUp(given)).toBe(expected));

describe('the usual pace', () => {
  const usual = { pieces: [{ lookup1: 'crate', lookup2: '', units: '300' }], paidMs: 25 * HOUR };
  test.each([
    ['300 crates in 25 h at 3.10', usual, '37.2'],
    ['work without a rate brings nothing', { ...usual, pieces: [{ lookup1: 'bin', lookup2: '', units: '9' }] }, '0'],
    [
      'units taken back do not make it negative',
      { ...usual, pieces: [{ lookup1: 'crate', lookup2: '', units: '-9' }] },
      '0',
    ],
    ['no days', undefined, null],
  ])('%s', (_, of, expected) =>
    expect(paceOf(worker('both'), of, TODAY, rulesOf([CRATE]))?.toFixed() ?? null).toBe(expected),
  );
});

describe('the rest of the shift', () => {
  const at = (clock: number) => clock * HOUR;
  const shift = {
    ...{ date: TODAY, start: at(7), end: at(16), midpoint: at(11.5), windowStart: at(5), windowEnd: at(18) },
    ...{ graceMs: 0, breakGraceMs: 0, breaks: [] },
    payBreaks: [
      { start: at(10), end: at(10.5), clockMs: 0.5 * HOUR, isPaid: true, isAtLeast: false },
      { start: at(12), end: at(13), clockMs: HOUR, isPaid: false, isAtLeast: false },
    ],
  };
  const rest = (until: number, over: object = {}) =>
    restOf({
      ...{ isOpen: true, shift, intervals: [{ in: at(7), out: null, end: at(until), estimated: true }] },
      ...over,
    }) / HOUR;
  test.each([
    ['at 9:00, without the unpaid hour at noon', rest(9), 6],
    ['within that hour', rest(12.5), 3],
    ['after the shift', rest(16.5), 0],
    ['who has clocked out', rest(9, { isOpen: false }), 0],
    ['without a shift', rest(9, { shift: null }), 0],
    ['without a punch', rest(9, { intervals: [] }), 0],
  ])('%s', (_, hours, expected) => expect(hours).toBe(expected));
});
