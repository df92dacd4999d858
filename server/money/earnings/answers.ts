import type {
  Costs,
  EarningSums,
  Earnings as EarningsAnswer,
  LineKind,
  PersonEarnings,
  WhatIf,
} from '#contract/money/earnings.ts';
import { MAX_LINE_PIECES, MAX_WINDOW_LINES, OPEN_REASONS } from '#contract/money/earnings.ts';
import type { PayToday } from '#contract/money/payToday.ts';
import { byText, sortedByNumber } from '../../attendance/order.ts';
import type { Describe } from '../../figures/trends/descriptions.ts';
import { listedOf } from '../../figures/trends/range.ts';
import { createSum } from '../../platform/units.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { type EarnDay, type Line, totalMs, type Window, workerOn } from './earnDay.ts';
import { Money } from './money.ts';
import { hasHeldHours, hasOpenHours, isSettledLine } from './openPay.ts';
import { unitsOf } from './pieces.ts';
import type { Earned, Earnings } from './read.ts';

/** The answers of earnings: sums of what is settled, and what is not beside them. */

const ZERO = new Money(0);
const COLUMNS = {
  piece: 'piece',
  hourly: 'hourly',
  'top-up': 'topUp',
  rest: 'rest',
  premium: 'premium',
  floor: 'floor',
  'holiday-off': 'holidayOff',
} as const satisfies Record<LineKind, string>;
const HOURS = ['paidMs', 'ordinaryMs', 'overtimeMs', 'sundayMs', 'holidayMs', 'notSettledMs', 'heldMs'] as const;
const AMOUNTS = [
  'units',
  'notSettledUnits',
  'piece',
  'hourly',
  'topUp',
  'rest',
  'premium',
  'floor',
  'holidayOff',
  'total',
  'notSettled',
] as const;
type Sums = Record<(typeof HOURS)[number], number> & Record<(typeof AMOUNTS)[number], Money>;
const noSums = (): Sums => ({
  ...{ paidMs: 0, ordinaryMs: 0, overtimeMs: 0, sundayMs: 0, holidayMs: 0, notSettledMs: 0, heldMs: 0 },
  ...{
    units: ZERO,
    notSettledUnits: ZERO,
    piece: ZERO,
    hourly: ZERO,
    topUp: ZERO,
    rest: ZERO,
    premium: ZERO,
    floor: ZERO,
    holidayOff: ZERO,
    total: ZERO,
    notSettled: ZERO,
  },
});

/** Returns the sums of some windows: hours of days whose hours are settled, units and pay of days and windows that are, and of each what is not beside them. */
export function sumsOf(windows: readonly Window[]): Sums {
  const sums = noSums();
  const [units, notSettledUnits] = [createSum(), createSum()];
  for (const window of windows) {
    const { lines, days, openOn } = window;
    for (const day of days) {
      for (const piece of day.pieces) (window.isDaySettled(day.date) ? units : notSettledUnits).add(piece.units);
      if (hasOpenHours(openOn, day.date)) {
        sums.notSettledMs += totalMs(day) + (day.unsettledMs ?? 0);
        continue;
      }
      const { ordinary, overtime1, overtime2, sunday, holiday } = day.paidMs;
      sums.paidMs += totalMs(day);
      if (hasHeldHours(openOn, day.date)) sums.heldMs += totalMs(day);
      sums.ordinaryMs += ordinary;
      sums.overtimeMs += overtime1 + overtime2;
      sums.sundayMs += sunday;
      sums.holidayMs += holiday;
    }
    for (const line of lines) {
      const column = isSettledLine(window, line) ? COLUMNS[line.kind] : 'notSettled';
      sums[column] = sums[column].plus(line.amount);
    }
  }
  sums.units = units.total();
  sums.notSettledUnits = notSettledUnits.total();
  for (const column of Object.values(COLUMNS)) sums.total = sums.total.plus(sums[column]);
  return sums;
}
function added(all: readonly Sums[]): Sums {
  const sums = noSums();
  for (const one of all) {
    for (const key of HOURS) sums[key] += one[key];
    for (const key of AMOUNTS) if (!one[key].isZero()) sums[key] = sums[key].plus(one[key]);
  }
  return sums;
}
/** Returns sums as they are shown: amounts with the decimals of the currency. */
export const shownSums = ({ units, notSettledUnits, ...sums }: Sums, cents: number): EarningSums => {
  const amount = (key: Exclude<(typeof AMOUNTS)[number], 'units' | 'notSettledUnits'>) => sums[key].toFixed(cents);
  return {
    ...sums,
    ...{ units: units.toFixed(), notSettledUnits: notSettledUnits.toFixed() },
    ...{ piece: amount('piece'), hourly: amount('hourly'), topUp: amount('topUp'), rest: amount('rest') },
    ...{
      premium: amount('premium'),
      floor: amount('floor'),
      holidayOff: amount('holidayOff'),
      total: amount('total'),
      notSettled: amount('notSettled'),
    },
  };
};

