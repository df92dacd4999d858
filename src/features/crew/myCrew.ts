import { type Crew, crewOf } from '../../api/crew.ts';
import { deviceStorage, parseRecord } from '../../lib/storage.ts';

const KEY = 'tb.crew';

/** Returns the filter that this device remembers for an account; empty: everybody. */
const remembered = (accountId: string): Crew => {
  const { account, ...kept } = parseRecord(deviceStorage.get(KEY)) ?? {};
  return account === accountId ? crewOf(kept) : {};
};

/** Returns the filter of a page: that of its address, else what this device remembers. */
export function myCrew(accountId: string, search: Crew): Crew {
  const named = crewOf(search);
  return Object.keys(named).length > 0 ? named : remembered(accountId);
}

/** Remembers a filter on this device; an empty one is forgotten. */
export const rememberCrew = (accountId: string, crew: Crew) =>
  Object.keys(crew).length > 0
    ? void deviceStorage.set(KEY, JSON.stringify({ account: accountId, ...crew }))
    : deviceStorage.remove(KEY);
