import { type Crew, crewOf } from '../../api/crew.ts';
import type { Span } from '../../lib/dayRange.ts';
import { type WhySearch, whySearch } from './-whySearch.ts';

/** The search parameters of a page about a range of days. */
export type RangeSearch = Partial<Span> & WhySearch & Crew;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Parameters that are not understood are left out. */
export function rangeSearch(raw: Record<string, unknown>): RangeSearch {
  const from = text(raw.from);
  const to = text(raw.to);
  return { ...(from && to && { from, to }), ...whySearch(raw), ...crewOf(raw) };
}
