import { z } from 'zod';
import { instant } from '#contract/platform/common.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { UserKey } from './sessions.sql.ts';

export type LinkPurpose = 'reset' | 'invitation' | 'transfer';

export type NewLink = UserKey & {
  tokenHash: Buffer;
  purpose: LinkPurpose;
  createdAt: Date;
  expiresAt: Date;
  /** For a transfer: the session that it continues. */
  sessionId?: string;
};
export const insertLink = (tx: Db, link: NewLink) =>
  tx.run(sql`
    insert into single_use_token (token_hash, purpose, owner_account_id, user_id, session_id, created_at, expires_at)
    values (${link.tokenHash}, ${link.purpose}, ${link.accountId}, ${link.userId}, ${link.sessionId ?? null}, ${link.createdAt},
      ${link.expiresAt})`);

const userKey = z.object({ accountId: z.string(), userId: z.string() });

/** Returns the user whose password a link may set; undefined when it is unknown, used or expired. */
export const findPasswordLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db.first(
    userKey,
    sql`select owner_account_id as "accountId", user_id as "userId" from single_use_token
        where token_hash = ${tokenHash} and purpose in ('reset', 'invitation') and used_at is null and expires_at > ${now}`,
  );

/** Returns until when (ISO) the link of a user's invitation works, or null without one. */
export const invitedUntil = async (db: Db, { accountId, userId }: UserKey, now: Date): Promise<string | null> =>
  (
    await db.first(
      z.object({ expiresAt: instant }),
      sql`select expires_at as "expiresAt" from single_use_token where owner_account_id = ${accountId} and user_id = ${userId}
            and purpose = 'invitation' and used_at is null and expires_at > ${now} order by expires_at desc limit 1`,
    )
  )?.expiresAt ?? null;

/** Uses a link up: of several simultaneous attempts, one succeeds. */
export const useUpPasswordLink = (tx: Db, tokenHash: Buffer, now: Date) =>
  tx.run(sql`
    update single_use_token set used_at = ${now}
    where token_hash = ${tokenHash} and purpose in ('reset', 'invitation') and used_at is null and expires_at > ${now}`);

const transfer = userKey.extend({
  sessionId: z.string(),
  username: z.string(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
});

/**
 * Uses a transfer up and returns the session that it continues, if that session has not ended and the user's rights are the same as when the transfer
 * was made.
 */
export const useUpTransfer = (tx: Db, tokenHash: Buffer, now: Date) =>
  tx.first(
    transfer,
    sql`update single_use_token t set used_at = ${now}
        from session s join app_user u on u.account_id = s.owner_account_id and u.user_id = s.user_id
        where t.token_hash = ${tokenHash} and t.purpose = 'transfer' and t.used_at is null and t.expires_at > ${now}
          and s.session_id = t.session_id and s.replaced_at is null and s.expires_at > ${now}
          and coalesce(u.modified_at, '-infinity') <= t.created_at
        returning s.session_id as "sessionId", s.owner_account_id as "accountId", s.user_id as "userId", u.username,
          s.created_at as "createdAt", s.expires_at as "expiresAt"`,
  );

export const deleteLinksOf = (tx: Db, { accountId, userId }: UserKey, ...purposes: LinkPurpose[]) =>
  tx.run(sql`
    delete from single_use_token where owner_account_id = ${accountId} and user_id = ${userId}
      and purpose = any(${purposes}::text[])`);

export const deleteOldLinks = (db: Db, now: Date) =>
  db.run(sql`delete from single_use_token where expires_at < ${now}::timestamptz - interval '1 day'`);
