import { PAID_CLASSES } from '#contract/money/earnings.ts';
import { PAY_ELEMENTS, type PayElement } from '#contract/money/payFiles.ts';
import { hasWeeklyPremium, hasWeeklyRest, weekOf } from '../../figures/pay/payWindow.ts';
import type { LocalDate } from '../../platform/zone.ts';
import type { Line, Rules, Window } from '../earnings/earnDay.ts';
import { Money } from '../earnings/money.ts';
import {
  hasHeldHours,
  hasHeldHoursUnpriced,
  hasOpenPieces,
  isByPremiums,
  isOnlyTime,
  isSettledLine,
} from '../earnings/openPay.ts';
import { centsByPiece } from '../earnings/pieces.ts';

/** The lines of payroll files, as pure rules. Times are in ms; units and amounts are decimals. */

export type FileLine = {
  date: LocalDate;
  element: PayElement;
  lookup1: string;
  lookup2: string;
  /** Per unit or per hour, as text. */
  rate: string | null;
  factor: number | null;
  ms: number;
  units: Money;
  amount: Money;
};
/** Lines by what they are of: date, element, lookups, rate and factor. */
export type Lines = ReadonlyMap<string, FileLine>;
type Part = 'hours' | 'piece' | 'hourly' | (typeof OF_WINDOWS)[number];
/** The earnings of an employee: lines that are settled, and the dates of which nothing can be said yet. */
export type Earned = {
  lines: Lines;
  open: Record<Part, ReadonlySet<LocalDate>>;
  /** Tells whether a line is one of the file's days: by its date, or by the period in which its window ends. */
  isOfFile: (line: Pick<FileLine, 'date' | 'element'>) => boolean;
  /** Something of the file's days is not settled. */
  isLeftOut: boolean;
  /** The settled amounts of the file's days that come with a later period. */
  later: Money;
};
type Days = { from: LocalDate; to: LocalDate };
/**
 * The days of a file, and the pay periods of the account. `gap`: the first day of the period in which its days begin, where neither that nor a day between lies in
 * a lock: what is due on it and has a locked day is of the file too, because no other file would have it.
 */
export type FileDays = Days & {
  periodOf: Rules['periodOf'];
  gap?: { from: LocalDate; isLocked: (date: LocalDate) => boolean } | undefined;
};
/** Returns the days of the file of a lock, among all locks in force. */
export function fileDays({ from, to }: Days, locks: readonly Days[], periodOf: Rules['periodOf']): FileDays {
  const first = periodOf(from).from;
  const before = locks.filter((one) => one.from < from);
  // Without an earlier lock no locked day is due on it.
  if (first >= from || before.length === 0 || before.some((one) => one.to >= first)) return { from, to, periodOf };
  const isLocked = (date: LocalDate) => locks.some((one) => date >= one.from && date <= one.to);
  return { from, to, periodOf, gap: { from: first, isLocked } };
}

const ZERO = new Money(0);
const keyOf = ({ date, element, lookup1, lookup2, rate, factor }: FileLine) =>
  [date, element, lookup1, lookup2, rate ?? '', factor ?? ''].join('\t');

/** Returns the sum of the amounts of some lines. */
export const sumOf = (lines: readonly FileLine[]) => lines.reduce((sum, { amount }) => sum.plus(amount), ZERO);

/** Adds lines up: those that are of the same are one. */
export function added(all: Iterable<FileLine>): Map<string, FileLine> {
  const sums = new Map<string, FileLine>();
  for (const line of all) {
    const key = keyOf(line);
    const sum = sums.get(key);
    sums.set(
      key,
      sum
        ? { ...line, ms: sum.ms + line.ms, units: sum.units.plus(line.units), amount: sum.amount.plus(line.amount) }
        : line,
    );
  }
  return sums;
}

/**
 * Returns the lines of an employee's windows that a file of some days has; `cents`: the decimals of the currency, null where no money is counted. A window that
 * reaches into the next pay period has the lines of its days in their period, all else in the period in which it ends.
 */
