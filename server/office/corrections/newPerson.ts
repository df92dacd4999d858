import type { Exception } from '#contract/office/exceptions.ts';
import { PIN_OF_NUMBER } from '../../attendance/records.sql.ts';
import type { LooseRecord } from './exceptions.sql.ts';

/** Returns the number for which a PIN was made, because its badge holds only a number; undefined for any other PIN. */
export const numberOfPin = (pin: string): string | undefined =>
  pin.startsWith(PIN_OF_NUMBER) ? pin.slice(PIN_OF_NUMBER.length) : undefined;

/**
 * Returns the person of records of an unknown number whom a Recorder has named, as 'Make employee' proposes them: with the number or the PIN that their
 * badge has, by which the records that wait become theirs. Undefined where no Recorder has named them.
 */
export function newPersonOf(records: readonly LooseRecord[]): Exception['newPerson'] {
  const { timeId, name } = records.find((record) => record.name !== null) ?? {};
  if (!timeId || !name) return undefined;
  const number = numberOfPin(timeId);
  return { name, number: number ?? timeId, timeId: number === undefined ? timeId : null };
}
