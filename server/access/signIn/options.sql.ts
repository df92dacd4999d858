import { z } from 'zod';
import { type Db, raw, sql } from '../../platform/db/db.ts';
import type { UserKey } from '../session/sessions.sql.ts';

const standing = z.object({
  isRequired: z.boolean(),
  isWanted: z.boolean(),
  hasFactor: z.boolean(),
  sealedSeed: z.string().nullable(),
  waitingSeed: z.string().nullable(),
  lastStep: z.coerce.number().nullable(),
  failures: z.int(),
  /** The number of passkeys that work on this domain, and of all. */
  usablePasskeys: z.int(),
  passkeys: z.int(),
  recoveryCodes: z.int(),
  username: z.string(),
  firstName: z.string(),
  email: z.string(),
});
export type Standing = z.infer<typeof standing>;

/** Returns everything that a user has set up, and what the account requires. */
export const loadStanding = (db: Db, { accountId, userId }: UserKey, rpId: string) =>
  db.single(
    standing,
    sql`select a.require_second_factor as "isRequired", coalesce(s.wanted, false) as "isWanted", u.has_factor as "hasFactor",
          s.sealed_seed as "sealedSeed", s.waiting_seed as "waitingSeed", s.last_step as "lastStep", coalesce(s.failures, 0) as failures,
          (select count(*) from passkey p where p.owner_account_id = u.account_id and p.user_id = u.user_id and p.rp_id = ${rpId}
            and p.suspended_at is null)::int as "usablePasskeys",
          (select count(*) from passkey p where p.owner_account_id = u.account_id and p.user_id = u.user_id)::int as passkeys,
          (select count(*) from recovery_code r where r.owner_account_id = u.account_id and r.user_id = u.user_id
            and r.used_at is null)::int as "recoveryCodes",
          u.username, u.first_name as "firstName", u.email
        from app_user u join account a on a.account_id = u.account_id
        left join sign_in s on s.owner_account_id = u.account_id and s.user_id = u.user_id
        where u.account_id = ${accountId} and u.user_id = ${userId}`,
  );

/** Returns the random handle by which passkeys know the user; it is created once. */
export async function ensureHandle(tx: Db, { accountId, userId }: UserKey, fresh: string): Promise<string> {
  await tx.run(sql`
    insert into sign_in (owner_account_id, user_id, user_handle) values (${accountId}, ${userId}, ${fresh})
    on conflict (owner_account_id, user_id) do nothing`);
  const { handle } = await tx.single(
    z.object({ handle: z.string() }),
    sql`select user_handle as handle from sign_in where owner_account_id = ${accountId} and user_id = ${userId}`,
  );
  return handle;
}

export const saveWanted = (tx: Db, { accountId, userId }: UserKey, wanted: boolean) =>
  tx.run(sql`update sign_in set wanted = ${wanted} where owner_account_id = ${accountId} and user_id = ${userId}`);

/** Stores the secret of an app that waits for its first code. */
export const saveWaitingSeed = (tx: Db, { accountId, userId }: UserKey, sealed: string) =>
  tx.run(
    sql`update sign_in set waiting_seed = ${sealed} where owner_account_id = ${accountId} and user_id = ${userId}`,
  );

/** Puts the waiting secret in force; from now on a second factor is required. */
export const confirmSeed = (tx: Db, { accountId, userId }: UserKey, step: number) =>
  tx.run(sql`
    update sign_in set sealed_seed = waiting_seed, waiting_seed = null, last_step = ${step}, failures = 0, wanted = true
    where owner_account_id = ${accountId} and user_id = ${userId}`);

export const removeSeed = (tx: Db, { accountId, userId }: UserKey) =>
  tx.run(sql`
    update sign_in set sealed_seed = null, waiting_seed = null, last_step = null, failures = 0
    where owner_account_id = ${accountId} and user_id = ${userId}`);

/** Records that a step's code was accepted: neither it nor an earlier one is accepted again. Returns false when another request was quicker. */
export const takeStep = async (tx: Db, { accountId, userId }: UserKey, step: number): Promise<boolean> =>
  (await tx.run(sql`
    update sign_in set last_step = ${step}, failures = 0
    where owner_account_id = ${accountId} and user_id = ${userId} and (last_step is null or last_step < ${step})`)) > 0;

