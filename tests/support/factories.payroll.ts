import { v7 as newId } from 'uuid';
import { type Db, sql } from '#server/platform/db/db.ts';
import { tokenHash } from '#server/platform/secrets/secrets.ts';
import { TEST_NOW } from './testApp.ts';

let serial = 0;

/** Creates a sync key; returns it as a payroll system would send it. */
export async function givenSyncKey(
  db: Db,
  accountId: string,
  { systemId = null as string | null, rights = 'send' } = {},
) {
  const syncKeyId = newId();
  const key = `tb_live_${String(++serial).padStart(8, '0')}_${syncKeyId.replaceAll('-', '')}0123456789a`;
  await db.run(sql`insert into sync_key (account_id, sync_key_id, system_id, rights, description, created_at)
    values (${accountId}, ${syncKeyId}, ${systemId}, ${rights}, 'test', ${TEST_NOW})`);
  await db.run(sql`insert into sync_key_directory (key_hash, owner_account_id, sync_key_id)
    values (${tokenHash(key)}, ${accountId}, ${syncKeyId})`);
  return key;
}
