import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import type { SignOnOrigin } from '../../platform/http/callers.ts';
import type { UserKey } from './sessions.sql.ts';
import { signOnOrigin } from './signOn.sql.ts';

const ticket = z.object({
  accountId: z.string(),
  userId: z.string(),
  username: z.string(),
  need: z.enum(['prove', 'enrol']),
  browserId: z.string(),
  failures: z.int(),
  expiresAt: z.coerce.date(),
  /** The provider of the log-in; null: a password. */
  signOn: signOnOrigin.nullable(),
});

/** Returns the log-in that a ticket continues, while its user may log in at all. */
export const findTicket = (db: Db, tokenHash: Buffer) =>
  db.first(
    ticket,
    sql`select t.owner_account_id as "accountId", t.user_id as "userId", u.username, t.need, t.browser_id as "browserId", t.failures,
          t.expires_at as "expiresAt", t.sign_on as "signOn"
        from sign_in_ticket t
        join app_user u on u.account_id = t.owner_account_id and u.user_id = t.user_id
        join account a on a.account_id = t.owner_account_id
        where t.token_hash = ${tokenHash} and u.is_active and a.is_active`,
  );

export type NewTicket = UserKey & {
  tokenHash: Buffer;
  need: 'prove' | 'enrol';
  browserId: string;
  address: string;
  createdAt: Date;
  expiresAt: Date;
  signOn?: SignOnOrigin | undefined;
};
/** Inserts a ticket of a locked user; of the user's waiting ones, the newest `keep` stay. */
export async function insertTicket(tx: Db, { accountId, userId, ...one }: NewTicket, keep: number) {
  await tx.run(sql`
    delete from sign_in_ticket where token_hash = any(array(
      select token_hash from sign_in_ticket where owner_account_id = ${accountId} and user_id = ${userId}
      order by created_at desc offset ${keep - 1}))`);
  await tx.run(sql`
    insert into sign_in_ticket (token_hash, owner_account_id, user_id, need, browser_id, address, created_at, expires_at, sign_on)
    values (${one.tokenHash}, ${accountId}, ${userId}, ${one.need}, ${one.browserId}, ${one.address}, ${one.createdAt}, ${one.expiresAt},
      ${one.signOn ? JSON.stringify(one.signOn) : null}::jsonb)`);
}

/** Uses a ticket up: of several simultaneous attempts, one succeeds. */
export const useUpTicket = async (tx: Db, tokenHash: Buffer, maxFailures: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    delete from sign_in_ticket where token_hash = ${tokenHash} and failures < ${maxFailures} and expires_at > ${now}`)) >
  0;

/** Counts a try before its outcome is known; returns false when none is left. */
export const countTicketTry = async (db: Db, tokenHash: Buffer, maxFailures: number): Promise<boolean> =>
  (await db.run(sql`
    update sign_in_ticket set failures = failures + 1 where token_hash = ${tokenHash} and failures < ${maxFailures}`)) >
  0;

/** Deletes a browser's log-ins that waited for a second factor, because its user has logged in. */
export const deleteTicketsOf = (tx: Db, { accountId, userId }: UserKey, browserId: string) =>
  tx.run(sql`
    delete from sign_in_ticket where owner_account_id = ${accountId} and user_id = ${userId} and browser_id = ${browserId}`);
/** Makes a user's log-ins that wait for a second factor expire at once; the user gets a mail that says that they were not completed. */
export const endTicketsOf = (tx: Db, { accountId, userId }: UserKey) =>
  tx.run(sql`
    update sign_in_ticket set expires_at = created_at where owner_account_id = ${accountId} and user_id = ${userId}`);
/** Does the same for all users of an account, before a restore replaces them. */
export const endTicketsOfAccount = (tx: Db, accountId: string) =>
  tx.run(sql`update sign_in_ticket set expires_at = created_at where owner_account_id = ${accountId}`);

const left = z.object({
  accountId: z.string(),
  userId: z.string(),
  username: z.string(),
  firstName: z.string(),
  email: z.string(),
  address: z.string(),
});
/** Deletes expired tickets; returns the users who gave the right password and never the second factor, each once. */
export const takeLeftTickets = (tx: Db, now: Date) =>
  tx.rows(
    left,
    sql`with gone as (delete from sign_in_ticket where expires_at <= ${now} returning owner_account_id, user_id, need, address)
        select distinct on (u.account_id, u.user_id) u.account_id as "accountId", u.user_id as "userId", u.username,
          u.first_name as "firstName", u.email, gone.address
        from gone join app_user u on u.account_id = gone.owner_account_id and u.user_id = gone.user_id
        where gone.need = 'prove' order by u.account_id, u.user_id`,
  );
