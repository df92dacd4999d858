import { z } from 'zod';
import { cacheKeyQuery, localDate, wallTime } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import { count, units } from './stats.ts';

/** 'Usually 46 by 10:00': medians over the last four days of today's weekday, each at this minute of the day. */
export const usual = z.object({
  /** HH:MM of the account. */
  at: wallTime,
  /** Employees whose time in is not after `at`; null: nothing is shown. */
  present: count.nullable(),
  /** How many of them were late. */
  late: count.nullable(),
  /** Exact. */
  units: units.nullable(),
  /** The days that the medians cover, newest first. */
  days: z.array(localDate).max(4),
});
export type Usual = z.infer<typeof usual>;
export const getUsual = endpoint({
  method: 'GET',
  path: '/stats/usual',
  // What the caller may not see is null.
  access: employer('Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS'),
  scope: 'people',
  summary: 'What is usual by this time of day: medians over the last four such weekdays.',
  query: cacheKeyQuery.extend(crewFilters),
  response: usual,
  versioned: true,
});
