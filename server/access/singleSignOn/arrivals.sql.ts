import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import type { UserKey } from '../session/sessions.sql.ts';

const arrival = z.object({
  purpose: z.enum(['login', 'link']),
  accountId: z.string(),
  userId: z.string(),
  username: z.string(),
  hasFactor: z.boolean(),
  sessionId: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  label: z.string(),
  sid: z.string().nullable(),
  sealedIdToken: z.string(),
  provesFactor: z.boolean(),
  /** The person logged in there just now, rather than in a session that they have there. */
  isFresh: z.boolean(),
});
/** A log-in at a provider that was checked. */
export type Arrival = z.infer<typeof arrival>;

export type NewArrival = Omit<Arrival, 'username' | 'hasFactor'> & {
  tokenHash: Buffer;
  browserId: string;
  createdAt: Date;
  expiresAt: Date;
};
/** Stores an arrival of a user; of the user's waiting ones, the newest `keep` stay. */
export async function insertArrival(tx: Db, one: NewArrival, keep: number) {
  await tx.run(sql`
    delete from sign_on_arrival where token_hash = any(array(
      select token_hash from sign_on_arrival where owner_account_id = ${one.accountId} and user_id = ${one.userId}
      order by created_at desc offset ${keep - 1}))`);
  await tx.run(sql`
    insert into sign_on_arrival (token_hash, purpose, owner_account_id, user_id, session_id, browser_id, issuer, subject, label, sid,
      sealed_id_token, proves_factor, was_asked_again, created_at, expires_at)
    values (${one.tokenHash}, ${one.purpose}, ${one.accountId}, ${one.userId}, ${one.sessionId}, ${one.browserId}, ${one.issuer},
      ${one.subject}, ${one.label}, ${one.sid}, ${one.sealedIdToken}, ${one.provesFactor}, ${one.isFresh}, ${one.createdAt},
      ${one.expiresAt})`);
}

/** Uses an arrival up in the browser that began it: of several simultaneous attempts, one succeeds. */
export const takeArrival = (
  tx: Db,
  given: { tokenHash: Buffer; purpose: Arrival['purpose']; browserId: string; now: Date },
) =>
  tx.first(
    arrival,
    sql`delete from sign_on_arrival r using app_user u
        where r.token_hash = ${given.tokenHash} and r.purpose = ${given.purpose} and r.browser_id = ${given.browserId}
          and r.expires_at > ${given.now} and u.account_id = r.owner_account_id and u.user_id = r.user_id
        returning r.purpose, r.owner_account_id as "accountId", r.user_id as "userId", u.username, u.has_factor as "hasFactor", r.session_id as "sessionId", r.issuer,
          r.subject, r.label, r.sid, r.sealed_id_token as "sealedIdToken", r.proves_factor as "provesFactor",
          r.was_asked_again as "isFresh"`,
  );

export const deleteOldArrivals = (db: Db, now: Date) =>
  db.run(sql`delete from sign_on_arrival where expires_at < ${now}`);

export const deleteArrivalsOf = (tx: Db, { accountId, userId }: UserKey) =>
  tx.run(sql`delete from sign_on_arrival where owner_account_id = ${accountId} and user_id = ${userId}`);

const ended = z.object({ accountId: z.string(), userId: z.string(), username: z.string(), browserId: z.string() });
/**
 * Ends the sessions that began at a provider until `until`: those of its session `sid`, or where it names none, of its user; and what waits to become
 * one. Returns whose the sessions were.
 */
export async function endSessionsOf(
  tx: Db,
  given: { issuer: string; subject: string | undefined; sid: string | undefined; until: Date },
): Promise<(UserKey & z.infer<typeof ended>)[]> {
  const { issuer, subject = null, sid = null, until } = given;
  const isNamed = sql`(${subject}::text is null or subject = ${subject}) and (${sid}::text is null or sid = ${sid})`;
  await tx.run(sql`delete from sign_on_arrival where issuer = ${issuer} and ${isNamed} and created_at <= ${until}`);
  await tx.run(sql`
    delete from sign_in_ticket where sign_on ->> 'issuer' = ${issuer} and created_at <= ${until}
      and (${subject}::text is null or sign_on ->> 'subject' = ${subject}) and (${sid}::text is null or sign_on ->> 'sid' = ${sid})`);
  return tx.rows(
    ended,
    sql`with gone as (delete from session where session_id in (
            select session_id from sign_on_session where issuer = ${issuer} and ${isNamed})
          and created_at <= ${until} returning owner_account_id, user_id, browser_id)
        select u.account_id::text as "accountId", u.user_id::text as "userId", u.username, gone.browser_id as "browserId"
        from gone join app_user u on u.account_id = gone.owner_account_id and u.user_id = gone.user_id`,
  );
}

/** Ends the sessions of an account that did not begin at its provider, except those of one user and one more session. */
export const endOtherSessions = (
  tx: Db,
  given: { accountId: string; issuer: string; passwordUserId: string | null; sessionId: string },
) =>
  tx.run(sql`
    delete from session s where owner_account_id = ${given.accountId} and session_id <> ${given.sessionId}
      and user_id is distinct from ${given.passwordUserId}::uuid
      and not exists (select 1 from sign_on_session o where o.session_id = s.session_id and o.issuer = ${given.issuer})`);
