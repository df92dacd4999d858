import { z } from 'zod';
import { type Passkey, passkey } from '#contract/access/signIn.ts';
import { type Db, named, sql } from '../../platform/db/db.ts';
import type { UserKey } from '../session/sessions.sql.ts';

const stored = z.object({
  passkeyId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  username: z.string(),
  role: z.string(),
  isActive: z.boolean(),
  rpId: z.string(),
  userHandle: z.string(),
  publicKey: z.instanceof(Uint8Array),
  counter: z.coerce.number(),
  synced: z.boolean(),
  name: z.string(),
  suspendedAt: z.coerce.date().nullable(),
});
export type StoredPasskey = z.infer<typeof stored>;

/** Returns the passkey with a credential id, and its user. */
export const findPasskey = (db: Db, credentialId: string) =>
  db.first(
    stored,
    // Prepared, because planning the joins takes longer than executing them.
    named(
      'find-passkey',
      sql`select p.passkey_id as "passkeyId", p.owner_account_id as "accountId", p.user_id as "userId", u.username, u.role,
          u.is_active and a.is_active as "isActive", p.rp_id as "rpId", s.user_handle as "userHandle", p.public_key as "publicKey",
          p.counter, p.synced, p.name, p.suspended_at as "suspendedAt"
        from passkey p
        join app_user u on u.account_id = p.owner_account_id and u.user_id = p.user_id
        join account a on a.account_id = p.owner_account_id
        join sign_in s on s.owner_account_id = p.owner_account_id and s.user_id = p.user_id
        where p.credential_id = ${credentialId}`,
    ),
  );

/** Records a use; returns false when another use was quicker, or the passkey was suspended or removed. */
export const notePasskeyUse = async (tx: Db, one: StoredPasskey, counter: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update passkey set counter = greatest(counter, ${counter}), last_used_at = ${now}
    where passkey_id = ${one.passkeyId} and suspended_at is null and (synced or counter = 0 or counter < ${counter})`)) >
  0;

/** Suspends a copied passkey; returns true to the one call that did so. */
export const suspendPasskey = async (tx: Db, passkeyId: string, now: Date): Promise<boolean> =>
  (await tx.run(
    sql`update passkey set suspended_at = ${now} where passkey_id = ${passkeyId} and suspended_at is null`,
  )) > 0;

/** Records that a challenge was signed; returns false when it had been used before. */
export const useUpChallenge = async (tx: Db, accountId: string, hash: Buffer, expiresAt: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into used_challenge (challenge_hash, owner_account_id, expires_at) values (${hash}, ${accountId}, ${expiresAt})
    on conflict do nothing`)) > 0;

export const deleteOldChallenges = (db: Db, now: Date) =>
  db.run(sql`delete from used_challenge where expires_at < ${now}`);

export const listPasskeys = (db: Db, { accountId, userId }: UserKey): Promise<Passkey[]> =>
  db.rows(
    passkey,
    sql`select passkey_id as "_id", name, rp_id as domain, created_at as "createdAt", last_used_at as "lastUsedAt",
          suspended_at as "suspendedAt"
        from passkey where owner_account_id = ${accountId} and user_id = ${userId} order by created_at, passkey_id`,
  );

/** Returns the credential ids of a user for a domain. */
export const listCredentialIds = async (db: Db, { accountId, userId }: UserKey, rpId: string) =>
  (
    await db.rows(
      z.object({ id: z.string() }),
      sql`select credential_id as id from passkey
          where owner_account_id = ${accountId} and user_id = ${userId} and rp_id = ${rpId} and suspended_at is null order by created_at`,
    )
  ).map(({ id }) => id);

type NewPasskey = UserKey & {
  credentialId: string;
  passkeyId: string;
  rpId: string;
  publicKey: Buffer;
  counter: number;
  synced: boolean;
  transports: readonly string[];
  name: string;
  now: Date;
};
/** Inserts a passkey; returns false when it exists already. */
export const insertPasskey = async (tx: Db, { accountId, userId, ...one }: NewPasskey): Promise<boolean> =>
  (await tx.run(sql`
    insert into passkey (credential_id, passkey_id, owner_account_id, user_id, rp_id, public_key, counter, synced, transports, name, created_at)
    values (${one.credentialId}, ${one.passkeyId}, ${accountId}, ${userId}, ${one.rpId}, ${one.publicKey}, ${one.counter}, ${one.synced},
      ${[...one.transports]}, ${one.name}, ${one.now})
    on conflict do nothing`)) > 0;

export const renamePasskeyRow = (tx: Db, { accountId, userId }: UserKey, passkeyId: string, name: string) =>
  tx.run(sql`
    update passkey set name = ${name} where passkey_id = ${passkeyId} and owner_account_id = ${accountId} and user_id = ${userId}`);

export const deletePasskey = (tx: Db, { accountId, userId }: UserKey, passkeyId: string) =>
  tx.run(sql`
    delete from passkey where passkey_id = ${passkeyId} and owner_account_id = ${accountId} and user_id = ${userId}`);

/** Returns true once anybody has a passkey of this domain. */
export const hasAnyPasskey = async (db: Db, rpId: string): Promise<boolean> =>
  (await db.first(z.object({ one: z.int() }), sql`select 1 as one from passkey where rp_id = ${rpId} limit 1`)) !==
  undefined;
