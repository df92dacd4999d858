import { z } from 'zod/mini';
import { MAX_TIME_ID, readBadge } from '../core/badge.ts';
import type { RecordedPerson } from '../core/record.ts';
import { resultOf, type Stores } from './database.ts';
import { deleteMeta } from './meta.ts';
import { forgetNewPeople, namedAs, newPeopleOf } from './newPeople.ts';

/** The people whom this device may know, and the lookups; fetched from the server as changes. */
export const person = z.object({
  _id: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeId: z.nullable(z.string()),
  /** The salt of the PIN with which they answer to their own days, and the first bits of its hash. */
  pinCheck: z.optional(z.string()),
});
export type Person = z.infer<typeof person>;
export const lookup = z.object({
  lookup: z.literal([1, 2]),
  code: z.string(),
  description: z.string(),
});
export type Lookup = z.infer<typeof lookup>;

type Changes = {
  employees: readonly (Person & { isActive: boolean })[];
  lookups: readonly (Lookup & { deleted: boolean })[];
};
/** Takes over what changed; `isWhole` when the server sent everything. Returns the numbers that are new here. */
export async function takeChanges(
  stores: Stores,
  { employees, lookups }: Changes,
  isWhole: boolean,
): Promise<string[]> {
  if (isWhole) for (const store of [stores.people, stores.lookups]) await resultOf(store.clear());
  const arrived: string[] = [];
  for (const { isActive, ...one } of employees) {
    if (!isActive) await resultOf(stores.people.delete(one._id));
    else {
      await resultOf(stores.people.put(one));
      arrived.push(one.number);
    }
  }
  for (const { deleted, ...one } of lookups)
    if (deleted) await resultOf(stores.lookups.delete([one.lookup, one.code]));
    else await resultOf(stores.lookups.put(one));
  return arrived;
}
/** Deletes names at once when the activation ends. */
export const forgetPeople = async (stores: Stores): Promise<void> => {
  await resultOf(stores.people.clear());
  await resultOf(stores.lookups.clear());
  await forgetNewPeople(stores);
  await deleteMeta(stores, 'teams');
  await deleteMeta(stores, 'toldDays');
  await deleteMeta(stores, 'otherDays');
  await deleteMeta(stores, 'pinTries');
};

export const allPeople = async ({ people }: Stores): Promise<Person[]> =>
  z.array(person).parse(await resultOf(people.getAll()));
export const allLookups = async ({ lookups }: Stores): Promise<Lookup[]> =>
  z.array(lookup).parse(await resultOf(lookups.getAll()));

export async function personById({ people }: Stores, id: string): Promise<Person | undefined> {
  const found: unknown = await resultOf(people.get(id));
  return found === undefined ? undefined : person.parse(found);
}

/** `named`: the name that a user typed for a person whom this device does not know. */
export type Found = { person: RecordedPerson; known: Person | null; named?: string | undefined };
/** Returns the person whom a badge, a typed number or a tag names; null for text that cannot be one. Our own badges contain only a number. */
export async function findPerson(stores: Stores, raw: string): Promise<Found | null> {
  const badge = readBadge(raw);
  if (!badge) return null;
  const { text, isOurs } = badge;
  const by = async (index: 'number' | 'timeId'): Promise<Person | undefined> => {
    const found: unknown = await resultOf(stores.people.index(index).get(text));
    return found === undefined ? undefined : person.parse(found);
  };
  const known = (await by('number')) ?? (isOurs ? undefined : await by('timeId')) ?? null;
  if (known) return { known, person: recordedAs(known, raw) };
  // The server knows more people than this device: it looks for the number, then for the time id.
  const timeId = isOurs || text.length > MAX_TIME_ID ? null : text;
  const unknown: RecordedPerson = { _id: null, number: text, timeId, badge: raw };
  return { known: null, person: unknown, named: namedAs(await newPeopleOf(stores), unknown) };
}
export const recordedAs = ({ _id, number, timeId }: Person, badge: string): RecordedPerson => ({
  _id,
  number,
  timeId,
  badge,
});
