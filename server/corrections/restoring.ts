import type { Db } from '../db/db.ts';
import { Refusal } from '../http/errors.ts';
import { selectIsRestoring } from './corrections.sql.ts';

/** Throws UNAVAILABLE while a backup is restored (C6): what is written meanwhile would be replaced. */
export function requireNoRestore(isRestoring: boolean) {
  if (isRestoring)
    throw new Refusal('UNAVAILABLE', 'A backup is being restored. Please try again afterwards.', { retryAfter: 60 });
}

/** The same, asked under the account's lock. */
export const checkNoRestore = async (tx: Db, accountId: string) =>
  requireNoRestore((await selectIsRestoring(tx, accountId)).isRestoring);
