import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { earningsOf } from '#server/money/earnings/earn.ts';
import type { EarnDay } from '#server/money/earnings/earnDay.ts';
import { rateFinder } from '#server/money/earnings/rates.ts';
import { added, differences, type FileLine, fileDays, linesOf } from '#server/money/payFiles/lines.ts';
import { addDays, MINUTE } from '#server/platform/zone.ts';
import { size } from '../../../../support/size.ts';

/** Files of several pay periods, whose weeks and windows reach over the periods' borders. */
const MONDAY = '2026-11-02';
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const RULE: PayRuleValue = {
  ...{ name: 'Weeks', window: 'workweek', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [], restRate: 'average' },
  ...{ hourlyAtLeastMinimum: false, overtime: 'factors', premiumBase: 'greater' },
};
const find = rateFinder([
  { ...NONE, id: '1', kind: 'piece', amount: '1', from: '2026-01-01' },
  { ...NONE, id: '2', kind: 'minimum', amount: '10', from: '2026-01-01' },
]);
type Day = { nth: number; units: number; hours: number; overtime: number; isOpen?: boolean };
type Period = { from: string; to: string };

const dateOf = (nth: number) => addDays(MONDAY, nth);
const dayOf = ({ nth, units, hours, overtime, isOpen }: Day, rule: PayRuleValue): EarnDay => ({
  ...{ date: dateOf(nth), rule, open: isOpen ? ['missing-punch'] : [], workedMs: hours * 60 * MINUTE },
  pieceTime: { ordinaryMinutes: [0, (hours + overtime) * 60], sundayMs: 0, holidayMs: 0 },
  pieces: units === 0 ? [] : [{ lookup1: 'crate', lookup2: '', units: `${units}`, timeMs: hours * 60 * MINUTE }],
  paidMs: { ordinary: hours * 60 * MINUTE, overtime1: overtime * 60 * MINUTE, overtime2: 0, sunday: 0, holiday: 0 },
  factors: { ordinary: 1, overtime1: 1.5, overtime2: 2, sunday: 2, holiday: 2 },
});
const windowsOf = (days: readonly Day[], rule: PayRuleValue, today: string, periodOf: (date: string) => Period) =>
  earningsOf(
    { employeeId: 'E', employeeGroupId: null, jobDescriptionId: null, payType: 'piece' },
    days.flatMap((day) => (dateOf(day.nth) <= today ? [dayOf(day, rule)] : [])),
    { find, cents: 2, periodOf, today },
  );
/** Returns the file of a period after what earlier files have of it and of the week before it. */
function fileOf(
  windows: ReturnType<typeof windowsOf>,
  sent: readonly FileLine[],
  period: Period,
  periodOf: (date: string) => Period,
) {
  const earned = linesOf(windows, 2, { ...period, periodOf });
  const near = sent.filter(({ date }) => date >= addDays(period.from, -6) && date <= period.to);
  return { lines: differences(earned, added(near)), isLeftOut: earned.isLeftOut };
}
const inWords = (lines: Iterable<FileLine>) =>
  [...lines]
    .filter(({ ms, units, amount }) => ms !== 0 || !units.isZero() || !amount.isZero())
    .map(({ date, element, ms, units, amount, rate }) => `${date} ${element} ${rate} ${ms} ${units} ${amount}`)
    .sort();

