import { z } from 'zod';
import { cacheKeyQuery, durationMs, localDate } from './common.ts';
import { employer, endpoint } from './endpoint.ts';
import { crewFilters } from './filters.ts';
import { MAX_PAY_PERIOD_DAYS, MAX_ROLL_ROWS, MAX_SEARCH_LENGTH } from './limits.ts';
import { count, listedEmployee } from './stats.ts';

/** Paid hours (spec/pay.md, Part 1) of days on which an hours rule is in force, in milliseconds. */
export const paidClasses = z.object({
  /** The sum of the five classes. */
  paidMs: durationMs,
  ordinaryMs: durationMs,
  overtime1Ms: durationMs,
  overtime2Ms: durationMs,
  sundayMs: durationMs,
  holidayMs: durationMs,
  /** The classes, each times its factor. */
  weightedMs: durationMs,
  /** The part of the paid time at night, whatever its class. */
  nightMs: durationMs,
  /** Unpaid breaks that nobody clocked. */
  takenOffMs: durationMs,
  /** Time without an OUT, which is not paid until that is decided. */
  unsettledMs: durationMs,
});
export type PaidClasses = z.infer<typeof paidClasses>;
export const paidDay = paidClasses.extend({
  /** Time before the shift, which does not count. */
  earlyMs: durationMs,
  /** False: a punch is missing, or work goes on. */
  isSettled: z.boolean(),
});
export type PaidDay = z.infer<typeof paidDay>;
export const paidSums = paidClasses.extend({
  /** Days on which a punch is missing, or work goes on. */
  unsettledDays: count,
});
export type PaidSums = z.infer<typeof paidSums>;

const columns = [
  'number',
  'firstName',
  'lastName',
  'paid',
  'ordinary',
  'overtime1',
  'overtime2',
  'sunday',
  'holiday',
  'night',
] as const;
export const hoursSort = z.enum([
  ...columns,
  'takenOff',
  '-takenOff',
  'unsettled',
  '-unsettled',
  ...columns.map((column) => `-${column}` as const),
]);
export type HoursSort = z.infer<typeof hoursSort>;
const period = z.object({ from: localDate, to: localDate });
export const payHours = z.object({
  ...period.shape,
  /** The pay periods that can be picked, newest first. */
  periods: z.array(period).max(100),
  rows: z.array(z.object({ employee: listedEmployee, sums: paidSums })).max(MAX_ROLL_ROWS),
  /** Of everybody who fits the filters, whatever the search. */
  totals: paidSums,
  /** The index of the last row in the answer; -1: there are no rows. */
  lastIndex: z.int(),
  /** All rows that fit the search and the filters. */
  total: count,
});
export type PayHours = z.infer<typeof payHours>;
export const getPayHours = endpoint({
  method: 'GET',
  path: '/stats/hours',
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  summary: `The paid hours by class of a pay period, or of any other at most ${MAX_PAY_PERIOD_DAYS} days: a row per employee.`,
  query: cacheKeyQuery.extend(crewFilters).extend({
    /** Both, or neither: the current pay period. */
    from: localDate.optional(),
    to: localDate.optional(),
    /** A search in number and name. */
    q: z.string().max(MAX_SEARCH_LENGTH).optional(),
    /** A leading minus sorts descending. Rows that compare equal are ordered by number. */
    sort: hoursSort.default('number'),
    rows: z.coerce.number<number | string>().int().min(1).max(MAX_ROLL_ROWS).default(100),
    /** The index of the last row that the caller has. */
    lastIndex: z.coerce.number<number | string>().int().min(-1).max(10_000_000).default(-1),
  }),
  response: payHours,
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
});
