import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type FoundPeople, findPeople, MAX_FOUND_PEOPLE, type Roll } from '#contract/people.ts';
import { call } from '../../api/call.ts';
import { figuresKey } from '../../api/day.ts';
import { matchesPerson } from '../../lib/search.ts';

/** The people whom a search finds. A failure is shown in the list. */
export const findPeopleQuery = (accountId: string, q: string) =>
  queryOptions({
    queryKey: ['find-people', accountId, q],
    queryFn: ({ signal }) => call(findPeople, { query: { q } }, { signal }),
    enabled: q !== '',
    gcTime: 60_000,
    meta: { silent: true },
  });

/** Searches the people of the rolls that are stored on this device: without a connection there is no other list. */
export function findStoredPeople(client: QueryClient, accountId: string, q: string): FoundPeople {
  const rolls = client.getQueriesData<{ pages: Roll[] }>({
    queryKey: figuresKey(accountId),
    predicate: ({ queryKey }) => queryKey.includes('roll'),
  });
  const rows = rolls.flatMap(([, roll]) => roll?.pages.flatMap((page) => page.rows) ?? []);
  const people = [
    ...new Map(rows.map(({ employee }) => [employee._id, { ...employee, timeId: null }])).values(),
  ].filter((person) => matchesPerson(person, q));
  return { people: people.slice(0, MAX_FOUND_PEOPLE), total: people.length };
}