test('a week over the end of a period: its days are of their period, top-up and premiums of that in which it ends', () => {
  // Friday and Saturday are of the first period; the workweek ends in the second.
  const [first, second] = [
    { from: MONDAY, to: dateOf(5) },
    { from: dateOf(6), to: dateOf(20) },
  ];
  const periodOf = (date: string) => (date <= first.to ? first : second);
  const days = [
    { nth: 4, units: 50, hours: 9, overtime: 0 },
    { nth: 5, units: 30, hours: 9, overtime: 1 },
  ];
  const kinds = (lines: readonly FileLine[]) =>
    lines.map(({ date, element, amount }) => `${date} ${element} ${amount}`);
  const own = [
    '2026-11-06 hours.ordinary 0',
    '2026-11-06 piece 50',
    ...['2026-11-07 hours.ordinary 0', '2026-11-07 hours.overtime1 0', '2026-11-07 piece 30'],
  ];
  // 19 h at 10.00, of which 80.00 are earned: 110.00; the regular rate is 10.00, and the premium of an hour 5.00.
  const ofWindow = ['2026-11-07 top-up 110', '2026-11-07 premium 5'];
  for (const today of [dateOf(6), dateOf(21)]) {
    const windows = windowsOf(days, RULE, today, periodOf);
    const file = fileOf(windows, [], first, periodOf);
    expect(kinds(file.lines)).toEqual(own);
    expect(file.isLeftOut).toBe(false);
    expect(fileOf(windows, file.lines, first, periodOf).lines).toEqual([]);
    const next = fileOf(windows, file.lines, second, periodOf);
    expect(kinds(next.lines)).toEqual(today === dateOf(6) ? [] : ofWindow);
    expect(next.isLeftOut).toBe(today === dateOf(6));
  }
  // What a file of the first period has already stays there: it is not handed over again.
  const windows = windowsOf(days, RULE, dateOf(21), periodOf);
  const former = fileOf(windows, [], first, () => ({ from: MONDAY, to: dateOf(20) }));
  expect(kinds(former.lines)).toEqual([...own, ...ofWindow]);
  for (const period of [first, second]) expect(fileOf(windows, former.lines, period, periodOf).lines).toEqual([]);
});

test('by windows of a day the top-up is of its day, and the premium by the week of the period in which the week ends', () => {
  const [first, second] = [
    { from: MONDAY, to: dateOf(1) },
    { from: dateOf(2), to: dateOf(20) },
  ];
  const periodOf = (date: string) => (date <= first.to ? first : second);
  const days = [{ nth: 1, units: 30, hours: 9, overtime: 1 }];
  const windows = windowsOf(days, { ...RULE, window: 'day' }, dateOf(2), periodOf);
  const file = fileOf(windows, [], first, periodOf);
  expect(file.lines.map(({ element, amount }) => `${element} ${amount}`).slice(2)).toEqual(['piece 30', 'top-up 70']);
  expect(file.isLeftOut).toBe(false);
  const later = windowsOf(days, { ...RULE, window: 'day' }, dateOf(8), periodOf);
  const next = fileOf(later, file.lines, second, periodOf);
  expect(next.lines.map(({ element, amount }) => `${element} ${amount}`)).toEqual(['premium 5']);
});

test('base and deltas of periods add up to what they come to, computed anew, whatever came first and by which rule files were made', () => {
  const day = fc.record({
    ...{ units: fc.integer({ min: 0, max: 90 }), hours: fc.integer({ min: 0, max: 10 }) },
    ...{ overtime: fc.integer({ min: 0, max: 2 }), isOpen: fc.boolean() },
  });
  const over = fc.record({
    window: fc.constantFrom('day' as const, 'workweek' as const, 'period' as const),
    premiumBase: fc.constantFrom('greater' as const, 'minimum' as const, 'regular' as const, undefined),
    weekStart: fc.integer({ min: 1, max: 7 }),
    overtime: fc.constantFrom('factors' as const, 'regular' as const),
    rests: fc.constantFrom<PayRuleValue['rests']>([], [{ afterMinutes: 120, restMinutes: 10 }]),
  });
  const state = fc.record({
    /** The rule set that is in force now: until the last one it may be another. */
    over,
    days: fc.array(day, { minLength: 21, maxLength: 21 }),
    now: fc.integer({ min: 3, max: 30 }),
    period: fc.integer({ min: 0, max: 2 }),
    /** By the former rule every line was of the period of its date. */
    isFormer: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(state, { minLength: 1, maxLength: 8 }),
      fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 19 })),
      (states, cuts) => {
        const starts = [0, ...cuts, 21];
        const periods = [0, 1, 2].map((nth) => ({
          from: dateOf(starts[nth] ?? 0),
          to: dateOf((starts[nth + 1] ?? 0) - 1),
        }));
        // Weeks at the end of the last period end in one of their own.
        const last = { from: dateOf(21), to: dateOf(27) };
        const all = [...periods, last];
        const periodOf = (date: string) => all.find(({ to }) => date <= to) ?? last;
        const sent: FileLine[] = [];
        const make = (windows: ReturnType<typeof windowsOf>, period: Period, by: typeof periodOf) =>
          sent.push(...fileOf(windows, sent, period, by).lines);
        for (const { days, now, period, isFormer, over: ofState } of states) {
          const own = days.map((one, nth) => ({ ...one, nth }));
          const whole = { from: MONDAY, to: last.to };
          const windows = windowsOf(own, { ...RULE, ...ofState }, dateOf(now), periodOf);
          make(windows, periods[period] ?? whole, isFormer ? () => whole : periodOf);
        }
        const days = (states.at(-1)?.days ?? []).map((one, nth) => ({ ...one, nth, isOpen: false }));
        const settled = windowsOf(days, { ...RULE, ...states.at(-1)?.over }, '2026-12-31', periodOf);
        for (const period of all) make(settled, period, periodOf);
        const anew = linesOf(settled, 2, { from: MONDAY, to: last.to, periodOf });
        expect(inWords(added(sent).values())).toEqual(inWords(anew.lines.values()));
        // Once more: nothing is left.
        for (const period of all) expect(fileOf(settled, sent, period, periodOf).lines).toEqual([]);
      },
    ),
    { numRuns: size(60, 500) },
  );
});

