import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { PAID_CLASSES } from '#contract/money/earnings.ts';
import { sumsOf } from '#server/money/earnings/answers.ts';
import { earningsOf } from '#server/money/earnings/earn.ts';
import type { EarnDay, Window, Worker } from '#server/money/earnings/earnDay.ts';
import { isSettledLine } from '#server/money/earnings/openPay.ts';
import { type Rate, rateFinder } from '#server/money/earnings/rates.ts';
import { linesOf as payFileLines } from '#server/money/payFiles/lines.ts';
import { Units } from '#server/platform/units.ts';
import { addDays, HOUR, MINUTE } from '#server/platform/zone.ts';
import { oracleLaw } from '../../../../support/lawOracle.ts';
import { size } from '../../../../support/size.ts';

/** Properties of earnings over random worlds, against an oracle that is slow and obvious. */
const MONDAY = '2026-11-09';
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const cents = (most: number) => fc.integer({ min: 1, max: most }).map((value) => (value / 10_000).toFixed(4));
const maybe = <T>(value: T) => fc.constantFrom(null, value);
const rates = fc
  .array(
    fc.record({
      kind: fc.constantFrom('piece' as const, 'hourly' as const, 'minimum' as const),
      amount: cents(500_000),
      from: fc.integer({ min: -3, max: 6 }).map((day) => addDays(MONDAY, day)),
      lookup1: fc.constantFrom(null, 'A', 'B'),
      lookup2: maybe('X'),
      employeeGroupId: maybe('G'),
      jobDescriptionId: maybe('J'),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ kind, ...rate }, nth): Rate => {
      const named = kind === 'piece' ? rate : { ...rate, lookup1: null, lookup2: null, jobDescriptionId: null };
      return { ...NONE, ...named, kind, id: `${nth}` };
    }),
  );
