import type { LookupCategory } from '#contract/figures/stats.ts';
import { getAttendanceTrend, getPieceworkTrend } from '#contract/figures/trends.ts';
import { dayOptions } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';
import { type DayRange, rangeKey, rangeRequest } from '../../../api/range.ts';

/** The number of ranges, used last, that are cached on disk for each query. */
const KEPT_RANGES = 2;

/** Attendance, time wasted and the people who are often late or absent share this query. */
export const attendanceTrendQuery = (range: DayRange) =>
  queryOf(getAttendanceTrend, rangeKey(range, 'trend-attendance'), {
    request: () => ({ query: rangeRequest(range) }),
    ...dayOptions({ persist: { last: KEPT_RANGES } }),
  });

/** Units and pace share this query. */
export const pieceworkTrendQuery = (range: DayRange, by: LookupCategory) =>
  queryOf(getPieceworkTrend, rangeKey(range, 'trend-piecework', { by }), {
    request: () => ({ query: { ...rangeRequest(range), by } }),
    ...dayOptions({ persist: { last: KEPT_RANGES } }),
  });
