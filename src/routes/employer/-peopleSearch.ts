import type { RollSort } from '#contract/figures/people.ts';
import { type RangeSearch, rangeSearch } from './-rangeSearch.ts';

export type PeopleSearch = RangeSearch & { q?: string; sort?: RollSort; per?: string };

/** The contract's values without its schemas: every start reads addresses, and zod is often not needed for anything else. */
const isSort = (value: unknown): value is RollSort =>
  typeof value === 'string' &&
  /^-?(number|firstName|lastName|present|late|absent|clocked|paid|units|wasted)$/.test(value);

/** Periods whose sums are shown: those of the account, or of the user with their start. */
const isPer = (value: unknown): value is string =>
  typeof value === 'string' && /^(account|(weekly|fortnightly|monthly) \d{4}-\d{2}-\d{2})$/.test(value);

/** Parameters that are not understood are left out. The router reads `q=123` as a number, but a search is always text. */
export function peopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const { q, sort, per } = raw;
  return {
    ...rangeSearch(raw),
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q).slice(0, 100) }),
    per: isPer(per) ? per : undefined,
    // Named in any case: the router merges what is returned into the raw parameters.
    sort: isSort(sort) ? sort : undefined,
  };
}