const minutes = fc.integer({ min: 0, max: 600 });
const sometimes = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: minutes });
const day = fc.record({
  paid: fc.record({
    ordinary: minutes,
    overtime1: minutes,
    overtime2: fc.constant(0),
    sunday: sometimes,
    holiday: sometimes,
  }),
  pieces: fc.uniqueArray(
    fc.record({
      lookup1: fc.constantFrom('A', 'B', 'C'),
      lookup2: fc.constantFrom('X', ''),
      units: fc.integer({ min: -2_000, max: 200_000 }).map((value) => (value / 1_000).toFixed(3)),
      minutes,
    }),
    { maxLength: 4, selector: ({ lookup1, lookup2 }) => lookup1 + lookup2 },
  ),
  /** The minute of the paid time at which its entries begin, one after the other. */
  entriesFrom: minutes,
  ordinaryMinutes: minutes,
  /** A holiday that was not worked. */
  isOff: fc.constantFrom(false, false, false, true),
});
const NOTHING = { ordinary: 0, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 } as const;
const anyDay = day.map((one) => (one.isOff ? { ...one, paid: NOTHING, pieces: [] } : one));
const floor = fc.record({ ordinaryHours: fc.boolean(), wages: fc.constantFrom(0, 1, 1.5, 2) });
const rule = fc.record({
  name: fc.constant('Rule'),
  window: fc.constantFrom('day' as const, 'workweek' as const, 'period' as const),
  scope: fc.constantFrom('piece' as const, 'all' as const),
  leastMinutes: fc.constantFrom(0, 240),
  weekStart: fc.integer({ min: 1, max: 7 }),
  rests: fc.constantFrom<PayRuleValue['rests']>([], [{ afterMinutes: 120, restMinutes: 10 }]),
  restRate: fc.constantFrom('minimum' as const, 'average' as const),
  hourlyAtLeastMinimum: fc.boolean(),
  overtime: fc.constantFrom('factors' as const, 'regular' as const),
  premiumBase: fc.constantFrom(undefined, 'regular' as const, 'minimum' as const, 'greater' as const),
  floors: fc.option(fc.record({ sunday: floor, holiday: floor, holidayOff: fc.boolean() }), { nil: undefined }),
});
const world = fc.record({
  rates,
  rule,
  days: fc.array(anyDay, { minLength: 1, maxLength: 12 }),
  payType: fc.constantFrom('piece' as const, 'hourly' as const, 'both' as const),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const worker = ({ payType }: World): Worker => ({
  employeeId: 'E',
  employeeGroupId: 'G',
  jobDescriptionId: 'J',
  payType,
});
const entriesOf = ({ pieces, entriesFrom }: Pick<World['days'][number], 'pieces' | 'entriesFrom'>) => ({
  from: entriesFrom,
  to: entriesFrom + pieces.reduce((all, piece) => all + piece.minutes, 0),
});
const daysOf = ({ rule: own, days }: World): EarnDay[] =>
  days.map(({ paid, pieces, entriesFrom, ordinaryMinutes, isOff }, nth) => {
    const all = pieces.map(({ minutes: time, ...piece }) => ({ ...piece, timeMs: time * MINUTE }));
    const { from, to } = entriesOf({ pieces, entriesFrom });
    const plain = paid.ordinary + paid.overtime1;
    const between = (start: number, length: number) =>
      Math.max(0, Math.min(to, start + length) - Math.max(from, start)) * MINUTE;
    return {
      pieceTime: {
        ordinaryMinutes: [from, to],
        ...{ sundayMs: between(plain, paid.sunday), holidayMs: between(plain + paid.sunday, paid.holiday) },
      },
      ...{ date: addDays(MONDAY, nth), rule: own, open: [], pieces: all },
      ...{ ordinaryMs: ordinaryMinutes * MINUTE, isHolidayOff: isOff },
      workedMs: all.reduce((sum, { timeMs }) => sum + timeMs, 0),
      paidMs: {
        ...{ ordinary: paid.ordinary * MINUTE, overtime1: paid.overtime1 * MINUTE, overtime2: 0 },
        ...{ sunday: paid.sunday * MINUTE, holiday: paid.holiday * MINUTE },
      },
      factors: { ordinary: 1, overtime1: 1.5, overtime2: 2, sunday: 2, holiday: 2 },
    };
  });
const PERIOD = { from: MONDAY, to: addDays(MONDAY, 11) };
const earn = (own: World): Window[] =>
  earningsOf(worker(own), daysOf(own), {
    ...{ find: rateFinder(own.rates), cents: 2, periodOf: () => PERIOD, today: '2026-12-31' },
  });
const sum = (amounts: readonly Units[]) => amounts.reduce((all, one) => all.plus(one), new Units(0));
const settledLines = (window: Window) => window.lines.filter((line) => isSettledLine(window, line));
const linesOf = (windows: readonly Window[]) => windows.flatMap(({ lines }) => lines);

/** Finds the rate of some work by trying all of them, from the least to the most that each names. */
function oracleRate(
  own: World,
  kind: Rate['kind'],
  lookups: { lookup1?: string; lookup2?: string },
  date: string,
  employeeGroupId = 'G',
) {
  const work: Record<string, string | undefined> = { ...lookups, jobDescriptionId: 'J', employeeGroupId };
  const order = ['lookup1', 'lookup2', 'jobDescriptionId', 'employeeGroupId'] as const;
  const fitting = own.rates.filter(
    (rate) =>
      rate.kind === kind && rate.from <= date && order.every((key) => rate[key] === null || rate[key] === work[key]),
  );
  const score = (rate: Rate) => {
    const named = order.map((key) => (rate[key] === null ? '0' : '1')).join('');
    return `${[...named].filter((digit) => digit === '1').length}${named} ${rate.from}`;
  };
  return fitting.sort((a, b) => (score(a) < score(b) ? 1 : -1))[0];
}

test('piece pay is that of the oracle, line by line: each day and rate rounded once', () => {
  fc.assert(
    fc.property(world, (own) => {
      if (own.payType === 'hourly') return;
      const expected = daysOf(own).flatMap(({ date, pieces }) => {
        const byRate = new Map<Rate, bigint>();
        for (const piece of pieces) {
          const found = oracleRate(own, 'piece', piece, date);
          if (!found) continue;
          const thousandths = BigInt(piece.units.replace('.', ''));
          byRate.set(found, (byRate.get(found) ?? 0n) + thousandths * BigInt(found.amount.replace('.', '')));
        }
        // Ten-millionths, rounded to the cent, half away from zero; below 0 it is 0.
        return [...byRate.values()].map(
          (exact) => `${date} ${(exact < 0n ? 0n : (exact + 50_000n) / 100_000n).toString()}`,
        );
      });
      const pieces = linesOf(earn(own)).filter(({ kind }) => kind === 'piece');
      expect(pieces.map(({ date, amount }) => `${date} ${amount.times(100).toFixed(0)}`).sort()).toEqual(
        expected.sort(),
      );
    }),
  );
});

test('pay that is compared and its top-up are never below the guarantee', () => {
  fc.assert(
    fc.property(world, (own) => {
      for (const { guarantee, counts, lines } of earn(own)) {
        const topUp = sum(lines.filter(({ kind }) => kind === 'top-up').map(({ amount }) => amount));
        expect(counts.plus(topUp).gte(guarantee().minus('0.005'))).toBe(true);
        if (topUp.gt(0)) expect(counts.plus(topUp).lte(guarantee().plus('0.005'))).toBe(true);
      }
    }),
  );
});

test('a finer window never pays less, but for the half cent of each rounding', () => {
  fc.assert(
    fc.property(world, (own) => {
      const topUp = (window: PayRuleValue['window']) => {
        // One week, so that each window is within the coarser one.
        const finer = { ...own, days: own.days.slice(0, 7), rule: { ...own.rule, window, weekStart: 1 } };
        const lines = linesOf(earn(finer)).filter(({ kind }) => kind === 'top-up');
        return { exact: sum(lines.map(({ exact }) => exact)), rounded: sum(lines.map(({ amount }) => amount)), lines };
      };
      const [byDay, byWeek, byPeriod] = [topUp('day'), topUp('workweek'), topUp('period')];
      // A window of less than half a cent has no line.
      const halves = new Units('0.005').times(8);
      expect(byDay.exact.plus(halves).gte(byWeek.exact)).toBe(true);
      expect(byWeek.exact.plus(halves).gte(byPeriod.exact)).toBe(true);
      const slack = new Units('0.005').times(9);
      expect(byDay.rounded.plus(slack).gte(byWeek.rounded)).toBe(true);
    }),
  );
});

test('money in is money out: the jobs have the sum of the lines, in every window', () => {
  fc.assert(
    fc.property(world, (own) => {
      for (const window of earn(own))
        expect(sum(window.jobs().flatMap(({ direct, spread }) => [direct, spread])).toFixed(2)).toBe(
          sum(settledLines(window).map(({ amount }) => amount)).toFixed(2),
        );
    }),
  );
});

test('the cost of a day is the pay of that day, but for the top-up, which is spread over the window', () => {
  fc.assert(
    fc.property(world, (own) => {
      const windows = earn(own);
      for (const window of windows) {
        const [jobs, lines] = [window.jobs, settledLines(window)];
        if (lines.some(({ kind }) => kind === 'top-up')) continue;
        const of = Map.groupBy(jobs(), ({ date }) => date);
        for (const [date, ofDay] of of)
          expect([date, sum(ofDay.flatMap(({ direct, spread }) => [direct, spread])).toFixed(2)]).toEqual([
            date,
            sum(lines.filter((line) => line.date === date).map(({ amount }) => amount)).toFixed(2),
          ]);
      }
    }),
  );
});

test('the premium of a week is a cost also on a day whose time has no price', () => {
  const NO_FLOOR = { ordinaryMinutes: 0, isOff: false };
  const none = { ordinary: 0, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 } as const;
  const own: World = {
    rates: [{ ...NONE, amount: '0.0001', from: MONDAY, kind: 'piece', id: '0' }],
    rule: {
      ...{ name: 'Rule', window: 'day', scope: 'piece', leastMinutes: 0, weekStart: 1, rests: [] },
      ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'regular' },
      ...{ premiumBase: undefined, floors: undefined },
    },
    days: [
      { paid: { ...none, overtime1: 1 }, pieces: [], entriesFrom: 0, ...NO_FLOOR },
      {
        ...{ entriesFrom: 0, ...NO_FLOOR },
        paid: none,
        pieces: [{ lookup1: 'A', lookup2: 'X', units: '50.000', minutes: 0 }],
      },
    ],
    payType: 'both',
  };
  const shown = (all: readonly Units[]) => sum(all).toFixed(2);
  const [first, second] = earn(own);
  // The time without a price leaves the first day open; the second one has its own piece pay of 0.01.
  for (const [window, pay] of [
    [first, '0.00'],
    [second, '0.01'],
  ] as const)
    expect(shown(window?.jobs().flatMap(({ direct, spread }) => [direct, spread]) ?? [])).toBe(pay);
});

test('hourly pay is that of the oracle: the classes of whole days by rate and factor', () => {
  fc.assert(
    fc.property(world, (some) => {
      const own: World = { ...some, payType: 'hourly', rule: { ...some.rule, hourlyAtLeastMinimum: false } };
      const expected = daysOf(own).flatMap(({ date, paidMs, factors }) => {
        const rate = oracleRate(own, 'hourly', {}, date);
        const ofClass = (one: (typeof PAID_CLASSES)[number]) => {
          const isRegular = own.rule.premiumBase ? own.rule.premiumBase === 'regular' : own.rule.overtime === 'regular';
          const factor = isRegular && one.startsWith('overtime') ? 1 : factors[one];
          const amount = new Units(rate?.amount ?? 0).times(paidMs[one]).times(factor).div(HOUR);
          return rate && paidMs[one] > 0 ? [`${date} ${one} ${amount.toFixed(2, Units.ROUND_HALF_UP)}`] : [];
        };
        return PAID_CLASSES.flatMap(ofClass);
      });
      const lines = linesOf(earn(own)).filter(({ kind }) => kind === 'hourly');
      expect(lines.map(({ date, paidClass, amount }) => `${date} ${paidClass} ${amount.toFixed(2)}`)).toEqual(expected);
    }),
  );
});

const byLaw = world.map((own) => ({ ...own, rule: { ...own.rule, premiumBase: own.rule.premiumBase ?? 'greater' } }));
const totalOf = (own: World) => sum(linesOf(earn(own)).map(({ amount }) => amount));
/** A cent for each line that may be rounded otherwise. */
const slackOf = (own: World) => new Units('0.01').times(own.days.length * 12);

/** Another rule set, another employee group and another pay period begin on days of their own. */
const changing = fc.record({
  own: byLaw,
  periodFrom: fc.integer({ min: 0, max: 12 }),
  cents: fc.constantFrom(2, 2, 0, 3),
  later: rule,
  ruleFrom: fc.integer({ min: 0, max: 12 }),
  groupFrom: fc.integer({ min: 0, max: 12 }),
});
test('E1, E4 to E6 are those of the oracle: guarantee of all hours, top-up, rest and the premium of each day and class, under rules that change, moves, pay periods and currencies', () => {
  fc.assert(
    fc.property(changing, ({ own, later, ruleFrom, groupFrom, periodFrom, cents }) => {
      const { premiumBase = 'greater' } = later;
      const second = { ...later, premiumBase, weekStart: own.rule.weekStart };
      const ruled = daysOf(own).map((day, nth) => (nth >= ruleFrom ? { ...day, rule: second } : day));
      const until = addDays(MONDAY, groupFrom - 1);
      const laterPeriod = addDays(MONDAY, periodFrom);
      const periodOf = (date: string) =>
        date < laterPeriod ? { from: MONDAY, to: addDays(laterPeriod, -1) } : { ...PERIOD, from: laterPeriod };
      const { employeeId: _, ...terms } = worker(own);
      const windows = earningsOf({ ...worker(own), lockedTerms: [{ ...terms, employeeGroupId: null, until }] }, ruled, {
        ...{ find: rateFinder(own.rates), cents, periodOf, today: '2026-12-31' },
      });
      const rateOn = (kind: Rate['kind'], date: string) => oracleRate(own, kind, {}, date, date <= until ? '' : 'G');
      const shown = windows.flatMap(({ lines }) =>
        lines.flatMap(({ date, kind, paidClass, amount }) =>
          kind !== 'piece' && kind !== 'hourly' ? [`${kind} ${date} ${paidClass ?? ''} ${amount.toFixed(cents)}`] : [],
        ),
      );
      const days = ruled.map(({ date, paidMs, factors, rule: inForce }, nth) => {
        const lines = linesOf(windows).filter((line) => line.date === date);
        return {
          ...{ date, paidMs, factors, rule: inForce ?? second, hasPieces: (own.days[nth]?.pieces.length ?? 0) > 0 },
          entries: own.days[nth] ? entriesOf(own.days[nth]) : { from: 0, to: 0 },
          ordinaryMs: (own.days[nth]?.ordinaryMinutes ?? 0) * MINUTE,
          isOff: own.days[nth]?.isOff ?? false,
          minimum: rateOn('minimum', date)?.amount ?? '0',
          hourly: rateOn('hourly', date)?.amount,
          hasMinimum: rateOn('minimum', date) !== undefined,
          piecePay: lines.flatMap(({ kind, amount }) => (kind === 'piece' ? [amount.toFixed(cents)] : [])),
        };
      });
      expect(shown.sort()).toEqual(
        oracleLaw({ payType: own.payType, days, cents, periodFrom: (date) => periodOf(date).from }).sort(),
      );
    }),
    { numRuns: Number(process.env.LAW_RUNS ?? size(40, 500)) },
  );
});

test('a lower limit never pays less, but for a cent of each line', () => {
  fc.assert(
    fc.property(byLaw, (own) => {
      const limited: World = {
        ...own,
        days: own.days.map(({ paid, ...day }) => {
          const over = Math.floor(paid.ordinary / 2);
          return { ...day, paid: { ...paid, ordinary: paid.ordinary - over, overtime1: paid.overtime1 + over } };
        }),
      };
      expect(totalOf(limited).plus(slackOf(own)).gte(totalOf(own))).toBe(true);
    }),
  );
});

test('a higher minimum never pays less, but for a cent of each line', () => {
  fc.assert(
    fc.property(byLaw, cents(500_000), (own, more) => {
      const raised = own.rates.map((rate) =>
        rate.kind === 'minimum' ? { ...rate, amount: new Units(rate.amount).plus(more).toFixed(4) } : rate,
      );
      expect(
        totalOf({ ...own, rates: raised })
          .plus(slackOf(own))
          .gte(totalOf(own)),
      ).toBe(true);
    }),
  );
});

// An average falls with time, and a day of which the greater part becomes another one is no Sunday any more.
test('more time never pays less by the minimum, of who is paid one way', () => {
  fc.assert(
    fc.property(byLaw, fc.integer({ min: 0, max: 11 }), minutes, (some, nth, more) => {
      const rule = { ...some.rule, premiumBase: 'minimum' as const, restRate: 'minimum' as const, floors: undefined };
      const payType = some.payType === 'both' ? ('piece' as const) : some.payType;
      const own = { ...some, rule, payType };
      const days = own.days.map((day, at) =>
        at === nth % own.days.length ? { ...day, paid: { ...day.paid, ordinary: day.paid.ordinary + more } } : day,
      );
      expect(
        totalOf({ ...own, days })
          .plus(slackOf(own))
          .gte(totalOf(own)),
      ).toBe(true);
    }),
  );
});

// The reasons as a reader of the rule would sort them, and not as the code does.
const OF_THE_CLOCK: readonly string[] = ['missing-punch', 'unverified', 'unmatched-pin'];
const OF_PIECES: readonly string[] = ['piecework-without-clock', 'no-piece-rate', 'shared-output', 'pay-below-zero'];
const OF_HOURLY_RATES: readonly string[] = ['no-hourly-rate', 'not-priced', 'no-hours-rule'];
const reasons = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.subarray(['missing-punch', 'unverified', 'piecework-without-clock', 'no-hours-rule'] as const, {
      minLength: 1,
      maxLength: 2,
    }),
  },
);

