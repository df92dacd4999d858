import { z } from 'zod';
import { keyRights } from '#contract/access/accountSettings.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const device = z.object({ accountId: z.string(), deviceId: z.string(), timeZone: z.string() });

/** Returns the V2 device of a token, while it and its account are active. */
export const findDeviceOfToken = (db: Db, tokenHash: Buffer) =>
  db.first(
    device,
    sql`select d.account_id as "accountId", d.device_id as "deviceId", a.time_zone as "timeZone"
        from device_token_directory t
        join device d on d.account_id = t.owner_account_id and d.device_id = t.device_id
        join account a on a.account_id = d.account_id
        where t.token_hash = ${tokenHash} and d.deleted_at is null and d.is_activated and a.is_active`,
  );

const syncKey = z.object({
  accountId: z.string(),
  syncKeyId: z.string(),
  systemId: z.string().nullable(),
  rights: keyRights,
  description: z.string(),
  allowedSystemIds: z.array(z.string()),
  timeZone: z.string(),
  lastUsedAt: z.coerce.date().nullable(),
});

/** Returns the sync key of a payroll system (not one that reads), while it is not revoked and its account is active. */
export const findSyncKeyOfToken = (db: Db, keyHash: Buffer) =>
  db.first(
    syncKey,
    sql`select k.account_id as "accountId", k.sync_key_id as "syncKeyId", k.system_id as "systemId", k.rights, k.description,
          a.allowed_system_ids as "allowedSystemIds", a.time_zone as "timeZone", k.last_used_at as "lastUsedAt"
        from sync_key_directory d
        join sync_key k on k.account_id = d.owner_account_id and k.sync_key_id = d.sync_key_id
        join account a on a.account_id = k.account_id
        where d.key_hash = ${keyHash} and k.revoked_at is null and k.rights <> 'read' and a.is_active`,
  );

/** Returns whether a key is still in force, for the transaction that is about to commit what was sent with it. */
export const isSyncKeyInForce = async (tx: Db, accountId: string, syncKeyId: string): Promise<boolean> =>
  (await tx.run(sql`select 1 from sync_key
    where account_id = ${accountId} and sync_key_id = ${syncKeyId} and revoked_at is null`)) > 0;

export const noteSyncKeyUse = (db: Db, accountId: string, syncKeyId: string, now: Date) =>
  db.run(sql`update sync_key set last_used_at = ${now} where account_id = ${accountId} and sync_key_id = ${syncKeyId}`);

/** Records the network of a sync key; returns true when it was not used from there in the last 30 days. */
export const noteNetwork = async (tx: Db, accountId: string, syncKeyId: string, network: string, now: Date) =>
  (
    await tx.single(
      z.object({ isNew: z.boolean() }),
      sql`insert into known_network (owner_account_id, caller_id, network, succeeded_at)
          values (${accountId}, ${syncKeyId}, ${network}, ${now})
          on conflict (owner_account_id, caller_id, network) do update set succeeded_at = excluded.succeeded_at
          returning xmax = 0 as "isNew"`,
    )
  ).isNew;
