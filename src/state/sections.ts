import { parseRecord, tabStorage } from '../lib/storage.ts';
import { session } from './session.ts';

/**
 * Remembers how each section of an area was left in this tab: the search of its address (filter, date, range) and how far it was scrolled
 * (design.md, The employer's navigation). Of the session that left them only: both may name what only its user may see.
 */
const KEY = 'tb.sections';

function ofThisSession(): Record<string, unknown> {
  const kept = parseRecord(tabStorage.get(KEY));
  return kept && kept.session === session.get()?.id ? kept : { session: session.get()?.id };
}

type Left = { search: Record<string, unknown>; scrollY: number };

function stored(path: string): Left | undefined {
  const left = ofThisSession()[path];
  const { search, scrollY } = parseRecord(JSON.stringify(left ?? null)) ?? {};
  const found = parseRecord(JSON.stringify(search ?? null));
  return found ? { search: found, scrollY: typeof scrollY === 'number' ? scrollY : 0 } : undefined;
}

/** Returns the search with which a section's path was left; undefined where it was not open yet. */
export const lastSearch = (path: string) => stored(path)?.search;

/** Returns how far a section was scrolled when it was left, px. */
export const lastScroll = (path: string) => stored(path)?.scrollY ?? 0;

/** Keeps how a section is left, unless its session has ended. */
export function leaveSection(path: string, left: Left) {
  if (!session.get()) return;
  tabStorage.set(KEY, JSON.stringify({ ...ofThisSession(), [path]: left }));
}
