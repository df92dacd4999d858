import { z } from 'zod';
import { count, listedEmployee } from '../figures/stats.ts';
import { payFactor } from '../masterData/hoursRules.ts';
import { PAY_WINDOWS, payRuleFields, premiumBaseOf, rateKind } from '../masterData/payRules.ts';
import { cacheKeyQuery, documentId, durationMs, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import { MAX_HOURS_ROWS, MAX_PAY_PERIOD_DAYS } from '../platform/limits.ts';
import { money, rateAmount } from '../platform/money.ts';
import { words } from '../platform/words.ts';

/** Earnings of people, and costs of work. Nothing of it is stored: it is computed from records, hours, rates and rules. */

const access = employer('Pay.VIEW');
export const PAY_TYPES = ['piece', 'hourly', 'both'] as const;
/** Why a window of pay is not settled. */
export const OPEN_REASONS = [
  'missing-punch',
  'unverified',
  'unmatched-pin',
  'piecework-without-clock',
  'unverified-time',
  'held-record',
  'inactive-clocked',
  'dispute',
  'no-hours-rule',
  'no-piece-rate',
  'shared-output',
  'no-hourly-rate',
  'not-priced',
  'pay-below-zero',
  'not-over',
  'week-open',
] as const;
export const openReason = z.enum(OPEN_REASONS);
export type OpenReason = z.infer<typeof openReason>;
export const LINE_KINDS = ['piece', 'hourly', 'top-up', 'rest', 'premium', 'floor', 'holiday-off'] as const;
export type LineKind = (typeof LINE_KINDS)[number];
export const PAID_CLASSES = ['ordinary', 'overtime1', 'overtime2', 'sunday', 'holiday'] as const;
export const PREMIUM_BASES = ['regular', 'minimum'] as const;
export type PremiumBase = (typeof PREMIUM_BASES)[number];
export type PaidClass = (typeof PAID_CLASSES)[number];

/**
 * Sums of what is settled, and beside them, never within them, of what is not: units, piece and hourly pay by the day, all other pay by the window.
 */
export const earningSums = z.object({
  /** Of days whose hours are settled: the same sum as that of paid hours (contract/figures/hours.ts). */
  paidMs: durationMs,
  ordinaryMs: durationMs,
  overtimeMs: durationMs,
  sundayMs: durationMs,
  holidayMs: durationMs,
  /** The time of the other days, with work without an OUT. */
  notSettledMs: durationMs,
  /** Of the paid hours, those of days with other work whose pay is open: no payroll file has them yet. */
  heldMs: durationMs,
  /** Of days that are settled. */
  units: z.string(),
  /** Of the others. */
  notSettledUnits: z.string(),
  piece: money,
  hourly: money,
  topUp: money,
  rest: money,
  premium: money,
  /** The part that the pay of Sundays and holidays that were worked lacked of their least (E6a). */
  floor: money,
  /** The pay of holidays that were not worked. */
  holidayOff: money,
  /** The sum of these seven. */
  total: money,
  /** The pay that is not settled, as far as it is known. */
  notSettled: money,
});
export type EarningSums = z.infer<typeof earningSums>;
const unpriced = z.object({ lookup1: z.string(), lookup2: z.string(), units: z.string() });
const answered = {
  from: localDate,
  to: localDate,
  /** ISO 4217; null: none was chosen yet. */
  currency: z.string().nullable(),
};
const span = { from: localDate.optional(), to: localDate.optional() };
const asked = cacheKeyQuery.extend(crewFilters).extend({ ...span });

export const earnings = z.object({
  ...answered,
  /** The pay periods that can be picked, newest first. */
  periods: z.array(z.object({ from: localDate, to: localDate })).max(100),
  rows: z
    .array(
      z.object({ employee: listedEmployee, sums: earningSums, open: z.array(openReason).max(OPEN_REASONS.length) }),
    )
    .max(MAX_HOURS_ROWS),
  /** Of everybody who fits the filters. */
  totals: earningSums,
  /** The caller's filter or scope names products: these are their pieces alone, without hours and what is paid by them. */
  isOfProducts: z.boolean(),
  /** Units without a rate, by description: the first 100. */
  unpriced: z.array(unpriced).max(100),
  /** Paid hours without an hourly rate or piecework, and how many people have them: each of their rows names the reason. */
  unpricedHours: z.object({ ms: durationMs, people: count }),
  lastIndex: z.int(),
  total: count,
});
export type Earnings = z.infer<typeof earnings>;
export const getEarnings = endpoint({
  method: 'GET',
  path: '/pay/people',
  isCostly: true,
  access,
  summary: `What people earned in a pay period, or on other days, at most ${MAX_PAY_PERIOD_DAYS}: a row per employee, by number.`,
  query: asked.extend({
    rows: z.coerce.number<number | string>().int().min(1).max(MAX_HOURS_ROWS).default(MAX_HOURS_ROWS),
    /** The index of the last row that the caller has. */
    lastIndex: z.coerce.number<number | string>().int().min(-1).max(10_000_000).default(-1),
  }),
  response: earnings,
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
  scope: 'people',
});

/** Nobody reads more in a dialog; of a day with more lookup pairs than that the number of the others is told. */
export const MAX_LINE_PIECES = 200;
export const MAX_WINDOW_LINES = 2_000;
/** 'Why this pay?' of one line: everything that its amount was made of. */
export const payLine = z.object({
  date: localDate,
  kind: z.enum(LINE_KINDS),
  amount: money,
  /** The rate that applied, and from when. */
  rate: z.object({ kind: rateKind, amount: z.string(), from: localDate }).nullable(),
  units: z.string().nullable(),
  /** Its units by lookup pair: the first ones; `morePieces`: how many pairs there are besides. */
  pieces: z.array(unpriced).max(MAX_LINE_PIECES),
  morePieces: count,
  ms: durationMs.nullable(),
  paidClass: z.enum(PAID_CLASSES).nullable(),
  /** An amount per hour that is computed: an average, the regular rate, or that of an ordinary wage. */
  perHour: z.string().nullable(),
  factor: z.number().nullable(),
  /** The base that a premium was worked out by: the regular rate of the workweek, or the minimum. */
  base: z.enum(PREMIUM_BASES).nullable(),
});
export type PayLine = z.infer<typeof payLine>;
export const payWindow = z.object({
  from: localDate,
  to: localDate,
  window: z.enum(PAY_WINDOWS).nullable(),
  ruleName: z.string().nullable(),
  /** All of its days are settled, and it is over: its other lines are settled too. */
  isSettled: z.boolean(),
  /** The worth of the window's hours at the minimum, and the pay that is compared with it. */
  guarantee: money,
  counts: money,
  days: z
    .array(
      z.object({
        date: localDate,
        /** Of a day whose hours are open 0, as in sums; its time so far, of which the guarantee is, is beside it. */
        paidMs: durationMs,
        notSettledMs: durationMs,
        minimum: z.string().nullable(),
        open: z.array(openReason),
        /** Its piece and hourly lines are settled, whatever is open of other days. */
        isSettled: z.boolean(),
      }),
    )
    .max(366),
  /** The first lines of the window; `moreLines`: how many there are besides. */
  lines: z.array(payLine.extend({ isSettled: z.boolean() })).max(MAX_WINDOW_LINES),
  moreLines: count,
});
export type PayWindowOf = z.infer<typeof payWindow>;
export const personEarnings = z.object({
  ...answered,
  employee: listedEmployee,
  payType: z.enum(PAY_TYPES),
  /** The first day on which another pay type would hold: the days before it are locked, or within locks; null: no day is locked. */
  payTypeFrom: localDate.nullable(),
  sums: earningSums,
  windows: z.array(payWindow).max(366),
});
export type PersonEarnings = z.infer<typeof personEarnings>;
const person = z.object({ employeeId: documentId });
export const getPersonEarnings = endpoint({
  method: 'GET',
  path: '/pay/people/:employeeId',
  access,
  summary: 'The pay of one employee, window by window, with what each line was made of.',
  params: person,
  query: asked,
  response: personEarnings,
  refusals: ['DATE_OUT_OF_RANGE', 'NOT_FOUND'],
  versioned: true,
  scope: 'people',
});
export const setPayType = endpoint({
  method: 'PUT',
  path: '/pay/people/:employeeId/type',
  access: employer('Pay.MANAGE'),
  summary:
    'Says how an employee is paid: by the piece, by the hour, or both; it holds for every day after the last that is locked.',
  params: person,
  body: z.strictObject({ payType: z.enum(PAY_TYPES) }),
  response: z.object({ payType: z.enum(PAY_TYPES) }),
  refusals: ['NOT_FOUND', 'OWN_RECORD', 'PERIOD_LOCKED'],
});

/** Without a code: work without an entry, and time without piecework. */
const lookup = z.object({ code: z.string().nullable(), description: z.string() });
export const workCost = z.object({
  lookup1: lookup,
  lookup2: lookup,
  units: z.string(),
  /** Piece pay. */
  direct: money,
  /** Its part of the top-up, which may be negative, of hourly pay, rest and premium. */
  spread: money,
  total: money,
  /** Null without units. */
  perUnit: money.nullable(),
});
export const costs = z.object({
  ...answered,
  rows: z.array(workCost).max(10_000),
  totals: workCost.omit({ lookup1: true, lookup2: true }),
  notSettled: money,
});
export type Costs = z.infer<typeof costs>;
export const getCosts = endpoint({
  method: 'GET',
  path: '/pay/cost',
  isCostly: true,
  access,
  summary: 'What work has cost by product and block: piece pay, and the part of everything else.',
  query: asked,
  response: costs,
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
  scope: 'people',
});

const whatIfSums = z.object({ total: money, topUp: money, notSettled: money });
export const whatIf = z.object({
  ...answered,
  before: whatIfSums,
  after: whatIfSums,
  /** The numbers of employees who would have earned more, and less. */
  gain: count,
  lose: count,
  /** Those whose pay differs, from the greatest gain on: the first 500. */
  people: z.array(z.object({ employee: listedEmployee, before: money, after: money })).max(500),
});
export type WhatIf = z.infer<typeof whatIf>;
export const getWhatIf = endpoint({
  method: 'GET',
  path: '/pay/what-if',
  access: employer('Pay.MANAGE'),
  summary:
    'What the last 90 days would have cost at another amount of a rate, if people had worked as they did. Needs Pay.VIEW as well.',
  query: z.object({ rateId: documentId, amount: rateAmount }),
  response: whatIf,
  refusals: ['NOT_FOUND'],
});

export const getPayRuleWhatIf = endpoint({
  method: 'GET',
  path: '/pay/rules/:payRuleId/what-if',
  access: employer('Pay.MANAGE'),
  summary:
    'What the last 90 days would have cost by a rule set with another base of premiums, if people had worked as they did. Needs Pay.VIEW as well.',
  params: z.object({ payRuleId: documentId }),
  query: z.object({ premiumBase: premiumBaseOf }),
  response: whatIf,
  refusals: ['NOT_FOUND'],
});

const clockMinutes = z.int(words('Hours, such as 9 or 7:30')).min(0).max(1_440, words('At most 24 hours'));
/** A payslip's days: minutes by class, units, and the minutes that they took. */
const payslipDay = z
  .strictObject({
    date: localDate,
    ordinary: clockMinutes,
    overtime1: clockMinutes,
    sunday: clockMinutes,
    holiday: clockMinutes,
    units: z
      .string()
      .regex(/^-?\d{1,9}(\.\d{1,3})?$/, words('Units, such as 110'))
      .nullable(),
    unitMinutes: clockMinutes.nullable(),
    /** A holiday that was not worked, by an employee who would have been expected. */
    isHolidayOff: z.boolean().default(false),
  })
  .refine(
    ({ isHolidayOff, units, ordinary, overtime1, sunday, holiday }) =>
      !isHolidayOff || (units === null && ordinary + overtime1 + sunday + holiday === 0),
    { error: words('A holiday that was not worked has no hours and no units'), path: ['isHolidayOff'] },
  );
export const testPayRule = endpoint({
  method: 'POST',
  path: '/pay/test',
  access: employer('Pay.MANAGE'),
  summary: 'Computes a payslip that is typed, by a rule set and rates that are typed: nothing is stored.',
  body: z
    .strictObject({
      rule: z.strictObject(payRuleFields),
      payType: z.enum(PAY_TYPES),
      pieceRate: rateAmount.nullable(),
      hourlyRate: rateAmount.nullable(),
      minimum: rateAmount.nullable(),
      overtimeFactor: payFactor,
      sundayFactor: payFactor,
      holidayFactor: payFactor,
      /** The ordinary hours of a day, for the floors of Sundays and holidays; null: not known. */
      ordinaryMinutes: clockMinutes.nullable().default(null),
      days: z
        .array(payslipDay)
        .min(1)
        .max(31)
        .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
          error: words('Name each day once'),
        }),
    })
    .refine(({ days, ordinaryMinutes }) => ordinaryMinutes !== null || !days.some(({ isHolidayOff }) => isHolidayOff), {
      error: words('The ordinary hours of a day, such as 9:00'),
      path: ['ordinaryMinutes'],
    }),
  response: z.object({
    lines: z.array(payLine).max(1_000),
    guarantee: money,
    sums: z.record(z.enum(LINE_KINDS), money),
    total: money,
    open: z.array(openReason),
  }),
});
