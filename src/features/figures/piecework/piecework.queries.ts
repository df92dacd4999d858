import {
  getBottomPerformers,
  getPieceworkBreakdown,
  getPieceworkTotals,
  getTimeSpent,
  getTopPerformers,
  type LookupCategory,
  type PerformerOrder,
} from '#contract/figures/stats.ts';
import { type Day, dayKey, dayOptions, dayRequest } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';

export const pieceworkTotalsQuery = (day: Day, category: LookupCategory) =>
  queryOf(getPieceworkTotals, dayKey(day, 'piecework-totals', { category }), {
    request: () => ({ params: { category }, query: dayRequest(day) }),
    select: ({ groups }) => groups,
    ...dayOptions({ persist: true }),
  });

/** Names and units: never kept on disk. */
export const pieceworkBreakdownQuery = (day: Day) =>
  queryOf(getPieceworkBreakdown, dayKey(day, 'piecework-breakdown'), {
    request: () => ({ query: dayRequest(day) }),
    select: ({ categories }) => categories,
    ...dayOptions({ silent: true }),
  });

export type Ranking = 'top' | 'bottom';
export const performersQuery = (day: Day, ranking: Ranking, orderBy: PerformerOrder) =>
  queryOf(ranking === 'top' ? getTopPerformers : getBottomPerformers, dayKey(day, `${ranking}-10`, { orderBy }), {
    request: () => ({ query: { ...dayRequest(day), orderBy } }),
    ...dayOptions({ persist: true }),
  });

export const timeSpentQuery = (day: Day) =>
  queryOf(getTimeSpent, dayKey(day, 'time-spent'), {
    request: () => ({ query: dayRequest(day) }),
    ...dayOptions({ persist: true }),
  });
