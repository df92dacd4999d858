import type { QueryClient } from '@tanstack/react-query';
import { type FoundPeople, MAX_FOUND_PEOPLE, type Roll } from '#contract/people.ts';
import { figuresKey } from '../../api/day.ts';
import { matchesPerson } from '../../lib/search.ts';

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