const isOfPieces = (reason: string) => reason === 'no-piece-rate' || reason === 'shared-output';
const isUnpriced = ({
  open,
  lines,
  pieces,
}: {
  open: readonly string[];
  lines: readonly Line[];
  pieces: EarnDay['pieces'];
}) => (open.some(isOfPieces) ? pieces.filter((piece) => !lines.some((line) => line.pieces.includes(piece))) : []);
/** Returns the work of an employee that has no rate. */
const unpricedIn = (windows: readonly Window[]) =>
  windows.flatMap(({ days, lines, open, openOn }) =>
    open.some(isOfPieces)
      ? days.flatMap(({ date, pieces }) => isUnpriced({ open: openOn.get(date) ?? [], lines, pieces }))
      : [],
  );
/** Returns the paid time of an employee that has no rate. */
const unpricedMsIn = (windows: readonly Window[]) =>
  windows
    .flatMap(({ days, openOn }) =>
      days.filter(({ date }) => openOn.get(date)?.some((one) => one === 'no-hourly-rate' || one === 'not-priced')),
    )
    .reduce((sum, day) => sum + totalMs(day), 0);
/** Makes of an employee's windows what a row of pay needs. */
export const payOf = ({ rostered, windows }: Earned) => ({
  rostered,
  sums: sumsOf(windows),
  open: OPEN_REASONS.filter((reason) => windows.some(({ open }) => open.includes(reason))),
  unpriced: unpricedIn(windows),
  unpricedMs: unpricedMsIn(windows),
});
type Pay = ReturnType<typeof payOf>;
/** Returns the units of some people that have no rate, by lookup pair. */
export const unpricedOf = (people: readonly Pick<Pay, 'unpriced'>[]) =>
  [
    ...Map.groupBy(
      people.flatMap(({ unpriced }) => unpriced),
      ({ lookup1, lookup2 }) => JSON.stringify([lookup1, lookup2]),
    ).values(),
  ].map((pieces) => ({
    lookup1: pieces[0]?.lookup1 ?? '',
    lookup2: pieces[0]?.lookup2 ?? '',
    units: unitsOf(pieces).toFixed(),
  }));
const described = <P extends { lookup1: string; lookup2: string }>(pieces: readonly P[], describe: Describe) =>
  pieces.map((piece) => ({
    ...piece,
    lookup1: piece.lookup1 && describe(1, piece.lookup1).description,
    lookup2: piece.lookup2 && describe(2, piece.lookup2).description,
  }));

type Page = { rows: number; lastIndex: number };
/** Returns the rows of people after `lastIndex`, by number. */
export function earningsAnswer(earnings: Earnings<Pay>, describe: Describe, { rows, lastIndex }: Page): EarningsAnswer {
  const { from, to, currency, cents, periods, people, range } = earnings;
  const all = sortedByNumber(people, ({ rostered }) => rostered.number);
  const page = all.slice(lastIndex + 1, lastIndex + 1 + rows);
  return {
    ...{ from, to, currency, periods },
    rows: page.map(({ rostered, sums, open }) => ({
      employee: listedOf(rostered),
      sums: shownSums(sums, cents),
      open,
    })),
    totals: shownSums(added(all.map(({ sums }) => sums)), cents),
    isOfProducts: range.crew.lookup1 !== undefined,
    unpriced: described(unpricedOf(people).slice(0, 100), describe),
    unpricedHours: {
      ms: people.reduce((sum, { unpricedMs }) => sum + unpricedMs, 0),
      people: people.filter(({ unpricedMs }) => unpricedMs > 0).length,
    },
    lastIndex: Math.min(all.length - 1, lastIndex + page.length),
    total: all.length,
  };
}

