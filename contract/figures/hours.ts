import { z } from 'zod';
import { cacheKeyQuery, durationMs, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import { MAX_HOURS_ROWS, MAX_PAY_PERIOD_DAYS } from '../platform/limits.ts';
import { count, listedEmployee } from './stats.ts';

/** Paid hours (docs/reference/paid-hours.md) of days on which an hours rule is in force, in milliseconds. */
export const paidClasses = z.object({
  /** The sum of the five classes; in sums of days that are settled. */
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
  /** Time before the shift, which does not count. */
  earlyMs: durationMs,
  /** Time without an OUT, which is not paid until that is decided; in sums all time of days that are not settled. */
  unsettledMs: durationMs,
});
export type PaidClasses = z.infer<typeof paidClasses>;
export const paidDay = paidClasses.extend({
  /** False: a punch is missing, or work goes on. */
  isSettled: z.boolean(),
});
export type PaidDay = z.infer<typeof paidDay>;
export const paidSums = paidClasses.extend({
  /** Days on which a punch is missing, or work goes on. */
  unsettledDays: count,
});
export type PaidSums = z.infer<typeof paidSums>;

const period = z.object({ from: localDate, to: localDate });
export const payHours = z.object({
  ...period.shape,
  /** The pay periods that can be picked, newest first. */
  periods: z.array(period).max(100),
  rows: z.array(z.object({ employee: listedEmployee, sums: paidSums })).max(MAX_HOURS_ROWS),
  /** Of everybody who fits the filters. */
  totals: paidSums,
  /** The index of the last row in the answer; -1: there are no rows. */
  lastIndex: z.int(),
  /** All rows that fit the filters. */
  total: count,
});
export type PayHours = z.infer<typeof payHours>;
export const getPayHours = endpoint({
  method: 'GET',
  path: '/stats/hours',
  isCostly: true,
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  summary: `The paid hours by class of a pay period, or of any other at most ${MAX_PAY_PERIOD_DAYS} days: a row per employee, by number.`,
  query: cacheKeyQuery.extend(crewFilters).extend({
    /** Both, or neither: the current pay period. */
    from: localDate.optional(),
    to: localDate.optional(),
    rows: z.coerce.number<number | string>().int().min(1).max(MAX_HOURS_ROWS).default(MAX_HOURS_ROWS),
    /** The index of the last row that the caller has. */
    lastIndex: z.coerce.number<number | string>().int().min(-1).max(10_000_000).default(-1),
  }),
  response: payHours,
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
  scope: 'people',
});