test('nothing of a locked day is lost where the first day of the period in which its window ends lies in no lock', () => {
  const day = fc.record({
    ...{ units: fc.integer({ min: 0, max: 90 }), hours: fc.integer({ min: 0, max: 10 }) },
    ...{ overtime: fc.integer({ min: 0, max: 2 }), isOpen: fc.constant(false) },
  });
  const cases = fc.record({
    days: fc.array(day, { minLength: 28, maxLength: 28 }),
    /** The first days of the second and third period. */
    cuts: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 24 })),
    /** Lengths of gaps and locks, by turns. */
    spans: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 8,
    }),
    order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    weekStart: fc.integer({ min: 1, max: 7 }),
    window: fc.constantFrom('day' as const, 'workweek' as const),
  });
  fc.assert(
    fc.property(cases, ({ days, cuts, spans, order, weekStart, window }) => {
      const starts = [0, ...cuts, 28];
      const periods = [0, 1, 2].map((nth) => ({
        from: dateOf(starts[nth] ?? 0),
        to: dateOf((starts[nth + 1] ?? 0) - 1),
      }));
      const periodOf = (date: string) => periods.find(({ to }) => date <= to) ?? { from: dateOf(28), to: dateOf(40) };
      const locks: Period[] = [];
      for (let nth = 0, at = 0; nth < spans.length; nth++) {
        const [gap, length] = spans[nth] ?? [0, 1];
        if (at + gap + length > 28) break;
        locks.push({ from: dateOf(at + gap), to: dateOf(at + gap + length - 1) });
        at += gap + length;
      }
      const isLocked = (date: string) => locks.some(({ from, to }) => date >= from && date <= to);
      const rule = { ...RULE, weekStart, window, rests: [{ afterMinutes: 120, restMinutes: 10 }] };
      const windows = windowsOf(
        days.map((one, nth) => ({ ...one, nth })),
        rule,
        '2026-12-31',
        periodOf,
      );
      const sent: FileLine[] = [];
      // Twice, in any order: each second time nothing is left.
      const inOrder = locks.map((lock, nth) => ({ lock, by: order[nth] ?? 0 })).sort((a, b) => a.by - b.by);
      const make = () => {
        for (const { lock } of inOrder)
          sent.push(...differences(linesOf(windows, 2, fileDays(lock, locks, periodOf)), added(sent)));
      };
      make();
      const once = sent.length;
      make();
      expect(sent.length).toBe(once);
      const whole = linesOf(windows, 2, { from: MONDAY, to: dateOf(60), periodOf });
      const expected = [...whole.lines.values()].filter(({ date, element }) => {
        const end = windows.find((one) => one.days.some((own) => own.date === date))?.to ?? date;
        const week = addDays(date, (7 + weekStart - 1 - (new Date(`${date}T00:00Z`).getUTCDay() || 7)) % 7);
        const isByWeek = element === 'premium' || element === 'rest';
        const { from, to } = periodOf(isByWeek && week > end ? week : end);
        const isOwn = !['top-up', 'rest', 'premium'].includes(element) || from <= date;
        return isOwn
          ? isLocked(date)
          : isLocked(from) || (isLocked(date) && locks.some((one) => one.from > from && one.from <= to));
      });
      expect(inWords(added(sent).values())).toEqual(inWords(expected));
    }),
    { numRuns: size(100, 1_000) },
  );
});
