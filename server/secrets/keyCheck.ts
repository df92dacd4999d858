import type { Db } from '../db/db.ts';
import { claimKey } from './key.sql.ts';
import type { Secrets } from './secrets.ts';

/**
 * Throws one line when the database belongs to another instance key than this process has: the processes could not read each other's encrypted codes,
 * templates and mails, and limits would be counted twice. The first start records the key.
 */
export async function checkInstanceKey(db: Db, { keyId }: Pick<Secrets, 'keyId'>): Promise<void> {
  const known = await claimKey(db, keyId);
  if (known !== keyId)
    throw new Error(
      `SECRET_KEY or DATA_DIR/secret.key is the key ${keyId}, this database belongs to the key ${known}: give every process the same one. See 'The instance key' in docs/operating.md where it is lost.`,
    );
}
