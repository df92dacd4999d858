import { z } from 'zod';
import { cacheKeyQuery, durationMs, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import { OFTEN_LISTED, TREND_GROUPS } from '../platform/limits.ts';
import { count, listedEmployee, lookupCategory, units } from './stats.ts';

/**
 * Trends. A figure of a day is the one that the dashboard shows for that day. Days outside the retention: 400
 * DATE_OUT_OF_RANGE.
 */
const attendance = employer('Stats.GET_ATTENDANCE_INFORMATION');
const performance = employer('Stats.GET_PERFORMANCE_METRICS');
const refusals = ['DATE_OUT_OF_RANGE'] as const;

const crewQuery = cacheKeyQuery.extend(crewFilters);
const range = { from: localDate, to: localDate };
const rangeQuery = crewQuery.extend(range);

const attendanceSums = {
  /** present + absent + pending + unverified. */
  expected: count,
  onTime: count,
  late: count,
  absent: count,
  unverified: count,
  /** People who were expected, were not there and have an excuse; they are in none of the other counts. */
  excused: count,
  present: count,
  lateTimeMs: durationMs,
  irregularBreakTimeMs: durationMs,
};
export const attendanceTrendSums = z.object(attendanceSums);
export type AttendanceTrendSums = z.infer<typeof attendanceTrendSums>;
export const attendanceTrendDay = z.object({
  date: localDate,
  ...attendanceSums,
  pending: count,
  /** Devices that were silent, or lost events, while an employee was due; such a day is marked. */
  silentDevices: count,
  /** Today, or a past day on which a night shift is still going on. */
  unfinished: z.boolean(),
});
export type AttendanceTrendDay = z.infer<typeof attendanceTrendDay>;
const often = z
  .array(
    z.object({
      employee: listedEmployee,
      /** The days on which they were late or absent, oldest first. */
      dates: z.array(localDate),
    }),
  )
  .max(OFTEN_LISTED);
export const attendanceTrend = z.object({
  /** Every day of the range, oldest first. A day with nobody expected and nobody present is a gap. */
  days: z.array(attendanceTrendDay),
  sums: attendanceTrendSums,
  /** The sums of the preceding range of the same length; null where not all of it is retained. */
  before: attendanceTrendSums.nullable(),
  /** People with the most such days first, then by number. */
  oftenLate: often,
  oftenAbsent: often,
});
export type AttendanceTrend = z.infer<typeof attendanceTrend>;
export const getAttendanceTrend = endpoint({
  method: 'GET',
  path: '/stats/trends/attendance',
  isCostly: true,
  access: attendance,
  scope: 'people',
  summary: 'Attendance and time wasted of each day, with who was often late or absent.',
  query: rangeQuery,
  response: attendanceTrend,
  refusals,
  versioned: true,
});

const coded = { code: z.string().nullable(), description: z.string() };
export const pieceworkTrendDay = z.object({
  date: localDate,
  totalUnits: units,
  /** Of the trend's groups, most units first; groups without an entry on the day are left out. */
  groups: z.array(z.object({ ...coded, units })).max(TREND_GROUPS),
  /** 'Other': the units of all remaining groups. */
  otherUnits: units,
  /** Units per hour of all ranked people (docs/reference/piecework.md#units-per-hour), 2 decimals; null where nobody is ranked. */
  pace: z.object({ median: z.number(), lower: z.number(), upper: z.number(), people: z.int().min(1) }).nullable(),
  unfinished: z.boolean(),
});
export type PieceworkTrendDay = z.infer<typeof pieceworkTrendDay>;
const pieceworkTrendSums = z.object({
  totalUnits: units,
  /** Units per hour: the median of the medians of all whole days, 2 decimals; null without any. */
  medianPace: z.number().nullable(),
});
export const pieceworkTrend = z.object({
  /** The nine groups with the most units in the range, most first; each has a colour. */
  groups: z.array(z.object({ ...coded, units })).max(TREND_GROUPS),
  days: z.array(pieceworkTrendDay),
  ...pieceworkTrendSums.shape,
  /** The sums of the preceding range of the same length; null where not all of it is retained. */
  before: pieceworkTrendSums.nullable(),
});
export type PieceworkTrend = z.infer<typeof pieceworkTrend>;
export const getPieceworkTrend = endpoint({
  method: 'GET',
  path: '/stats/trends/piecework',
  isCostly: true,
  access: performance,
  scope: 'people',
  summary: 'Units of each day by a lookup, and the band of units per hour.',
  query: rangeQuery.extend({ by: lookupCategory.default('lookup1') }),
  response: pieceworkTrend,
  refusals,
  versioned: true,
});
