import { type Crew, crewOf } from '../../api/crew.ts';
import { deviceStorage, parseRecord } from '../../lib/storage.ts';
import { CREW_KEY } from '../../start/crew.ts';

/** Returns the filter that this device has stored for an account; empty: everybody. */
export const rememberedCrew = (accountId: string): Crew => {
  const { account, ...kept } = parseRecord(deviceStorage.get(CREW_KEY));
  return account === accountId ? crewOf(kept) : {};
};

/** Stores a filter on this device; an empty one is deleted. */
export const rememberCrew = (accountId: string, crew: Crew) =>
  Object.keys(crew).length > 0
    ? void deviceStorage.set(CREW_KEY, JSON.stringify({ account: accountId, ...crew }))
    : deviceStorage.remove(CREW_KEY);
