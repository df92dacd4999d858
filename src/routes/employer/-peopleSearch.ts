import type { RollSort } from '#contract/people.ts';
import { type RangeSearch, rangeSearch } from './-rangeSearch.ts';

export type PeopleSearch = RangeSearch & { q?: string; sort?: RollSort };

/** The contract's values without its schemas: every start reads addresses, and zod is often not needed for anything else. */
const isSort = (value: unknown): value is RollSort =>
  typeof value === 'string' &&
  /^-?(number|firstName|lastName|present|late|absent|clocked|paid|units|wasted)$/.test(value);

/** Parameters that are not understood are left out. The router reads `q=123` as a number, but a search is always text. */
export function peopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const { q, sort } = raw;
  return {
    ...rangeSearch(raw),
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q).slice(0, 100) }),
    // Named in any case: the router merges what is returned into the raw parameters.
    sort: isSort(sort) ? sort : undefined,
  };
}
