import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const known = z.object({ keyId: z.string() });

/** Undefined before the first start. */
export const findKey = async (db: Db): Promise<string | undefined> =>
  (await db.first(known, sql`select key_id as "keyId" from installation`))?.keyId;

/** The fingerprint of the key that the database belongs to: this one where there was none. */
export async function claimKey(db: Db, keyId: string): Promise<string> {
  const before = await findKey(db);
  if (before !== undefined) return before;
  await db.run(sql`insert into installation (key_id) values (${keyId}) on conflict do nothing`);
  return (await db.single(known, sql`select key_id as "keyId" from installation`)).keyId;
}

/** From now on the database belongs to this key. */
export const replaceKey = (db: Db, keyId: string) =>
  db.run(
    sql`insert into installation (key_id) values (${keyId}) on conflict (one) do update set key_id = excluded.key_id`,
  );