test('own pay and units are settled by the day, all else with its window; sums, costs and files say the same', () => {
  fc.assert(
    fc.property(
      world,
      fc.array(reasons, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 20 }),
      (own, open, now) => {
        const today = addDays(MONDAY, now);
        const days = daysOf(own).flatMap((day, nth) => (day.date <= today ? [{ ...day, open: open[nth] ?? [] }] : []));
        const windows = earningsOf(worker(own), days, {
          ...{ find: rateFinder(own.rates), cents: 2, periodOf: () => PERIOD, today },
        });
        const isOpen = (window: Window, date: string) =>
          date >= today ||
          (window.openOn.get(date) ?? []).some((one) =>
            [OF_THE_CLOCK, OF_PIECES, OF_HOURLY_RATES].flat().includes(one),
          );
        const isRestByWeek = own.rule.premiumBase !== undefined && own.rule.restRate === 'average';
        const waitsForWeek = (kind: string) =>
          ['premium', 'floor', 'holiday-off'].includes(kind) || (kind === 'rest' && isRestByWeek);
        const settled = windows.flatMap((window) =>
          window.lines.filter(({ date, kind }) =>
            kind === 'piece' || kind === 'hourly'
              ? !isOpen(window, date)
              : [...window.openOn.values()].flat().every((one) => one === 'week-open' && !waitsForWeek(kind)) &&
                window.days.every((day) => !isOpen(window, day.date)),
          ),
        );
        const sums = sumsOf(windows);
        const amountOf = (all: readonly { amount: Units }[]) => sum(all.map(({ amount }) => amount)).toFixed(2);
        expect(sums.total.toFixed(2)).toBe(amountOf(settled));
        expect(sums.total.plus(sums.notSettled).toFixed(2)).toBe(amountOf(linesOf(windows)));
        const jobs = windows.flatMap((window) => window.jobs());
        expect(sum(jobs.flatMap(({ direct, spread }) => [direct, spread])).toFixed(2)).toBe(sums.total.toFixed(2));
        expect(sum(jobs.map(({ units }) => units)).eq(sums.units)).toBe(true);
        // What payroll gets.
        const { lines } = payFileLines(windows, 2, { ...PERIOD, periodOf: () => PERIOD });
        const handed = [...lines.values()];
        expect(amountOf(handed)).toBe(sums.total.toFixed(2));
        const inHours = handed.filter(({ element }) => element.startsWith('hours.'));
        expect(inHours.reduce((all, { ms }) => all + ms, 0)).toBe(sums.paidMs - sums.heldMs);
        for (const { date } of inHours)
          for (const { openOn } of windows)
            expect((openOn.get(date) ?? []).filter((one) => [OF_THE_CLOCK, OF_PIECES].flat().includes(one))).toEqual(
              [],
            );
      },
    ),
  );
});

test('what no longer is open never takes settled pay of a day back', () => {
  fc.assert(
    fc.property(world, fc.array(reasons, { minLength: 12, maxLength: 12 }), (own, open) => {
      const settledOf = (some: readonly (typeof open)[number][]) => {
        const days = daysOf(own).map((day, nth) => ({ ...day, open: some[nth] ?? [] }));
        return earningsOf(worker(own), days, {
          ...{ find: rateFinder(own.rates), cents: 2, periodOf: () => PERIOD, today: '2026-12-31' },
        }).flatMap((window) => settledLines(window).map(({ date, kind, amount }) => `${date} ${kind} ${amount}`));
      };
      const [before, after] = [settledOf(open), settledOf(open.map((one, nth) => (nth % 2 ? one : [])))];
      expect(after).toEqual(expect.arrayContaining(before));
    }),
  );
});
