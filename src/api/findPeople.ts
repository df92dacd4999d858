import { findPeople } from '#contract/figures/people.ts';
import { queryOf } from './query.ts';

type Who = 'present' | 'all';
/** The people whom a search finds, the present ones or also those who have left. A failure is shown where they are listed. */
export const findPeopleQuery = (accountId: string, q: string, who: Who = 'present') =>
  queryOf(findPeople, ['find-people', accountId, who, q], {
    request: () => ({ query: { q, ...(who === 'all' && { who }) } }),
    enabled: q !== '',
    gcTime: 60_000,
    meta: { silent: true },
  });