/** Returns the pay of one employee with what each line was made of. */
export function personAnswer(
  earnings: Earnings<Earned>,
  { rostered, worker, windows }: Earned,
  { describe, payTypeFrom }: { describe: Describe; payTypeFrom: LocalDate | null },
): PersonEarnings {
  const { from, to, currency, cents, rules } = earnings;
  const minimumOn = (date: string) => rules.find('minimum', workerOn(worker, date), date);
  return {
    ...{ from, to, currency, payType: worker.payType, payTypeFrom },
    employee: listedOf(rostered),
    sums: shownSums(sumsOf(windows), cents),
    windows: windows.map((window) => ({
      ...{ from: window.from, to: window.to, window: window.rule?.window ?? null, ruleName: window.rule?.name ?? null },
      isSettled: window.open.length === 0,
      guarantee: window.guarantee().toFixed(cents),
      counts: window.counts.toFixed(cents),
      days: window.days.map((day) => ({
        ...{ date: day.date, open: [...(window.openOn.get(day.date) ?? [])] },
        ...(hasOpenHours(window.openOn, day.date)
          ? { paidMs: 0, notSettledMs: totalMs(day) }
          : { paidMs: totalMs(day), notSettledMs: 0 }),
        minimum: minimumOn(day.date)?.amount ?? null,
        isSettled: window.isDaySettled(day.date),
      })),
      lines: window.lines.slice(0, MAX_WINDOW_LINES).map((line) => ({
        ...lineAnswer(line, cents, describe),
        isSettled: isSettledLine(window, line),
      })),
      moreLines: Math.max(0, window.lines.length - MAX_WINDOW_LINES),
    })),
  };
}
export const lineAnswer = (line: Line, cents: number, describe: Describe) => {
  const { date, kind, amount, rate, units, pieces, ms, paidClass, perHour, factor, base } = line;
  return {
    ...{ date, kind, ms, paidClass, factor, base, amount: amount.toFixed(cents), units: units?.toFixed() ?? null },
    rate: rate && { kind: rate.kind, amount: rate.amount, from: rate.from },
    perHour: perHour?.toDecimalPlaces(4).toFixed() ?? null,
    pieces: described(
      pieces.slice(0, MAX_LINE_PIECES).map(({ lookup1, lookup2, units: own }) => ({ lookup1, lookup2, units: own })),
      describe,
    ),
    morePieces: Math.max(0, pieces.length - MAX_LINE_PIECES),
  };
};

type Cost = { lookup1: string; lookup2: string; units: Money; direct: Money; spread: Money };
/** Adds costs up by lookup pair. */
const byPair = (costs: readonly Cost[]): Cost[] =>
  [...Map.groupBy(costs, ({ lookup1, lookup2 }) => JSON.stringify([lookup1, lookup2])).values()].map((own) =>
    own.reduce((sum, one) => ({
      lookup1: one.lookup1,
      lookup2: one.lookup2,
      units: sum.units.plus(one.units),
      direct: sum.direct.plus(one.direct),
      spread: sum.spread.plus(one.spread),
    })),
  );
/** Makes of an employee's windows what the costs of work need: the jobs of what is settled of them. */
export const costOfEmployee = ({ windows }: Earned) => ({
  costs: byPair(windows.flatMap(({ jobs }) => jobs())),
  notSettled: sumsOf(windows).notSettled,
});

