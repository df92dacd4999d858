import { z } from 'zod';
import { role } from '#contract/platform/permissions.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { UserKey } from './sessions.sql.ts';

const login = z.object({
  accountId: z.string(),
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  role,
  isActive: z.boolean(),
  passwordHash: z.string().nullable(),
  passwordChangedAt: z.coerce.date().nullable(),
  accountName: z.string(),
  accountCode: z.string(),
  knowsNetwork: z.boolean(),
});
export type Login = z.infer<typeof login>;

/** Returns the user whom a user name or email address identifies, if there is one; `network` in the form of platform/throttle/rules.ts. */
export const findLogin = (db: Db, nameKey: string, network: string, now: Date) =>
  db.first(
    login,
    sql`select u.account_id as "accountId", u.user_id as "userId", u.username, u.email, u.first_name as "firstName", u.role,
          u.is_active and a.is_active as "isActive", u.password_hash as "passwordHash",
          u.password_changed_at as "passwordChangedAt", a.name as "accountName", a.code as "accountCode",
          exists (select 1 from known_network k where k.owner_account_id = u.account_id and k.caller_id = u.user_id
            and k.network = ${network} and k.succeeded_at > ${now}::timestamptz - interval '30 days') as "knowsNetwork"
        from login_name n
        join app_user u on u.account_id = n.owner_account_id and u.user_id = n.user_id
        join account a on a.account_id = u.account_id
        where n.name_key = ${nameKey}`,
  );

/** Returns the same by id, for links and for people who change their own password. */
export const loadLogin = (db: Db, { accountId, userId }: UserKey) =>
  db.first(
    login,
    sql`select u.account_id as "accountId", u.user_id as "userId", u.username, u.email, u.first_name as "firstName", u.role,
          u.is_active and a.is_active as "isActive", u.password_hash as "passwordHash",
          u.password_changed_at as "passwordChangedAt", a.name as "accountName", a.code as "accountCode", false as "knowsNetwork"
        from app_user u join account a on a.account_id = u.account_id
        where u.account_id = ${accountId} and u.user_id = ${userId}`,
  );

const secret = login.pick({ passwordHash: true, passwordChangedAt: true });
/**
 * Locks the user, so that simultaneous log-ins on two devices see each other, and keeps the account from being deactivated meanwhile, which would end
 * its sessions before this one exists. Undefined when the user may no longer log in.
 */
export const lockActiveUser = (tx: Db, { accountId, userId }: UserKey) =>
  tx.first(
    secret,
    sql`select u.password_hash as "passwordHash", u.password_changed_at as "passwordChangedAt"
        from app_user u join account a on a.account_id = u.account_id
        where u.account_id = ${accountId} and u.user_id = ${userId} and u.is_active and a.is_active for update of u for key share of a`,
  );

/**
 * Locks the user likewise, if the password is still the one that was verified: verifying takes a while, in which it may have been changed. An
 * `outdated` hash may have been renewed meanwhile by another log-in.
 */
export async function lockVerifiedUser(tx: Db, verified: Login, outdated = false): Promise<boolean> {
  const user = await lockActiveUser(tx, verified);
  if (!user) return false;
  const changedAt = ({ passwordChangedAt }: typeof user) => passwordChangedAt?.getTime();
  return user.passwordHash === verified.passwordHash || (outdated && changedAt(user) === changedAt(verified));
}

export const rememberNetwork = (tx: Db, { accountId, userId }: UserKey, network: string, now: Date) =>
  tx.run(sql`
    insert into known_network (owner_account_id, caller_id, network, succeeded_at)
    values (${accountId}, ${userId}, ${network}, ${now})
    on conflict (owner_account_id, caller_id, network) do update set succeeded_at = excluded.succeeded_at`);

export const forgetOldNetworks = (db: Db, now: Date) =>
  db.run(sql`delete from known_network where succeeded_at < ${now}::timestamptz - interval '30 days'`);

/** Replaces the hash by a more expensive one of the same password; does nothing if the password was changed meanwhile. */
export const renewHash = (db: Db, { accountId, userId }: UserKey, before: string, after: string) =>
  db.run(sql`update app_user set password_hash = ${after}
    where account_id = ${accountId} and user_id = ${userId} and password_hash = ${before}`);

export const savePassword = (tx: Db, { accountId, userId }: UserKey, hash: string, mustChange: boolean, now: Date) =>
  tx.run(sql`update app_user set password_hash = ${hash}, password_changed_at = ${now}, must_change_password = ${mustChange}
    where account_id = ${accountId} and user_id = ${userId}`);
