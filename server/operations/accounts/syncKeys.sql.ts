import { z } from 'zod';
import { type KeyRights, syncKey } from '#contract/access/accountSettings.ts';
import { type ReadingPermission, readingKey } from '#contract/access/readingKeys.ts';
import { type Db, sql } from '../../platform/db/db.ts';

export const listSyncKeyRows = (tx: Db, accountId: string) =>
  tx.rows(
    syncKey,
    sql`select sync_key_id as "_id", system_id as "systemId", description, created_at as "createdAt", created_by as "createdBy", rights,
          last_used_at as "lastUsedAt"
        from sync_key where account_id = ${accountId} and revoked_at is null order by created_at, sync_key_id`,
  );

/** Returns an account's keys that read figures; an inactive maker, or one who is deleted, ends theirs. */
export const listReadingKeyRows = (tx: Db, accountId: string) =>
  tx.rows(
    readingKey,
    sql`select k.sync_key_id as "_id", k.description as name, k.permissions, k.created_at as "madeAt", k.created_by as "madeBy",
          coalesce(u.is_active, false) as "isInForce", k.last_used_at as "lastUsedAt"
        from sync_key k left join app_user u on u.account_id = k.account_id and u.user_id = k.made_by
        where k.account_id = ${accountId} and k.rights = 'read' and k.revoked_at is null order by k.created_at, k.sync_key_id`,
  );

export const countSyncKeys = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from sync_key where account_id = ${accountId} and revoked_at is null`,
    )
  ).total;

export type NewSyncKey = {
  accountId: string;
  syncKeyId: string;
  keyHash: Buffer;
  systemId: string | null;
  rights: KeyRights | 'read';
  /** Of a key that reads. */
  reads?: { permissions: readonly ReadingPermission[]; madeBy: string } | undefined;
  description: string;
  now: Date;
  by: string;
};
export async function insertSyncKey(tx: Db, key: NewSyncKey) {
  await tx.run(sql`
    insert into sync_key (account_id, sync_key_id, system_id, rights, description, created_at, created_by, permissions,
      made_by)
    values (${key.accountId}, ${key.syncKeyId}, ${key.systemId}, ${key.rights}, ${key.description}, ${key.now}, ${key.by},
      ${key.reads ? [...key.reads.permissions] : null}::text[], ${key.reads?.madeBy ?? null})`);
  await tx.run(sql`
    insert into sync_key_directory (key_hash, owner_account_id, sync_key_id)
    values (${key.keyHash}, ${key.accountId}, ${key.syncKeyId})`);
}

/** Returns the description; undefined when no such key is in force. `onlyReading`: only of those that read. */
export async function revokeSyncKeyRow(tx: Db, accountId: string, syncKeyId: string, now: Date, onlyReading = false) {
  const revoked = await tx.first(
    z.object({ description: z.string() }),
    sql`update sync_key set revoked_at = ${now}
        where account_id = ${accountId} and sync_key_id = ${syncKeyId} and revoked_at is null
          and (rights = 'read' or not ${onlyReading}::boolean) returning description`,
  );
  if (revoked)
    await tx.run(
      sql`delete from sync_key_directory where owner_account_id = ${accountId} and sync_key_id = ${syncKeyId}`,
    );
  return revoked;
}
