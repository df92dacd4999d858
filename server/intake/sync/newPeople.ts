import { v7 as uuidv7 } from 'uuid';
import { newPerson } from '#contract/intake/sync.ts';
import { PIN_OF_NUMBER, raiseDataVersion } from '../../attendance/records.sql.ts';
import type { IncomingClockRecord } from '../../attendance/store.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteOldNames, saveNames, selectNamedPins } from './newPeople.sql.ts';
import { rawOf, reasonOf } from './records.ts';

/** The most names of a device: with more, punches of further numbers are refused as those of any unknown number, and wait on the device. */
const MAX_NAMES = 500;

type Of = { accountId: string; deviceId: string };
/** The names that a delivery brings, by PIN, the numbers whose punches are therefore stored, and what could not be read. */
export type NewPeople = {
  names: ReadonlyMap<string, string>;
  numbers: ReadonlySet<string>;
  unread: readonly { reason: string; raw: string }[];
};

/**
 * Reads which people a device names who are no employees yet: by the PIN that their records have, which for a badge that holds only a
 * number is made from it. A name that cannot be read never fails a delivery.
 */
export async function readNewPeople(tx: Db, of: Of, given: readonly unknown[], now: Date): Promise<NewPeople> {
  const names = new Map<string, string>();
  const numbers = new Set<string>();
  const unread: { reason: string; raw: string }[] = [];
  if (given.length === 0) return { names, numbers, unread };
  const known = await selectNamedPins(tx, of, now);
  for (const one of given) {
    const { data, error } = newPerson.safeParse(one);
    if (!data) unread.push({ reason: reasonOf(error), raw: rawOf(one) });
    if (!data) continue;
    const pin = data.timeId ?? PIN_OF_NUMBER + data.number;
    if (!known.has(pin) && known.size >= MAX_NAMES) continue;
    known.add(pin);
    names.set(pin, data.name);
    if (data.timeId === undefined) numbers.add(data.number);
  }
  return { names, numbers, unread };
}

/** Lets punches that have only a number wait under its PIN if their person was named; the number is still looked for first. */
export const waiting = <R extends IncomingClockRecord>(records: readonly R[], { numbers }: NewPeople): R[] =>
  records.map((record) =>
    record.employeeNumber && !record.timeId && numbers.has(record.employeeNumber)
      ? { ...record, timeId: PIN_OF_NUMBER + record.employeeNumber }
      : record,
  );

/** Stores the names of a delivery; the caller holds the account's lock. */
export async function saveNewPeople(tx: Db, of: Of, { names }: NewPeople, now: Date) {
  if (names.size === 0) return;
  await deleteOldNames(tx, of, now);
  const rows = [...names].map(([pin, name]) => ({ id: uuidv7({ msecs: now.getTime() }), pin, name }));
  if (await saveNames(tx, of, rows, now)) await raiseDataVersion(tx, of.accountId, now);
}
