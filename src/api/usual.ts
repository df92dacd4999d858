import { queryOptions } from '@tanstack/react-query';
import { getUsual } from '#contract/figures/usual.ts';
import { call } from './call.ts';
import { type Day, dayKey, dayOptions, dayRequest } from './day.ts';

/** Returns what is usual by this time of day (spec/trends.md, Pace); only for today. */
export const usualQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'usual'),
    queryFn: ({ signal }) => call(getUsual, { query: dayRequest(day) }, { signal }),
    select: (usual) => (day.live ? usual : undefined),
    ...dayOptions({ persist: true, silent: true }),
  });
