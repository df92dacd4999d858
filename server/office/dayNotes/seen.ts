import type { CrewFilters } from '#contract/platform/filters.ts';
import type { Scope } from '../../platform/http/callers.ts';

/**
 * Returns true if a reader sees what an author may have written about people: everybody among the author's is among the reader's (docs/reference/scope.md#what-it-limits). A scope
 * fits people who fit each of its lists, so each list of the reader has to hold one of the author's. Null: everybody. A reader of nobody sees nothing.
 */
export function seesNotesOf(reader: Scope | null, author: Scope | null): boolean {
  if (!reader) return true;
  if (!author) return false;
  const lists = Object.keys(reader.lists) as (keyof CrewFilters)[]; // the keys of a record that are declared
  return lists.every((list) => {
    const own = new Set(reader.lists[list]);
    return own.size > 0 && author.lists[list]?.every((id) => own.has(id)) === true;
  });
}
