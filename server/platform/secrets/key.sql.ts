import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const known = z.object({ keyId: z.string() });

/** Returns the fingerprint of the key; undefined before the first start. */
export const findKey = async (db: Db): Promise<string | undefined> =>
  (await db.first(known, sql`select key_id as "keyId" from installation`))?.keyId;

/** Returns the fingerprint of the key that the database belongs to, after storing this one if there was none. */
export async function claimKey(db: Db, keyId: string): Promise<string> {
  const before = await findKey(db);
  if (before !== undefined) return before;
  await db.run(sql`insert into installation (key_id) values (${keyId}) on conflict do nothing`);
  return (await db.single(known, sql`select key_id as "keyId" from installation`)).keyId;
}

/** Makes this the key that the database belongs to. */
export const replaceKey = (db: Db, keyId: string) =>
  db.run(
    sql`insert into installation (key_id) values (${keyId}) on conflict (one) do update set key_id = excluded.key_id`,
  );
