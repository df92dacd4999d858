import { parseRecord, recordOf, tabStorage } from '../lib/storage.ts';
import { session } from './session.ts';

/**
 * Stores the last state of each section of an area in this tab: the search parameters (filter, date, range) and the scroll position. Only for the session that left them, because both may name what only its user may see.
 */
const KEY = 'tb.sections';

function ofThisSession(): Record<string, unknown> {
  const record = parseRecord(tabStorage.get(KEY));
  return record.session === session.get()?.id ? record : { session: session.get()?.id };
}

type Left = { search: Record<string, unknown>; scrollY: number };

function stored(path: string): Left | undefined {
  const { search, scrollY } = recordOf(ofThisSession()[path]);
  return typeof search === 'object'
    ? { search: recordOf(search), scrollY: typeof scrollY === 'number' ? scrollY : 0 }
    : undefined;
}

/** Returns the last search parameters of a section; undefined where it was not open yet. */
export const lastSearch = (path: string) => stored(path)?.search;

/** Returns the last scroll position of a section, px. */
export const lastScroll = (path: string) => stored(path)?.scrollY ?? 0;

/** Stores a section's state, unless its session has ended. */
export function leaveSection(path: string, left: Left) {
  if (!session.get()) return;
  tabStorage.set(KEY, JSON.stringify({ ...ofThisSession(), [path]: left }));
}