export function linesOf(windows: readonly Window[], cents: number | null, days: FileDays): Earned {
  const lines: FileLine[] = [];
  const open = {
    hours: new Set<LocalDate>(),
    piece: new Set<LocalDate>(),
    hourly: new Set<LocalDate>(),
    ...{ 'top-up': new Set<LocalDate>(), rest: new Set<LocalDate>(), premium: new Set<LocalDate>() },
    ...{ floor: new Set<LocalDate>(), 'holiday-off': new Set<LocalDate>() },
  };
  const windowOn = new Map(windows.flatMap((window) => window.days.map(({ date }) => [date, window] as const)));
  const isOfFile: Earned['isOfFile'] = ({ date, element }) => {
    const due = dueOn(windowOn.get(date), date, partOf(element), days.periodOf);
    if (due >= days.from && due <= days.to) return true;
    return due > date && due === days.gap?.from && days.gap.isLocked(date);
  };
  const isHeld = cents === null ? hasHeldHoursUnpriced : hasHeldHours;
  for (const window of windows) {
    for (const { date, paidMs, factors } of window.days) {
      if (isHeld(window.openOn, date)) open.hours.add(date);
      else
        for (const one of PAID_CLASSES)
          if (paidMs[one] > 0)
            lines.push({ ...NOTHING, date, element: `hours.${one}`, factor: factors[one], ms: paidMs[one] });
      if (cents === null || hasOpenPieces(window.openOn, date)) open.piece.add(date);
      if (cents === null || !window.isDaySettled(date)) open.hourly.add(date);
      for (const kind of OF_WINDOWS)
        if (cents === null || !(isOnlyTime(window) || isSettledLine(window, { date, kind }))) open[kind].add(date);
    }
    if (cents !== null)
      lines.push(
        ...window.lines.flatMap((line) =>
          isSettledLine(window, line) ? moneyOf(line, cents, window.rule?.premiumBase !== undefined) : [],
        ),
      );
  }
  const isLeftOut = (element: PayElement) => [...open[partOf(element)]].some((date) => isOfFile({ date, element }));
  const isLater = (line: FileLine) => line.date >= days.from && line.date <= days.to && !isOfFile(line);
  return {
    lines: added(lines.filter(isOfFile)),
    later: sumOf(lines.filter(isLater)),
    ...{ open, isOfFile },
    isLeftOut: isLeftOut('hours.ordinary') || (cents !== null && OF_PARTS.some(isLeftOut)),
  };
}
const OF_WINDOWS = ['top-up', 'rest', 'premium', 'floor', 'holiday-off'] as const;
const OF_PARTS = ['hourly.ordinary', ...OF_WINDOWS] as const;
const partOf = (element: PayElement): Part => {
  if (element.startsWith('hours.')) return 'hours';
  if (element.startsWith('hourly.')) return 'hourly';
  return OF_WINDOWS.find((one) => one === element) ?? 'piece';
};
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);
/** Tells whether a line waits for the end of its window. */
export const isOfWindow = (element: PayElement) => OF_WINDOWS.some((one) => one === element);
/** Returns the day whose period has a line: its own, or the first of the period in which its window ends, if that comes later. */
function dueOn(window: Window | undefined, date: LocalDate, part: Part, periodOf: Rules['periodOf']): LocalDate {
  if (!window || !OF_WINDOWS.some((one) => one === part)) return date;
  const { rule, to } = window;
  // The pay that a floor is compared with has premiums and rest in it.
  const waitsForWeek =
    rule !== null &&
    ((isByPremiums(part) && hasWeeklyPremium(rule)) || ((part === 'rest' || part === 'floor') && hasWeeklyRest(rule)));
  const end = waitsForWeek ? later(weekOf(date, rule.weekStart).to, to) : to;
  return later(date, periodOf(end).from);
}
const NOTHING = { lookup1: '', lookup2: '', rate: null, factor: null, ms: 0, units: ZERO, amount: ZERO };

/** Returns the lines of a file of one line of pay. Rest has its rate by rule sets that say their base of premiums: those of before keep their lines. */
function moneyOf(line: Line, cents: number, hasRestRate: boolean): FileLine[] {
  const { date, kind, amount, rate, pieces, units, ms, paidClass, perHour, factor } = line;
  if (kind === 'piece' && rate && units) {
    const split = { rate: new Money(rate.amount), pieces, units, amount };
    return centsByPiece(split, (exact) => exact.toDecimalPlaces(cents)).map(
      ([{ lookup1, lookup2, units: own }, of]) => ({
        ...NOTHING,
        ...{ date, element: kind, lookup1, lookup2, rate: rate.amount, units: new Money(own), amount: of },
      }),
    );
  }
  if (kind === 'hourly' && paidClass)
    return [
      {
        ...NOTHING,
        ...{ date, element: `hourly.${paidClass}`, rate: perHour?.toFixed() ?? null, factor, ms: ms ?? 0, amount },
      },
    ];
  const perHourOf = perHour?.toDecimalPlaces(4).toFixed() ?? null;
  if (kind === 'premium' && paidClass)
    return [{ ...NOTHING, date, element: kind, rate: perHourOf, factor, ms: ms ?? 0, amount }];
  if (kind === 'hourly' || kind === 'piece') return [];
  // A floor is a difference, of no hours.
  if (kind === 'floor') return [{ ...NOTHING, date, element: kind, amount }];
  const ownRate = kind === 'holiday-off' || (kind === 'rest' && hasRestRate) ? perHourOf : null;
  return [{ ...NOTHING, date, element: kind, rate: ownRate, ms: ms ?? 0, amount }];
}

/**
 * Returns the lines that make of what was handed over what there is now, in order: none where nothing differs. What is open now stays as it was handed
 * over: nothing is paid, and nothing taken back, on evidence that is not settled.
 */
export function differences({ lines, open, isOfFile }: Earned, sent: Lines): FileLine[] {
  const isOpen = ({ date, element }: FileLine) => open[partOf(element)].has(date);
  const found: FileLine[] = [];
  for (const [key, line] of lines) {
    const before = sent.get(key);
    found.push(before ? minus(line, before) : line);
  }
  for (const [key, line] of sent)
    if (!lines.has(key) && isOfFile(line) && !isOpen(line))
      found.push(minus({ ...line, ms: 0, units: ZERO, amount: ZERO }, line));
  return found.filter(({ ms, units, amount }) => ms !== 0 || !units.isZero() || !amount.isZero()).sort(inOrder);
}
const minus = (line: FileLine, { ms, units, amount }: FileLine): FileLine => ({
  ...line,
  ms: line.ms - ms,
  units: line.units.minus(units),
  amount: line.amount.minus(amount),
});
const place = new Map(PAY_ELEMENTS.map((element, nth) => [element, nth]));
const inOrder = (a: FileLine, b: FileLine) => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.element !== b.element) return (place.get(a.element) ?? 0) - (place.get(b.element) ?? 0);
  return keyOf(a) < keyOf(b) ? -1 : 1;
};