/** Returns what settled work has cost by lookup pair, dearest first; time without piecework is of the pair without codes. */
export function costsAnswer(earnings: Earnings<ReturnType<typeof costOfEmployee>>, describe: Describe): Costs {
  const { from, to, currency, cents, people } = earnings;
  const totalOf = ({ direct, spread }: Cost) => direct.plus(spread);
  const shown = (cost: Cost) => {
    const total = totalOf(cost);
    const perUnit = cost.units.gt(0) ? total.div(cost.units).toFixed(Math.max(cents, 2)) : null;
    return {
      ...{ units: cost.units.toFixed(), direct: cost.direct.toFixed(cents), spread: cost.spread.toFixed(cents) },
      ...{ total: total.toFixed(cents), perUnit },
    };
  };
  const rows = byPair(people.flatMap(({ costs }) => costs)).sort(
    (a, b) => totalOf(b).cmp(totalOf(a)) || byText(a.lookup1, b.lookup1) || byText(a.lookup2, b.lookup2),
  );
  const nothing = { lookup1: '', lookup2: '', units: ZERO, direct: ZERO, spread: ZERO };
  const [all = nothing] = byPair(rows.map((row) => ({ ...row, lookup1: '', lookup2: '' })));
  return {
    ...{ from, to, currency },
    rows: rows.slice(0, 10_000).map((cost) => ({
      lookup1: describe(1, cost.lookup1),
      lookup2: describe(2, cost.lookup2),
      ...shown(cost),
    })),
    totals: shown(all),
    notSettled: people.reduce((sum, { notSettled }) => sum.plus(notSettled), ZERO).toFixed(cents),
  };
}

/** Returns today so far, and the top-ups that are foreseen of windows of a day, which end today. */
export function todayAnswer({ today, currency, cents, people }: Earnings<Earned>, topUps: readonly Money[]): PayToday {
  const windows = people.flatMap((one) => one.windows);
  const units = windows.flatMap(({ days }) => days).reduce((sum, day) => sum.plus(unitsOf(day.pieces)), ZERO);
  const lines = windows.flatMap((window) => window.lines).filter(({ date }) => date === today);
  const earned = lines.reduce((sum, { amount }) => sum.plus(amount), ZERO);
  return {
    currency,
    earned: lines.length > 0 ? earned.toFixed(cents) : null,
    units: units.toFixed(),
    perUnit: lines.length > 0 && units.gt(0) ? earned.div(units).toFixed(Math.max(cents, 2)) : null,
    topUpPeople: topUps.length,
    topUp: topUps.reduce((sum, amount) => sum.plus(amount), ZERO).toFixed(cents),
  };
}

/** Makes of an employee what a comparison needs: the sums as they are, and at another amount. */
export const bothOf = ({ rostered, windows, instead }: Earned) => ({
  rostered,
  was: sumsOf(windows),
  is: sumsOf(instead),
});
/** Compares the same days by two amounts of a rate; a window that is not settled is in both sums of what is not settled. */
export function whatIfAnswer({ from, to, currency, cents, people }: Earnings<ReturnType<typeof bothOf>>): WhatIf {
  const paid = ({ total, notSettled }: Sums) => total.plus(notSettled);
  const differing = people
    .map(({ rostered, was, is }) => ({ rostered, was: paid(was), is: paid(is) }))
    .filter((one) => !one.was.eq(one.is))
    .sort((a, b) => b.is.minus(b.was).cmp(a.is.minus(a.was)));
  const shown = (all: readonly Sums[]) => {
    const { total, topUp, notSettled } = added(all);
    return { total: total.toFixed(cents), topUp: topUp.toFixed(cents), notSettled: notSettled.toFixed(cents) };
  };
  return {
    ...{ from, to, currency },
    before: shown(people.map(({ was }) => was)),
    after: shown(people.map(({ is }) => is)),
    gain: differing.filter((one) => one.is.gt(one.was)).length,
    lose: differing.filter((one) => one.is.lt(one.was)).length,
    people: differing.slice(0, 500).map((one) => ({
      employee: listedOf(one.rostered),
      before: one.was.toFixed(cents),
      after: one.is.toFixed(cents),
    })),
  };
}
