import { queryOptions } from '@tanstack/react-query';
import {
  getBottomPerformers,
  getPieceworkBreakdown,
  getPieceworkTotals,
  getTimeSpent,
  getTopPerformers,
  type LookupCategory,
  type PerformerOrder,
} from '#contract/figures/stats.ts';
import { call } from '../../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest } from '../../../api/day.ts';

export const pieceworkTotalsQuery = (day: Day, category: LookupCategory) =>
  queryOptions({
    queryKey: dayKey(day, 'piecework-totals', { category }),
    queryFn: ({ signal }) => call(getPieceworkTotals, { params: { category }, query: dayRequest(day) }, { signal }),
    select: ({ groups }) => groups,
    ...dayOptions({ persist: true }),
  });

/** Names and units: never kept on disk. */
export const pieceworkBreakdownQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'piecework-breakdown'),
    queryFn: ({ signal }) => call(getPieceworkBreakdown, { query: dayRequest(day) }, { signal }),
    select: ({ categories }) => categories,
    ...dayOptions({ silent: true }),
  });

export type Ranking = 'top' | 'bottom';
export const performersQuery = (day: Day, ranking: Ranking, orderBy: PerformerOrder) =>
  queryOptions({
    queryKey: dayKey(day, `${ranking}-10`, { orderBy }),
    queryFn: ({ signal }) =>
      call(
        ranking === 'top' ? getTopPerformers : getBottomPerformers,
        { query: { ...dayRequest(day), orderBy } },
        { signal },
      ),
    ...dayOptions({ persist: true }),
  });

export const timeSpentQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'time-spent'),
    queryFn: ({ signal }) => call(getTimeSpent, { query: dayRequest(day) }, { signal }),
    ...dayOptions({ persist: true }),
  });
