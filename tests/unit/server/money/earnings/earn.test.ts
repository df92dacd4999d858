import { describe, expect, test } from 'vitest';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { PaidClass } from '#contract/money/earnings.ts';
import { earningsOf } from '#server/money/earnings/earn.ts';
import type { EarnDay, PayType, Window, Worker } from '#server/money/earnings/earnDay.ts';
import { isSettledLine } from '#server/money/earnings/openPay.ts';
import { type Rate, rateFinder } from '#server/money/earnings/rates.ts';
import { Units } from '#server/platform/units.ts';
import { addDays } from '#server/platform/zone.ts';

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
  restByWindow?: boolean;
  ordinaryMs?: number;
  isHolidayOff?: boolean;
};
/** Entries that begin with the day. */
const takenFirst = (pieces: readonly { timeMs: number }[]) => ({
  ordinaryMinutes: [0, pieces.reduce((sum, { timeMs }) => sum + timeMs, 0) / MINUTE],
  ...{ sundayMs: 0, holidayMs: 0 },
});
const dayOf = (
  rule: PayRuleValue | null,
  date: string,
  { paid = {}, pieces = {}, open = [], ...over }: Given,
): EarnDay => {
  const ms = (of: PaidClass) => at(paid[of] ?? '0:00');
  const all = Object.entries(pieces).map(([lookup1, [units, time]]) => {
    return { lookup1, lookup2: '', units, timeMs: at(time ?? '0:00') };
  });
  return {
    ...{ ...over, date, rule, open, pieces: all, workedMs: all.reduce((sum, { timeMs }) => sum + timeMs, 0) },
    pieceTime: takenFirst(all),
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
const settledOf = (window: Window) =>
  linesOf([{ ...window, lines: window.lines.filter((line) => isSettledLine(window, line)) }]);
const totalOf = (windows: readonly Window[]) =>
  windows
    .flatMap(({ lines }) => lines)
    .reduce((sum, { amount }) => amount.plus(sum), new Units(0))
    .toFixed(2);

describe('the cases of the laws by hand', () => {
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

describe('premiums by a base, and the guarantee of all hours', () => {
  const law: Partial<PayRuleValue> = { premiumBase: 'greater' };
  const sa = [rate('piece', '3.10'), rate('minimum', '28.79')];
  const crates = (units: string, time?: string): Given['pieces'] => ({ crate: time ? [units, time] : [units] });
  const premiumsOf = (windows: readonly Window[]) =>
    windows
      .flatMap(({ lines }) => lines)
      .flatMap(({ kind, date, ms, perHour, factor, base, amount, paidClass }) =>
        kind === 'premium'
          ? [
              `${date.slice(8)} ${paidClass} ${(ms ?? 0) / 3_600_000} h ${perHour?.toFixed(4)} ${base} x${factor} ${amount.toFixed(2)}`,
            ]
          : [],
      );
  const flsa: Partial<PayRuleValue> = { window: 'workweek', premiumBase: 'regular' };

  test('South Africa, 10 h with a limit of 8, 40 crates: 287.90 guaranteed, premium 28.79, total 316.69', () => {
    const windows = earn([{ paid: { ordinary: '8:00', overtime1: '2:00' }, pieces: crates('40') }], {
      ...{ rule: law, rates: sa },
    });
    expect(windows[0]?.guarantee().toFixed(2)).toBe('287.90');
    expect(linesOf(windows)).toEqual(['piece 124.00', 'top-up 163.90', 'premium 28.79']);
    expect(premiumsOf(windows)).toEqual(['09 overtime1 2 h 28.7900 regular x1.5 28.79']);
    expect(totalOf(windows)).toBe('316.69');
  });

  test('a rule set without a base keeps its results: 8 h guaranteed, no premium, 230.32', () => {
    const windows = earn([{ paid: { ordinary: '8:00', overtime1: '2:00' }, pieces: crates('40') }], { rates: sa });
    expect(linesOf(windows)).toEqual(['piece 124.00', 'top-up 106.32']);
    expect(totalOf(windows)).toBe('230.32');
  });

  test('Sunday 5 h, 5 crates: 143.95 and 143.95, total 287.90', () => {
    const windows = earn([{ paid: { sunday: '5:00' }, pieces: crates('5') }], { rule: law, rates: sa });
    expect(linesOf(windows)).toEqual(['piece 15.50', 'top-up 128.45', 'premium 143.95']);
    expect(totalOf(windows)).toBe('287.90');
  });

  test('a holiday of piecework is paid double as well, also by the piece above the minimum: 100 crates in 5 h', () => {
    const windows = earn([{ paid: { holiday: '5:00' }, pieces: crates('100') }], { rule: law, rates: sa });
    expect(linesOf(windows)).toEqual(['piece 310.00', 'premium 310.00']);
    const atMinimum = earn([{ paid: { holiday: '5:00' }, pieces: crates('100') }], {
      ...{ rule: { premiumBase: 'minimum' }, rates: sa },
    });
    expect(linesOf(atMinimum)).toEqual(['piece 310.00', 'premium 143.95']);
  });

  test('a Saturday after 45 h: 5 h of overtime, 5 crates: 143.95 guaranteed', () => {
    const windows = earn([{ paid: { overtime1: '5:00' }, pieces: crates('5') }], { rule: law, rates: sa });
    expect(windows[0]?.guarantee().toFixed(2)).toBe('143.95');
    // 5 h x 28.79 x 0.5 = 71.975.
    expect(linesOf(windows)).toEqual(['piece 15.50', 'top-up 128.45', 'premium 71.98']);
  });

  test('FLSA, 50 h, pieces 300.00, minimum 7.25: top-up 62.50, regular rate 7.25, premium 36.25, total 398.75', () => {
    const days = [
      ...Array<Given>(4).fill({ paid: { ordinary: '10:00' }, pieces: crates('60') }),
      { paid: { overtime1: '10:00' }, pieces: crates('60') },
    ];
    const windows = earn(days, { rule: flsa, rates: [rate('piece', '1'), rate('minimum', '7.25')] });
    expect(linesOf(windows).slice(5)).toEqual(['top-up 62.50', 'premium 36.25']);
    expect(premiumsOf(windows)).toEqual(['13 overtime1 10 h 7.2500 regular x1.5 36.25']);
    expect(totalOf(windows)).toBe('398.75');
  });

  test('FLSA, 46 h of pieces for 245.50 and 4 h at 5.00 on a day of overtime: 5.31, 26.55, total 292.05', () => {
    const day = (ordinary: string, overtime1: string, units: string, time: string): Given => ({
      ...{ paid: { ordinary, overtime1 }, pieces: crates(units, time) },
    });
    const days = [...Array(4).fill(day('10:00', '0:00', '50', '10:00')), day('0:00', '10:00', '45.5', '6:00')];
    const windows = earn(days, {
      ...{ rule: flsa, rates: [rate('piece', '1'), rate('hourly', '5.00', { employeeId: 'E' })] },
    });
    expect(linesOf(windows).slice(4)).toEqual(['piece 45.50', 'hourly 20.00', 'premium 26.55']);
    expect(totalOf(windows)).toBe('292.05');
  });

  test('a limit of hours never lowers the pay of an hourly person below the minimum: 10 h at 17.3333', () => {
    const world: World = {
      ...{ rule: law, payType: 'hourly' },
      rates: [rate('hourly', '17.3333', { employeeId: 'E' }), rate('minimum', '28.79')],
    };
    expect(linesOf(earn([{ paid: { ordinary: '10:00' } }], world))).toEqual(['hourly 173.33', 'top-up 114.57']);
    // The premium of 2 h is in the hourly line, and counts for nothing: 287.90 - 138.67 - 34.67.
    expect(linesOf(earn([{ paid: { ordinary: '8:00', overtime1: '2:00' } }], world))).toEqual([
      ...['hourly 138.67', 'hourly 52.00', 'top-up 114.56'],
    ]);
  });

  test('of a day that is paid both ways only the piece time has a premium', () => {
    const rates = [rate('piece', '10'), rate('hourly', '20', { employeeId: 'E' }), rate('minimum', '10')];
    const given: Given = { paid: { ordinary: '8:00', overtime1: '2:00' }, pieces: crates('27', '9:00') };
    // The entries have the first nine hours. 270.00 and 1 h at 20 are 290.00, by 10 h 29.00; half of it is the premium of their hour of overtime.
    expect(linesOf(earn([given], { rule: law, rates }))).toEqual(['piece 270.00', 'hourly 30.00', 'premium 14.50']);
  });

  test('the base is the greater of the minimum and the regular rate: pay of pieces beside hours below the minimum', () => {
    const rates = [rate('piece', '1'), rate('hourly', '10', { employeeId: 'E' }), rate('minimum', '20')];
    const days: Given[] = [
      { paid: { overtime1: '4:00' }, pieces: crates('80', '4:00') },
      { paid: { ordinary: '8:00' }, pieces: {} },
    ];
    const of = (premiumBase: PayRuleValue['premiumBase']) =>
      premiumsOf(earn(days, { rule: { scope: 'piece', premiumBase }, rates }));
    // 80.00 + 80.00 by 12 h is 13.33.
    expect(of('greater')).toEqual(['09 overtime1 4 h 20.0000 minimum x1.5 40.00']);
    expect(of('regular')).toEqual(['09 overtime1 4 h 13.3333 regular x1.5 26.67']);
    expect(of('minimum')).toEqual(['09 overtime1 4 h 20.0000 minimum x1.5 40.00']);
  });

  test('a fortnight of 50 h + 40 h, 200.00 in each week: the top-up is of both, and both regular rates are 7.25', () => {
    const of = (paid: Given['paid']): Given => ({ paid, pieces: crates('40') });
    const days = [
      ...[...Array<Given>(4).fill(of({ ordinary: '10:00' })), of({ overtime1: '10:00' }), {}, {}],
      ...[...Array<Given>(4).fill(of({ ordinary: '8:00' })), of({ overtime1: '8:00' })],
    ];
    const windows = earn(days, {
      ...{ rule: { window: 'period', premiumBase: 'regular' }, rates: [rate('piece', '1'), rate('minimum', '7.25')] },
    });
    expect(linesOf(windows)).toContain('top-up 252.50');
    expect(premiumsOf(windows)).toEqual([
      ...['13 overtime1 10 h 7.2500 regular x1.5 36.25', '20 overtime1 8 h 7.2500 regular x1.5 29.00'],
    ]);
  });

  test('rest fills the least hours at the minimum: 2:30 worked of which 10 minutes are rest, least 4 h, is 115.16', () => {
    const day: Given = { paid: { ordinary: '2:30' }, pieces: crates('30') };
    const rule: Partial<PayRuleValue> = { ...law, leastMinutes: 240, rests: [{ afterMinutes: 120, restMinutes: 10 }] };
    const windows = earn([day], { rule, rates: sa });
    // 3:50 x 28.79 = 110.36.
    expect(linesOf(windows)).toEqual(['piece 93.00', 'top-up 17.36', 'rest 4.80']);
    expect(totalOf(windows)).toBe('115.16');
  });

  test('the average of rest leaves premiums out: rest of an hour at 20.00 in a week with overtime by the hour', () => {
    const rule: Partial<PayRuleValue> = {
      ...{ ...law, window: 'workweek', restRate: 'average', rests: [{ afterMinutes: 60, restMinutes: 60 }] },
    };
    const rates = [rate('piece', '1'), rate('hourly', '20', { employeeId: 'E' }), rate('minimum', '10')];
    const windows = earn([{ paid: { overtime1: '9:00' }, pieces: crates('80', '4:00') }], { rule, rates });
    // 80.00 and 4 h at 20: 160.00 by 8 h.
    expect(linesOf(windows)).toEqual(['piece 80.00', 'hourly 120.00', 'rest 20.00', 'premium 50.00']);
  });

  test('rest at the average is at that of the workweek, whatever the window; days that were locked before keep that of the window', () => {
    const rates = [rate('piece', '1'), rate('minimum', '10')];
    const rests = [{ afterMinutes: 120, restMinutes: 10 }];
    const day = (units: string, restByWindow = false): Given => ({
      ...{ paid: { ordinary: '4:10' }, pieces: crates(units, '4:10'), restByWindow },
    });
    const restOf = (windows: readonly Window[]) => linesOf(windows).filter((line) => line.startsWith('rest'));
    const by = (window: 'day' | 'workweek' | 'period', days: readonly Given[], today?: string) =>
      earn(days, {
        rule: { ...law, scope: 'piece', window, restRate: 'average', rests },
        rates,
        ...(today && { today }),
      });
    // 120.00 in 8 h without rest: 15.00 an hour, 10 minutes of it 2.50.
    expect(restOf(by('day', [day('80'), day('40')]))).toEqual(['rest 2.50', 'rest 2.50']);
    expect(restOf(by('workweek', [day('80'), day('40')]))).toEqual(['rest 5.00']);
    // 20.00 and 10.00 an hour.
    expect(restOf(by('day', [day('80', true), day('40', true)]))).toEqual(['rest 3.33', 'rest 1.67']);
    // A second week has its own average: 2 x 2.50, and 10 minutes at 20.00.
    const none = Array.from({ length: 5 }, (): Given => ({}));
    expect(restOf(by('period', [day('80'), day('40'), ...none, day('80')]))).toEqual(['rest 8.33']);
    // It is open until its week is over; the top-up of a day is not.
    const [first] = by('day', [day('30'), day('40')], '2026-11-11');
    expect(first && settledOf(first)).toEqual(['piece 30.00', 'top-up 10.00']);
  });

  test('a premium of the week is open until the week is over, and while another day of it is open; one by the minimum is not', () => {
    const sunday: Given = { paid: { ordinary: '8:00', overtime1: '2:00' }, pieces: crates('200') };
    const plain: Given = { paid: { ordinary: '8:00' }, pieces: crates('200') };
    const openOf = (days: readonly Given[], today: string, premiumBase: PayRuleValue['premiumBase'] = 'greater') =>
      earn(days, { rule: { premiumBase }, rates: sa, today }).map(({ open }) => open);
    expect(openOf([sunday, plain], '2026-11-12')).toEqual([['week-open'], []]);
    expect(openOf([sunday, plain], '2026-11-16')).toEqual([[], []]);
    const missing = { ...plain, open: ['missing-punch' as const] };
    expect(openOf([sunday, missing], '2026-11-16')).toEqual([['week-open'], ['missing-punch']]);
    expect(openOf([sunday, missing], '2026-11-12', 'minimum')).toEqual([[], ['missing-punch']]);
  });

  test('a factor of 1, a class without time and a week without pay or minimum have no premium', () => {
    const given: Given = { paid: { overtime1: '2:00' }, pieces: crates('0') };
    expect(premiumsOf(earn([given], { rule: law, rates: [rate('piece', '3.10')] }))).toEqual([]);
    expect(premiumsOf(earn([{ paid: { ordinary: '9:00' }, pieces: crates('9') }], { rule: law, rates: sa }))).toEqual(
      [],
    );
  });
});

describe('E6a: floors of a day', () => {
  const FARM: Partial<PayRuleValue> = {
    ...{ leastMinutes: 240, premiumBase: 'greater' },
    floors: {
      sunday: { ordinaryHours: false, wages: 1 },
      holiday: { ordinaryHours: false, wages: 2 },
      holidayOff: true,
    },
  };
  const rates = [rate('minimum', '28.79'), rate('piece', '3.10')];
  const nine = { ordinaryMs: at('9:00') };
  const shown = (windows: readonly Window[]) =>
    windows.flatMap(({ lines }) =>
      lines.map(({ date, kind, amount }) => `${date.slice(-2)} ${kind} ${amount.toFixed(2)}`),
    );
  test.each<[name: string, day: Given, lines: string[]]>([
    [
      'a Sunday that comes to more',
      { paid: { sunday: '5:00' }, pieces: { A: ['5'] }, ...nine },
      ['piece 15.50', 'top-up 128.45', 'premium 143.95'],
    ],
    [
      'a short Sunday: the ordinary wage of 9 h x 28.79',
      { paid: { sunday: '3:00' }, pieces: { A: ['5'] }, ...nine },
      ['piece 15.50', 'top-up 99.66', 'premium 115.16', 'floor 28.79'],
    ],
    [
      'a holiday that is worked: twice 9 h x 28.79',
      { paid: { holiday: '5:00' }, pieces: { A: ['5'] }, ...nine },
      ['piece 15.50', 'top-up 128.45', 'premium 143.95', 'floor 230.32'],
    ],
    ['a holiday that is not worked', { isHolidayOff: true, ...nine }, ['holiday-off 259.11']],
    ['a holiday of nobody who would have been expected', nine, []],
    [
      'the greater part of the shift is of another day',
      { paid: { ordinary: '5:00', holiday: '4:00' }, pieces: { A: ['100'] }, ...nine },
      ['piece 310.00', 'premium 137.78'],
    ],
    [
      'equal parts are the holiday',
      { paid: { ordinary: '4:30', holiday: '4:30' }, pieces: { A: ['84'] }, ...nine },
      ['piece 260.40', 'premium 130.20', 'floor 130.20'],
    ],
  ])('%s', (_, day, lines) => {
    expect(shown(earn([day], { rule: FARM, rates }))).toEqual(lines.map((line) => `09 ${line}`));
  });

  test('the ordinary wage of piecework is what the workweek came to an hour, where that is more', () => {
    const days: Given[] = [
      { paid: { ordinary: '8:00' }, pieces: { A: ['100'] } },
      { isHolidayOff: true, ...nine },
    ];
    // 310.00 by 8 h = 38.75; 9 h of it.
    expect(shown(earn(days, { rule: FARM, rates }))).toEqual(['09 piece 310.00', '10 holiday-off 348.75']);
    const byMinimum: Partial<PayRuleValue> = { ...FARM, premiumBase: 'minimum' };
    expect(shown(earn(days, { rule: byMinimum, rates }))).toEqual(['09 piece 310.00', '10 holiday-off 259.11']);
  });

  test('by the hour it is the hourly rate, at the minimum at least where all pay is compared with it', () => {
    const days: Given[] = [
      { paid: { holiday: '5:00' }, ...nine },
      { isHolidayOff: true, ...nine },
    ];
    const byHour = (hourly: string, scope: PayRuleValue['scope']) =>
      shown(
        earn(days, {
          rule: { ...FARM, scope, leastMinutes: 0 },
          rates: [...rates, rate('hourly', hourly)],
          payType: 'hourly',
        }),
      );
    // 5 x 30 x 2 = 300.00 of 2 x 9 x 30 = 540.00.
    expect(byHour('30', 'all')).toEqual(['09 hourly 300.00', '09 floor 240.00', '10 holiday-off 270.00']);
    // 5 x 20 x 2 = 200.00, and 43.95 of top-up; 2 x 9 x 28.79 = 518.22.
    expect(byHour('20', 'all')).toEqual([
      '09 hourly 200.00',
      '09 top-up 43.95',
      '09 floor 274.27',
      '10 holiday-off 259.11',
    ]);
    expect(byHour('20', 'piece')).toEqual(['09 hourly 200.00', '09 floor 160.00', '10 holiday-off 180.00']);
  });

  test('a day counts at least its ordinary hours for the guarantee', () => {
    const floor = { ordinaryHours: true, wages: 0 };
    const rule = { ...FARM, floors: { sunday: floor, holiday: { ...floor, ordinaryHours: false }, holidayOff: false } };
    // 9 h x 28.79 = 259.11, less 15.50; 259.11 by 5 h = 51.822; 5 h of it x 1.
    expect(
      shown(
        earn(
          [
            { paid: { sunday: '5:00' }, pieces: { A: ['5'] }, ...nine },
            { isHolidayOff: true, ...nine },
          ],
          { rule, rates },
        ),
      ),
    ).toEqual(['09 piece 15.50', '09 top-up 243.61', '09 premium 259.11']);
  });

  test('of a window of several days a floor is compared with the day and its part of the top-up', () => {
    const days: Given[] = [
      { paid: { ordinary: '8:00' }, pieces: { A: ['10'] } },
      { paid: { holiday: '5:00' }, pieces: { A: ['5'] }, ...nine },
    ];
    const [week] = earn(days, { rule: { ...FARM, window: 'workweek' }, rates });
    // The day needs 128.45 of the week's top-up of 327.77, as if it were alone.
    expect(shown(week ? [week] : [])).toEqual([
      '09 piece 31.00',
      '10 piece 15.50',
      '10 top-up 327.77',
      '10 premium 143.95',
      '10 floor 230.32',
    ]);
  });

  test('a floor waits for its week, and a holiday without a wage has no price', () => {
    const days: Given[] = [
      { isHolidayOff: true, ...nine },
      { paid: { ordinary: '8:00' }, pieces: { A: ['100'] }, open: ['missing-punch'] },
    ];
    const [first] = earn(days, { rule: FARM, rates });
    expect(first?.open).toEqual(['week-open']);
    expect(first && isSettledLine(first, { date: MONDAY, kind: 'holiday-off' })).toBe(false);
    const [unpriced] = earn(days.slice(0, 1), { rule: FARM, rates: [] });
    expect([unpriced?.open, unpriced?.lines]).toEqual([['not-priced'], []]);
    const [going] = earn(days.slice(0, 1), { rule: FARM, rates, today: MONDAY });
    expect(going?.open).toContain('not-over');
  });

  test('the pay of a holiday that was not worked is a cost of its day, of no work', () => {
    const days: Given[] = [
      { paid: { ordinary: '8:00' }, pieces: { A: ['100'] } },
      { isHolidayOff: true, ...nine },
    ];
    const jobs = earn(days, { rule: { ...FARM, window: 'workweek' }, rates }).flatMap((window) => window.jobs());
    expect(jobs.map(({ date, lookup1, spread }) => `${date.slice(-2)} ${lookup1} ${spread.toFixed(2)}`)).toEqual([
      '09 A 0.00',
      '10  348.75',
    ]);
  });
});
