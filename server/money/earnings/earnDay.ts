import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { LineKind, OpenReason, PAY_TYPES, PaidClass, PremiumBase } from '#contract/money/earnings.ts';
import type { PieceTime } from '../../figures/pay/paidDay.ts';
import { HOUR, type LocalDate } from '../../platform/zone.ts';
import type { JobCost } from './cost.ts';
import type { FloorClass } from './floors.ts';
import { Money } from './money.ts';
import type { FindRate, Rate } from './rates.ts';

/** The work and the pay of one employee as the rules of earnings see them. Amounts are decimals of the account's currency, times in ms. */

export type PayType = (typeof PAY_TYPES)[number];

export type Piece = {
  lookup1: string;
  lookup2: string;
  units: string;
  timeMs: number;
  isShared?: boolean;
  /** The job description of the entries themselves, null for an unknown one; absent: that of the employee. */
  jobDescriptionId?: string | null;
};

export type EarnDay = {
  date: LocalDate;
  /** The paid time by class (part 1), and the factors of the hours rule. */
  paidMs: Record<PaidClass, number>;
  factors: Record<PaidClass, number>;
  /** Effective units by lookup pair. */
  pieces: readonly Piece[];
  /** Time without an OUT, which is in no class. */
  unsettledMs?: number;
  /** The time of piecework entries, of which overlaps count once. */
  workedMs: number;
  /** The part of the paid time that lies within them. */
  pieceTime: PieceTime;
  /** It was locked by the rules of before 29 November 2026 and keeps them. */
  isEarlier?: boolean;
  /** It was locked while rest was paid at the average of its window. */
  restByWindow?: boolean;
  /** The ordinary hours of a Sunday or holiday whose rules have floors, and whether it is a holiday that the employee, who would have been expected, did not work. */
  ordinaryMs?: number;
  isHolidayOff?: boolean;
  /** The class of the date of piecework without paid time, which is no class of time. */
  unclockedOn?: FloorClass;
  open: readonly OpenReason[];
  rule: PayRuleValue | null;
  /** Units that were counted as Shared or Team are not paid by the piece, also where a filter leaves no rule. */
  isIndividual?: boolean;
};

/** The terms of an employee that decide, besides the work, which rates apply. */
export type Terms = { employeeGroupId: string | null; jobDescriptionId: string | null; payType: PayType };

export type Worker = Terms & {
  employeeId: string;
  /** The terms until the last day of a lock, in order of date: a change holds for every day after it. */
  lockedTerms?: readonly (Terms & { until: LocalDate })[];
};

/** Returns an employee with the terms that hold on a date. */
export const workerOn = (worker: Worker, date: LocalDate): Worker => {
  const locked = worker.lockedTerms?.find(({ until }) => date <= until);
  return locked ? { ...locked, employeeId: worker.employeeId } : worker;
};

/** One line of pay. `amount` is rounded; `exact` is not. */
export type Line = {
  date: LocalDate;
  kind: LineKind;
  amount: Money;
  exact: Money;
  rate: Rate | null;
  units: Money | null;
  pieces: readonly Piece[];
  ms: number | null;
  paidClass: PaidClass | null;
  /** An amount per hour that is no rate of its own: an average, a regular rate. */
  perHour: Money | null;
  factor: number | null;
  /** The base of a premium of one class. */
  base: PremiumBase | null;
};

export const NO_DETAILS = {
  rate: null,
  units: null,
  pieces: [],
  ms: null,
  paidClass: null,
  perHour: null,
  factor: null,
  base: null,
};

export type Window = {
  from: LocalDate;
  to: LocalDate;
  lines: readonly Line[];
  /** In the order in which they were found. */
  open: readonly OpenReason[];
  rule: PayRuleValue | null;
  days: readonly EarnDay[];
  /** By date: the reasons of each day. */
  openOn: ReadonlyMap<LocalDate, readonly OpenReason[]>;
  /** Tells whether the piece and hourly lines of a date are settled; the other lines are when the whole window is. */
  isDaySettled: (date: LocalDate) => boolean;
  /** Computed when it is asked for: a division costs as much as the rest of a day's decimals. */
  guarantee: () => Money;
  /** The pay that is compared with it. */
  counts: Money;
  /** The jobs of what is settled, computed when costs are asked for. */
  jobs: () => readonly JobCost[];
};

export type Rules = {
  find: FindRate;
  /** The decimals of the currency. */
  cents: number;
  /** Returns the pay period of a date. */
  periodOf: (date: LocalDate) => { from: LocalDate; to: LocalDate };
  today: LocalDate;
};

export const ZERO = new Money(0);
export const hoursOf = (ms: number) => new Money(ms).div(HOUR);
export const totalMs = ({ paidMs: { ordinary, overtime1, overtime2, sunday, holiday } }: EarnDay) =>
  ordinary + overtime1 + overtime2 + sunday + holiday;
export const overtimeMs = ({ paidMs }: EarnDay) => paidMs.overtime1 + paidMs.overtime2;
export const isOvertime = (paidClass: PaidClass) => paidClass === 'overtime1' || paidClass === 'overtime2';
export const isWorked = (day: EarnDay) => totalMs(day) > 0 || day.pieces.length > 0;
