import { parseRecord, tabStorage } from '../lib/storage.ts';

/**
 * How each section of an area was left in this tab: the search of its address (filter, date, range) and how far it was scrolled
 * (design.md, The employer's navigation). Gone with the session: both may name what only its user may see.
 */
const KEY = 'tb.sections';

type Left = { search: Record<string, unknown>; scrollY: number };

function stored(path: string): Left | undefined {
  const left = parseRecord(tabStorage.get(KEY))?.[path];
  const { search, scrollY } = parseRecord(JSON.stringify(left ?? null)) ?? {};
  const found = parseRecord(JSON.stringify(search ?? null));
  return found ? { search: found, scrollY: typeof scrollY === 'number' ? scrollY : 0 } : undefined;
}

/** Returns the search with which a section's path was left; undefined where it was not open yet. */
export const lastSearch = (path: string) => stored(path)?.search;

/** Returns how far a section was scrolled when it was left, px. */
export const lastScroll = (path: string) => stored(path)?.scrollY ?? 0;

/** Keeps how a section is left. */
export function leaveSection(path: string, left: Left) {
  tabStorage.set(KEY, JSON.stringify({ ...parseRecord(tabStorage.get(KEY)), [path]: left }));
}

/** Forgets every section: the session has ended. */
export const forgetSections = () => tabStorage.remove(KEY);
