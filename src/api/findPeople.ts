import { queryOptions } from '@tanstack/react-query';
import { findPeople } from '#contract/people.ts';
import { call } from './call.ts';

/** The present people whom a search finds. A failure is shown where they are listed. */
export const findPeopleQuery = (accountId: string, q: string) =>
  queryOptions({
    queryKey: ['find-people', accountId, q],
    queryFn: ({ signal }) => call(findPeople, { query: { q } }, { signal }),
    enabled: q !== '',
    gcTime: 60_000,
    meta: { silent: true },
  });
