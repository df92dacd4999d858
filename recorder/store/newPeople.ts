import type { LogRecord, RecordedPerson } from '../core/record.ts';
import type { Stores } from './database.ts';
import { deleteMeta, type NewPerson, readMeta, writeMeta } from './meta.ts';

/** People whom a user has named on this device, who are no employees yet: 'name now, number later'. */

/** The most that are stored: the server takes no more of one device. */
export const MAX_NEW_PEOPLE = 500;
const KEPT_MS = 14 * 86_400_000;

export const newPeopleOf = async (stores: Stores): Promise<NewPerson[]> => (await readMeta(stores, 'newPeople')) ?? [];

/** Returns the name of a person without an employee, if a user typed one. */
export const namedAs = (people: readonly NewPerson[], { _id, number }: RecordedPerson): string | undefined =>
  _id === null ? people.find((one) => one.number === number)?.name : undefined;

/** Stores the name of a person in the transaction of their first record, so that neither exists without the other. `wall`: the device's clock (ms). */
export async function noteNewPerson(stores: Stores, { number, timeId }: RecordedPerson, name: string, wall: number) {
  if (number === null) return;
  const others = (await newPeopleOf(stores)).filter((one) => one.number !== number || one.timeId !== timeId);
  await writeMeta(stores, 'newPeople', [...others, { number, timeId, name, wall }].slice(-MAX_NEW_PEOPLE));
}

/** Forgets the names of people who were not scanned as such for 14 days, as of those who are employees by now, once what waited was sent. `wall`: the device's clock (ms). */
export async function pruneNewPeople(stores: Stores, wall: number) {
  const people = await newPeopleOf(stores);
  const left = people.filter((one) => one.wall >= wall - KEPT_MS);
  if (left.length < people.length) await writeMeta(stores, 'newPeople', left);
}
export const forgetNewPeople = (stores: Stores) => deleteMeta(stores, 'newPeople');

/** Returns the named people who have some of these records, in the form in which they are sent along. */
export const newPeopleIn = (people: readonly NewPerson[], records: readonly LogRecord[]): NewPerson[] => {
  const numbers = new Set(records.flatMap(({ person }) => (person._id === null ? (person.number ?? []) : [])));
  return people.filter(({ number }) => numbers.has(number));
};
