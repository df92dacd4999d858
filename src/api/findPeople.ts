import { queryOptions } from '@tanstack/react-query';
import { findPeople } from '#contract/figures/people.ts';
import { call } from './call.ts';

type Who = 'present' | 'all';
/** The people whom a search finds, the present ones or also those who have left. A failure is shown where they are listed. */
export const findPeopleQuery = (accountId: string, q: string, who: Who = 'present') =>
  queryOptions({
    queryKey: ['find-people', accountId, who, q],
    queryFn: ({ signal }) => call(findPeople, { query: { q, ...(who === 'all' && { who }) } }, { signal }),
    enabled: q !== '',
    gcTime: 60_000,
    meta: { silent: true },
  });
