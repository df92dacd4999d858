import type { QueryClient } from '@tanstack/react-query';
import { type FoundPeople, MAX_FOUND_PEOPLE, type PersonTrend, type Roll } from '#contract/figures/people.ts';
import type { ListedEmployee } from '#contract/figures/stats.ts';
import { figuresKey } from '../../../api/day.ts';
import { matchesText } from '../../../lib/search.ts';

type Listed = { employee: ListedEmployee & { timeId?: string | null } };
type List = { entries: readonly Listed[] };

/** Searches everybody in figures that are stored on this device: without a connection there is no other list. PINs are only in those of one person. */
export function findStoredPeople(client: QueryClient, accountId: string, q: string): FoundPeople {
  const stored = <Figures>(name: string) =>
    client
      .getQueriesData<Figures>({
        queryKey: figuresKey(accountId),
        predicate: ({ queryKey }) => queryKey[2] === name,
      })
      .flatMap(([, figures]) => figures ?? []);
  const listed: Listed[] = [
    ...stored<{ pages: Roll[] }>('roll').flatMap(({ pages }) => pages.flatMap(({ rows }) => rows)),
    ...[...stored<List>('attendance-list'), ...stored<List>('on-site')].flatMap(({ entries }) => entries),
    ...stored<PersonTrend>('person'),
  ];
  const found = [...new Map(listed.map(({ employee }) => [employee._id, employee])).values()]
    .map(({ _id, number, firstName, lastName, timeId = null }) => ({ _id, number, firstName, lastName, timeId }))
    .filter(({ number, firstName, lastName, timeId }) =>
      matchesText(`${number} ${firstName} ${lastName} ${timeId ?? ''}`, q),
    );
  return { people: found.slice(0, MAX_FOUND_PEOPLE), total: found.length };
}
