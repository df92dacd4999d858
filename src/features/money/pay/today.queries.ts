import { queryOptions } from '@tanstack/react-query';
import { getPayToday } from '#contract/money/payToday.ts';
import { call } from '../../../api/call.ts';
import type { Crew } from '../../../api/crew.ts';
import { dayOptions, figuresKey } from '../../../api/day.ts';

export const payKey = (accountId: string) => [...figuresKey(accountId), 'pay'] as const;
export const payTodayQuery = (accountId: string, crew: Crew) =>
  queryOptions({
    queryKey: [...payKey(accountId), 'today', crew],
    queryFn: ({ signal }) => call(getPayToday, { query: crew }, { signal }),
    ...dayOptions({ silent: true }),
  });
