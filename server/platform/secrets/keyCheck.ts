import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { instanceKeyPath } from './instanceKey.ts';
import { claimKey, findKey } from './key.sql.ts';
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

/**
 * Throws one line when the database has a key but this process has none. To be called before `loadInstanceKey`, which would write a new secret.key:
 * an operator who then finds the old one would have two.
 */
export async function refuseMissingKey(
  db: Db,
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<void> {
  const path = instanceKeyPath(dataDir);
  if (secretKey || existsSync(path)) return;
  const known = await findKey(db);
  if (known !== undefined)
    throw new Error(
      `${path} is missing and SECRET_KEY is not set, but this database belongs to the key ${known}: put the file back, or set SECRET_KEY. See 'The instance key' in docs/operating.md where it is lost.`,
    );
}