/** Counts a wrong code of the app; returns how many there were in a row. */
export const countFailure = async (tx: Db, { accountId, userId }: UserKey): Promise<number> =>
  (
    await tx.single(
      z.object({ failures: z.int() }),
      sql`update sign_in set failures = failures + 1 where owner_account_id = ${accountId} and user_id = ${userId} returning failures`,
    )
  ).failures;

export const replaceRecoveryCodes = async (tx: Db, { accountId, userId }: UserKey, hashes: readonly Buffer[]) => {
  await deleteRecoveryCodes(tx, { accountId, userId });
  await tx.run(sql`
    insert into recovery_code (code_hash, owner_account_id, user_id)
    select unnest(${[...hashes]}::bytea[]), ${accountId}::uuid, ${userId}::uuid`);
};
const deleteRecoveryCodes = (tx: Db, { accountId, userId }: UserKey) =>
  tx.run(sql`delete from recovery_code where owner_account_id = ${accountId} and user_id = ${userId}`);

/** Uses a recovery code up: of several simultaneous attempts, one succeeds. */
export const useUpRecoveryCode = async (
  tx: Db,
  { accountId, userId }: UserKey,
  hash: Buffer,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update recovery_code set used_at = ${now}
    where code_hash = ${hash} and owner_account_id = ${accountId} and user_id = ${userId} and used_at is null`)) > 0;

/**
 * Records whether a user has a factor. Without one, no factor is required any more and recovery codes become invalid; the handle stays for a later
 * passkey.
 */
export async function settleFactor(tx: Db, { accountId, userId }: UserKey): Promise<void> {
  const { has } = await tx.single(
    z.object({ has: z.boolean() }),
    sql`update app_user u set has_factor = exists (select 1 from passkey p where p.owner_account_id = u.account_id and p.user_id = u.user_id)
          or exists (select 1 from sign_in s where s.owner_account_id = u.account_id and s.user_id = u.user_id and s.sealed_seed is not null)
        where u.account_id = ${accountId} and u.user_id = ${userId} returning u.has_factor as has`,
  );
  if (has) return;
  await saveWanted(tx, { accountId, userId }, false);
  await deleteRecoveryCodes(tx, { accountId, userId });
}

/** Includes the devices that get alerts, which end together with the options. */
const TABLES = ['passkey', 'recovery_code', 'sign_in', 'push_subscription'] as const;
/** Includes the log-ins that wait for a second factor: all tables whose reference to a user does not cascade. */
const TABLES_OF_USERS = [...TABLES, 'sign_in_ticket', 'sign_on_link'] as const;
export async function deleteOptionsOf(tx: Db, { accountId, userId }: UserKey) {
  for (const table of TABLES)
    await tx.run(sql`delete from ${raw(table)} where owner_account_id = ${accountId} and user_id = ${userId}`);
}
/** Called before a user is deleted. */
export async function deleteEverythingOf(tx: Db, { accountId, userId }: UserKey) {
  for (const table of TABLES_OF_USERS)
    await tx.run(sql`delete from ${raw(table)} where owner_account_id = ${accountId} and user_id = ${userId}`);
}
/** Called before the users of an account are deleted. */
export async function deleteOptionsOfAccount(tx: Db, accountId: string) {
  for (const table of TABLES_OF_USERS)
    await tx.run(sql`delete from ${raw(table)} where owner_account_id = ${accountId}`);
}

/** Called after users were deleted and restored: deletes rows of users who no longer exist, and updates the factors of the others. */
export async function settleRestoredUsers(tx: Db, accountId: string) {
  for (const table of TABLES_OF_USERS)
    await tx.run(sql`
      delete from ${raw(table)} t where owner_account_id = ${accountId}
        and not exists (select 1 from app_user u where u.account_id = t.owner_account_id and u.user_id = t.user_id)`);
  await tx.run(sql`
    update app_user u set has_factor = true where account_id = ${accountId} and (
      exists (select 1 from passkey p where p.owner_account_id = u.account_id and p.user_id = u.user_id)
      or exists (select 1 from sign_in s where s.owner_account_id = u.account_id and s.user_id = u.user_id and s.sealed_seed is not null))`);
}

/** Sets whether an account requires a second factor; returns 0 for an unknown code. */
export const saveRequirement = (tx: Db, codeKey: string, isRequired: boolean) =>
  tx.first(
    z.object({ accountId: z.string(), code: z.string() }),
    sql`update account set require_second_factor = ${isRequired} where code_key = ${codeKey} returning account_id as "accountId", code`,
  );
