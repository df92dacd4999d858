import { describe, expect, test } from 'vitest';
import type { PaidClass } from '#contract/earnings.ts';
import type { PayRuleValue } from '#contract/payRules.ts';
import { Units } from '#server/attendance/piecework.ts';
import { addDays } from '#server/attendance/zone.ts';
import { type EarnDay, earningsOf, type PayType, type Window, type Worker } from '#server/earnings/earn.ts';
import { type Rate, rateFinder } from '#server/earnings/rates.ts';

const MINUTE = 60_000;
const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE;
};
const MONDAY = '2026-11-09';
const RULE: PayRuleValue = {
  ...{ name: 'Rule', window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
};
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const rate = (kind: Rate['kind'], amount: string, over: Partial<Rate> = {}): Rate => ({
  ...{ id: `${kind} ${amount} ${JSON.stringify(over)}`, kind, amount, from: '2026-01-01', ...NONE, ...over },
});
type Given = {
  paid?: Partial<Record<PaidClass, string>>;
  /** Units by product, and the time of the entries. */
  pieces?: Record<string, [units: string, time?: string]>;
  open?: EarnDay['open'];
};
const dayOf = (rule: PayRuleValue | null, date: string, { paid = {}, pieces = {}, open = [] }: Given): EarnDay => {
  const ms = (of: PaidClass) => at(paid[of] ?? '0:00');
  const all = Object.entries(pieces).map(([lookup1, [units, time]]) => {
    return { lookup1, lookup2: '', units, timeMs: at(time ?? '0:00') };
  });
  return {
    ...{ date, rule, open, pieces: all, workedMs: all.reduce((sum, { timeMs }) => sum + timeMs, 0) },
    paidMs: {
      ...{ ordinary: ms('ordinary'), overtime1: ms('overtime1'), overtime2: ms('overtime2') },
      ...{ sunday: ms('sunday'), holiday: ms('holiday') },
    },
    factors: { ordinary: 1, overtime1: 1.5, overtime2: 2, sunday: 2, holiday: 2 },
  };
};
const WORKER: Worker = { employeeId: 'E', employeeGroupId: 'G', jobDescriptionId: 'J', payType: 'both' };
type World = {
  rule?: Partial<PayRuleValue> | null;
  rates: readonly Rate[];
  payType?: PayType;
  today?: string;
  cents?: number;
};
function earn(days: readonly Given[], { rule = {}, rates, payType = 'both', today = '2026-12-31', cents = 2 }: World) {
  const whole = rule && { ...RULE, ...rule };
  return earningsOf(
    { ...WORKER, payType },
    days.map((day, nth) => dayOf(whole, addDays(MONDAY, nth), day)),
    { find: rateFinder(rates), cents, periodOf: () => ({ from: '2026-11-01', to: '2026-11-30' }), today },
  );
}
const linesOf = (windows: readonly Window[]) =>
  windows.flatMap(({ lines }) => lines.map(({ kind, amount }) => `${kind} ${amount.toFixed(2)}`));
const totalOf = (windows: readonly Window[]) =>
  windows
    .flatMap(({ lines }) => lines)
    .reduce((sum, { amount }) => amount.plus(sum), new Units(0))
    .toFixed(2);

describe('the cases of spec/pay.md', () => {
  const sa = [rate('piece', '3.10'), rate('minimum', '28.79')];
  const nine = (units: string): Given => ({ paid: { ordinary: '9:00' }, pieces: { crate: [units] } });

  test('South Africa, by day: 110 and 60 crates are 341.00 and 186.00, top-up 0 and 73.11, total 600.11', () => {
    const windows = earn([nine('110'), nine('60')], { rates: sa });
    expect(linesOf(windows)).toEqual(['piece 341.00', 'piece 186.00', 'top-up 73.11']);
    expect(totalOf(windows)).toBe('600.11');
  });

  test('half a cent is half a cent, though an hour has thirds: 3:20 at 25.6305 is 85.435, which is 85.44', () => {
    const windows = earn([{ paid: { ordinary: '3:20' } }], {
      ...{ payType: 'hourly', rule: null, rates: [rate('hourly', '25.6305', { employeeId: 'E' })] },
    });
    expect(linesOf(windows)).toEqual(['hourly 85.44']);
  });

  test('South Africa, by week: 527.00 >= 518.22, top-up 0', () => {
    const windows = earn([nine('110'), nine('60')], { rule: { window: 'workweek' }, rates: sa });
    expect(windows.map(({ guarantee, counts }) => [guarantee().toFixed(2), counts.toFixed(2)])).toEqual([
      ['518.22', '527.00'],
    ]);
    expect(linesOf(windows)).toEqual(['piece 341.00', 'piece 186.00']);
  });

  test('worked 2:30, 30 crates, least 4 h: guarantee 115.16, top-up 22.16', () => {
    const day: Given = { paid: { ordinary: '2:30' }, pieces: { crate: ['30'] } };
    const windows = earn([day], { rule: { leastMinutes: 240 }, rates: sa });
    expect(windows[0]?.guarantee().toFixed(2)).toBe('115.16');
    expect(linesOf(windows)).toEqual(['piece 93.00', 'top-up 22.16']);
  });

  test('Australia: 7.6 h at 25.41, 12 bins at 13.83: 165.96, guarantee 193.12, top-up 27.16', () => {
    const day: Given = { paid: { ordinary: '7:36' }, pieces: { bin: ['12'] } };
    const windows = earn([day], {
      rule: { scope: 'piece' },
      rates: [rate('piece', '13.83'), rate('minimum', '25.41')],
    });
    expect(windows[0]?.guarantee().toFixed(2)).toBe('193.12');
    expect(linesOf(windows)).toEqual(['piece 165.96', 'top-up 27.16']);
  });

  test('FLSA: 46 h of pieces for 245.50 and 4 h at 5.00: regular rate 5.31, premium of 10 h 26.55, total 292.05', () => {
    const day = (ordinary: string, overtime1: string, units: string, time: string): Given => ({
      ...{ paid: { ordinary, overtime1 }, pieces: { box: [units, time] } },
    });
    const days = [...Array(4).fill(day('10:00', '0:00', '50', '10:00')), day('0:00', '10:00', '45.5', '6:00')];
    const windows = earn(days, {
      rule: { window: 'workweek', overtime: 'regular' },
      rates: [rate('piece', '1'), rate('hourly', '5.00', { employeeId: 'E' })],
    });
    expect(linesOf(windows).slice(4)).toEqual(['piece 45.50', 'hourly 20.00', 'premium 26.55']);
    expect(windows[0]?.lines.at(-1)?.perHour?.toFixed(2)).toBe('5.31');
    expect(totalOf(windows)).toBe('292.05');
  });

  const california: Partial<PayRuleValue> = {
    ...{ window: 'workweek', scope: 'piece', hourlyAtLeastMinimum: true, restRate: 'average' },
    rests: [
      { afterMinutes: 210, restMinutes: 10 },
      { afterMinutes: 361, restMinutes: 20 },
    ],
  };
  const eight = (units: string, time: string): Given => ({
    paid: { ordinary: '8:00' },
    pieces: { box: [units, time] },
  });
  const week = (units: string) => [eight(units, '5:40'), ...Array(4).fill(eight(units, '7:40'))];

  test('California, 40 h, of them 1:40 rest and 2:00 nonproductive, pieces 640.00: 17.58 an hour, rest 29.30, total 703.10', () => {
    const windows = earn(week('128'), { rule: california, rates: [rate('piece', '1'), rate('minimum', '16.90')] });
    expect(linesOf(windows).filter((line) => !line.startsWith('piece'))).toEqual(['hourly 33.80', 'rest 29.30']);
    expect(windows[0]?.lines.at(-1)?.perHour?.toFixed(2)).toBe('17.58');
    expect(totalOf(windows)).toBe('703.10');
  });

  test('California, pieces 500.00: 36:20 x 16.90 = 614.03, top-up 114.03, rest 28.17', () => {
    const windows = earn(week('100'), { rule: california, rates: [rate('piece', '1'), rate('minimum', '16.90')] });
    expect(windows[0]?.guarantee().toFixed(2)).toBe('614.03');
    expect(linesOf(windows).slice(-2)).toEqual(['top-up 114.03', 'rest 28.17']);
  });

  test('negative spread: 40 h at 16 with minimum 18.90 is 116.00 in all, -8.80 in a job paid 20', () => {
    const day = (product: string, units: string): Given => ({
      ...{ paid: { ordinary: '8:00' }, pieces: { [product]: [units, '8:00'] } },
    });
    const rates = [
      rate('piece', '20', { lookup1: 'A' }),
      rate('piece', '15', { lookup1: 'B' }),
      rate('minimum', '18.90'),
    ];
    const windows = earn([day('A', '8'), ...Array(4).fill(day('B', '8'))], {
      rule: { window: 'period', scope: 'piece' },
      rates,
    });
    expect(linesOf(windows).at(-1)).toBe('top-up 116.00');
    expect(windows[0]?.jobs().map(({ lookup1, spread }) => `${lookup1} ${spread.toFixed(2)}`)).toEqual([
      ...['A -8.80', 'B 31.20', 'B 31.20', 'B 31.20', 'B 31.20'],
    ]);
  });

  test('below half a cent there is no top-up: 6:42 at 28.79 is 192.893, so that pieces of 192.89 need no top-up', () => {
    const days: Given[] = [{ paid: { ordinary: '6:42' }, pieces: { A: ['1'] } }];
    const rates = [rate('piece', '192.89'), rate('minimum', '28.79')];
    expect(linesOf(earn(days, { rule: { scope: 'all' }, rates }))).toEqual(['piece 192.89']);
  });

  test('E2: 0.334 + 0.333 + 0.333 at 1.25 is 1.25, not 1.26; half a cent is rounded away from zero', () => {
    const pieces = { a: ['0.334'], b: ['0.333'], c: ['0.333'] } as Record<string, [string]>;
    expect(linesOf(earn([{ pieces }], { rule: null, rates: [rate('piece', '1.25')] }))).toEqual(['piece 1.25']);
    expect(linesOf(earn([{ pieces: { a: ['1'] } }], { rule: null, rates: [rate('piece', '0.0050')] }))).toEqual([
      'piece 0.01',
    ]);
  });
});
