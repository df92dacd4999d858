import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import type { SignOnOrigin } from '../../platform/http/callers.ts';
import type { UserKey } from './sessions.sql.ts';

export const signOnOrigin = z.object({
  issuer: z.string(),
  subject: z.string(),
  sid: z.string().nullable(),
  sealedIdToken: z.string(),
}) satisfies z.ZodType<SignOnOrigin>;

/** Notes that the session of a token began at a provider. */
export const insertSignOnSession = (tx: Db, tokenHash: Buffer, origin: SignOnOrigin) =>
  tx.run(sql`
    insert into sign_on_session (session_id, owner_account_id, issuer, subject, sid, sealed_id_token)
    select session_id, owner_account_id, ${origin.issuer}, ${origin.subject}, ${origin.sid}, ${origin.sealedIdToken}
    from session where token_hash = ${tokenHash}`);

/** Notes of the session of a token that it continues another one, which a provider may end. */
export const continueSignOnSession = (tx: Db, sessionId: string, tokenHash: Buffer) =>
  tx.run(sql`
    insert into sign_on_session (session_id, owner_account_id, issuer, subject, sid, sealed_id_token)
    select s.session_id, o.owner_account_id, o.issuer, o.subject, o.sid, o.sealed_id_token
    from sign_on_session o, session s where o.session_id = ${sessionId} and s.token_hash = ${tokenHash}`);

/** Returns where a session began, if that was at a provider. */
export const findSignOnSession = (db: Db, sessionId: string) =>
  db.first(
    signOnOrigin.pick({ issuer: true, sealedIdToken: true }),
    sql`select issuer, sealed_id_token as "sealedIdToken" from sign_on_session where session_id = ${sessionId}`,
  );

/**
 * Returns the issuer at which a user must log in: where the account requires it, and for users whose rights follow a mapping, because only a
 * log-in there says what it gives no more: at the provider of the account's mapping, or without one where they logged in before, which gives nothing
 * then. Null where a password does, as for the user who keeps one as the way back.
 */
export const findRequiredIssuer = async (db: Db, { accountId, userId }: UserKey): Promise<string | null> =>
  (
    await db.first(
      z.object({ issuer: z.string().nullable() }),
      sql`select case when (a.sign_on ->> 'isRequired')::boolean
              then case when a.sign_on ->> 'passwordUserId' is distinct from ${userId}::uuid::text then a.sign_on ->> 'issuer' end
              else (select case when jsonb_typeof(a.sign_on -> 'createUsers') = 'object' then a.sign_on ->> 'issuer' else min(l.issuer) end
                from sign_on_link l where l.owner_account_id = a.account_id and l.user_id = ${userId} and l.is_mapped having count(*) > 0)
            end as issuer
          from account a where a.account_id = ${accountId}`,
    )
  )?.issuer ?? null;

/** Tells whether a user keeps a password as the way back of an account that requires single sign-on. */
export const isWayBack = async (db: Db, { accountId, userId }: UserKey): Promise<boolean> =>
  (await db.run(
    sql`select 1 from account where account_id = ${accountId} and (sign_on ->> 'isRequired')::boolean
          and sign_on ->> 'passwordUserId' = ${userId}::uuid::text`,
  )) > 0;

/** Tells whether an account requires single sign-on and has nobody any more who can log in without: its way back is lost. */
export const hasLostWayBack = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.run(
    sql`select 1 from account a where a.account_id = ${accountId} and (a.sign_on ->> 'isRequired')::boolean
          and not exists (select 1 from app_user u where u.account_id = a.account_id
            and u.user_id::text = a.sign_on ->> 'passwordUserId' and u.is_active and u.password_hash is not null)`,
  )) > 0;
