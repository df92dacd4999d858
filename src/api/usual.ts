import { getUsual } from '#contract/figures/usual.ts';
import { type Day, dayKey, dayOptions, dayRequest } from './day.ts';
import { queryOf } from './query.ts';

/** Returns what is usual by this time of day; only for today. */
export const usualQuery = (day: Day) =>
  queryOf(getUsual, dayKey(day, 'usual'), {
    request: () => ({ query: dayRequest(day) }),
    select: (usual) => (day.live ? usual : undefined),
    ...dayOptions({ persist: true, silent: true }),
  });
