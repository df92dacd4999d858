import type { Db } from '../../platform/db/db.ts';
import { cut } from './body.ts';
import { saveNames, selectHolders } from './conflicts.sql.ts';

/** PINs under which a terminal may have another person than the employee who has them. */

/** Returns the words of a name in small letters without accents. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);

/**
 * Returns true where a name that a terminal has for a PIN is another person's than the employee's: no word of the one begins a word of the other. Terminals cut
 * names off, drop accents, change the order, and have numbers instead.
 */
export function isAnotherName(uploaded: string, employee: string): boolean {
  const [theirs, ours] = [wordsOf(uploaded), wordsOf(employee)];
  if (theirs.length === 0 || ours.length === 0) return false;
  return !theirs.some((one) => ours.some((other) => one.startsWith(other) || other.startsWith(one)));
}

const MAX_NAME = 120;
/**
 * Notes for which PINs a terminal has another name than the employee's, and for which no longer. Called under the account's lock. @param names the names that it
 * uploads, by PIN.
 */
export async function noteNames(
  tx: Db,
  of: { accountId: string; deviceId: string },
  names: ReadonlyMap<string, string>,
  now: Date,
) {
  if (names.size === 0) return;
  const changed = (await selectHolders(tx, of, [...names.keys()])).flatMap(({ pin, employeeId, name, noted }) => {
    const uploaded = cut(names.get(pin) ?? '', MAX_NAME);
    const other = isAnotherName(uploaded, name) ? uploaded : null;
    return other === noted ? [] : { pin, employeeId, name: other };
  });
  if (changed.length > 0) await saveNames(tx, of, changed, now);
}
