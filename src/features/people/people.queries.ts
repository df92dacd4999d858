import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { MAX_ROLL_ROWS } from '#contract/limits.ts';
import { getPersonTrend, getRoll, type Roll, type RollSort } from '#contract/trends.ts';
import { call } from '../../api/call.ts';
import { dayOptions } from '../../api/day.ts';
import { type DayRange, rangeKey, rangeRequest } from '../../api/range.ts';

export type RollView = { range: DayRange; q: string; sort: RollSort };

const ROWS = 100;

/** The roll, a hundred people at a time. Names and days of people: never kept on disk. */
export const rollQuery = ({ range, q, sort }: RollView) =>
  infiniteQueryOptions({
    queryKey: rangeKey(range, 'roll', { q, sort }),
    queryFn: ({ signal, pageParam }) =>
      call(
        getRoll,
        { query: { ...rangeRequest(range), ...(q && { q }), sort, rows: ROWS, lastIndex: pageParam } },
        { signal },
      ),
    initialPageParam: -1,
    getNextPageParam: ({ lastIndex, total }) => (lastIndex >= 0 && lastIndex + 1 < total ? lastIndex : undefined),
    placeholderData: keepPreviousData,
    ...dayOptions({ silent: true }),
  });

/** Returns every row of the roll, for a file. Throws ApiError. */
export async function wholeRoll({ range, q, sort }: RollView): Promise<Pick<Roll, 'days' | 'rows'>> {
  const rows: Roll['rows'] = [];
  for (let lastIndex = -1; ; ) {
    const query = { ...rangeRequest(range), ...(q && { q }), sort, rows: MAX_ROLL_ROWS, lastIndex };
    const page = await call(getRoll, { query });
    rows.push(...page.rows);
    if (page.rows.length === 0 || page.lastIndex + 1 >= page.total) return { days: page.days, rows };
    lastIndex = page.lastIndex;
  }
}

/** One person over a range: never kept on disk. */
export const personQuery = (range: DayRange, employeeId: string) =>
  queryOptions({
    queryKey: rangeKey(range, 'person', { employeeId }),
    queryFn: ({ signal }) =>
      call(getPersonTrend, { params: { employeeId }, query: { from: range.from, to: range.to } }, { signal }),
    ...dayOptions({ silent: true }),
  });
