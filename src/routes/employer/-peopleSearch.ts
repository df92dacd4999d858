import type { RollSort } from '#contract/trends.ts';
import { type RangeSearch, rangeSearch } from './-rangeSearch.ts';

export type PeopleSearch = RangeSearch & { q?: string; sort?: RollSort };

/** The contract's words without its schemas: every start reads addresses, and most need no zod for anything else. */
const isSort = (value: unknown): value is RollSort =>
  typeof value === 'string' && /^-?(number|firstName|lastName|present|late|absent|clocked|units|wasted)$/.test(value);

/** Whatever is not understood is left out; the router reads `q=123` as a number: a search is always text. */
export function peopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const { q, sort } = raw;
  return {
    ...rangeSearch(raw),
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q).slice(0, 100) }),
    ...(isSort(sort) && { sort }),
  };
}
