import { words } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { selectIsRestoring } from './corrections.sql.ts';

/** Throws UNAVAILABLE while a backup is being restored: the restore would replace what is written meanwhile. */
export function requireNoRestore(isRestoring: boolean) {
  if (isRestoring)
    throw new Refusal('UNAVAILABLE', words('A backup is being restored. Please try again afterwards.'), {
      retryAfter: 60,
    });
}

/** Does the same check under the account's lock. */
export const checkNoRestore = async (tx: Db, accountId: string) =>
  requireNoRestore((await selectIsRestoring(tx, accountId)).isRestoring);
