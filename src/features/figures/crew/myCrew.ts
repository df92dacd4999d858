import { type Crew, crewOf } from '../../../api/crew.ts';
import { deviceStorage, parseRecord } from '../../../lib/storage.ts';
import { CREW_KEY } from '../../../start/crew.ts';
import { createStore } from '../../../state/createStore.ts';
import { session } from '../../../state/session.ts';

/** Returns the filter that this device has stored for an account; empty: everybody. */
export const rememberedCrew = (accountId: string): Crew => {
  const { account, ...stored } = parseRecord(deviceStorage.get(CREW_KEY));
  return account === accountId ? crewOf(stored) : {};
};

/** Stores a filter on this device; an empty one is deleted. */
export const rememberCrew = (accountId: string, crew: Crew) =>
  Object.keys(crew).length > 0
    ? void deviceStorage.set(CREW_KEY, JSON.stringify({ account: accountId, ...crew }))
    : deviceStorage.remove(CREW_KEY);

/** A filter with a name: a button above the figures. */
export type NamedCrew = { name: string; crew: Crew };

const NAMED_KEY = 'tb.crews';
/** The most that this device stores; another one takes the place of the oldest. */
const MOST_NAMED = 8;
export const CREW_NAME_LENGTH = 30;

/** The stored text, so that a change is shown at once; another tab's comes with the next start. */
export const namedCrewsText = createStore(deviceStorage.get(NAMED_KEY));

/** Returns the user whose filters these are: on a shared device the next user does not see the names of the last one's. */
const user = () => session.get()?.info.userId;

/** Returns the named filters of the present user in an account from the stored text; one without a user is of an earlier version. */
export function namedCrewsOf(text: string | null, accountId: string): readonly NamedCrew[] {
  const { account, user: owner = user(), crews } = parseRecord(text);
  if (account !== accountId || owner !== user() || !Array.isArray(crews)) return [];
  return crews.flatMap((one: unknown): NamedCrew | [] => {
    const { name, crew } = Object(one) as Record<string, unknown>; // a value of any form: its fields are checked
    return typeof name === 'string' && name !== '' ? { name, crew: crewOf(Object(crew)) } : [];
  });
}

/** Returns true for filters of the same people. */
export const isSameCrew = (one: Crew, other: Crew) => JSON.stringify(crewOf(one)) === JSON.stringify(crewOf(other));

/** Gives a filter a name, in place of its last one; an empty name removes it. */
export function nameCrew(accountId: string, { name, crew }: NamedCrew) {
  const others = namedCrewsOf(namedCrewsText.get(), accountId).filter(
    (one) => one.name !== name && !isSameCrew(one.crew, crew),
  );
  const crews = [...others, ...(name === '' ? [] : [{ name, crew }])].slice(-MOST_NAMED);
  const text = JSON.stringify({ account: accountId, user: user(), crews });
  deviceStorage.set(NAMED_KEY, text);
  namedCrewsText.set(text);
}
