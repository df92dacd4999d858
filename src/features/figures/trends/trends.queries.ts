import { queryOptions } from '@tanstack/react-query';
import type { LookupCategory } from '#contract/figures/stats.ts';
import { getAttendanceTrend, getPieceworkTrend } from '#contract/figures/trends.ts';
import { call } from '../../../api/call.ts';
import { dayOptions } from '../../../api/day.ts';
import { type DayRange, rangeKey, rangeRequest } from '../../../api/range.ts';

/** The number of ranges, used last, that are cached on disk for each query. */
const KEPT_RANGES = 2;

/** Attendance, time wasted and the people who are often late or absent share this query. */
export const attendanceTrendQuery = (range: DayRange) =>
  queryOptions({
    queryKey: rangeKey(range, 'trend-attendance'),
    queryFn: ({ signal }) => call(getAttendanceTrend, { query: rangeRequest(range) }, { signal }),
    ...dayOptions({ persist: { last: KEPT_RANGES } }),
  });

/** Units and pace share this query. */
export const pieceworkTrendQuery = (range: DayRange, by: LookupCategory) =>
  queryOptions({
    queryKey: rangeKey(range, 'trend-piecework', { by }),
    queryFn: ({ signal }) => call(getPieceworkTrend, { query: { ...rangeRequest(range), by } }, { signal }),
    ...dayOptions({ persist: { last: KEPT_RANGES } }),
  });
