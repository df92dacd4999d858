import { getPayToday } from '#contract/money/payToday.ts';
import type { Crew } from '../../../api/crew.ts';
import { dayOptions, figuresKey } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';

export const payKey = (accountId: string) => [...figuresKey(accountId), 'pay'] as const;
export const payTodayQuery = (accountId: string, crew: Crew) =>
  queryOf(getPayToday, [...payKey(accountId), 'today', crew], {
    request: () => ({ query: crew }),
    ...dayOptions({ silent: true }),
  });
