import { z } from 'zod';
import { unsentMail } from '#contract/platform/mail.ts';
import { type Db, sql } from '../db/db.ts';

export type NewMailRow = {
  mailId: string;
  accountId: string | null;
  purpose: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  isSealed: boolean;
  messageId: string;
  deliveryId: string | null;
  at: Date;
};

/** Inserts a mail; returns false when one with this Message-ID exists. */
export const insertMail = async (tx: Db, mail: NewMailRow): Promise<boolean> =>
  (await tx.run(sql`
    insert into mail (mail_id, owner_account_id, purpose, recipient, subject, body_text, body_html, is_sealed, message_id,
      status, created_at, next_attempt_at, delivery_id)
    values (${mail.mailId}, ${mail.accountId}, ${mail.purpose}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html},
      ${mail.isSealed}, ${mail.messageId}, 'queued', ${mail.at}, ${mail.at}, ${mail.deliveryId})
    on conflict (message_id) do nothing`)) > 0;

/** Returns the number of an account's mails in the last 24 hours, except those about passwords. */
export const countMailsOfDay = async (tx: Db, accountId: string, now: Date): Promise<number> =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from mail where owner_account_id = ${accountId}
            and created_at > ${now}::timestamptz - interval '24 hours' and purpose in ('alert', 'activation')`,
    )
  ).total;

const dueMail = z.object({
  mailId: z.string(),
  accountId: z.string().nullable(),
  purpose: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  isSealed: z.boolean(),
  messageId: z.string(),
  attempts: z.int(),
  createdAt: z.coerce.date(),
  deliveryId: z.string().nullable(),
});
export type DueMail = z.infer<typeof dueMail>;
const FILE_LEASE = '10 minutes';

/**
 * Claims what is due until `leaseUntil`, or later with a file, which may take minutes to send; a mail that another process claimed and did not finish in
 * time is due again.
 */
export const claimDueMails = (db: Db, now: Date, leaseUntil: Date, limit: number) =>
  db.rows(
    dueMail,
    sql`update mail set status = 'sending', attempts = attempts + 1,
          lease_until = ${leaseUntil}::timestamptz
            + case when exists (select from mail_file f where f.delivery_id = mail.delivery_id) then ${FILE_LEASE}::interval else '0' end
        where mail_id in (
          select mail_id from mail
          where (status = 'queued' and next_attempt_at <= ${now}) or (status = 'sending' and lease_until < ${now})
          order by next_attempt_at limit ${limit} for update skip locked)
        returning mail_id as "mailId", owner_account_id as "accountId", purpose, recipient, subject, body_text as text, body_html as html, is_sealed as "isSealed",
          message_id as "messageId", attempts::int, created_at as "createdAt", delivery_id as "deliveryId"`,
  );

/** `note`: the reason why it reached nobody although nothing failed. */
export const markSent = (db: Db, mailId: string, now: Date, note: string | null) =>
  db.run(sql`
    update mail set status = 'sent', sent_at = ${now}, lease_until = null, last_error = ${note},
      body_text = case when is_sealed then '' else body_text end, body_html = case when is_sealed then '' else body_html end
    where mail_id = ${mailId}`);

type Claimed = Pick<DueMail, 'mailId' | 'attempts'>;
/** Each claim has a number: the outcome of an earlier claim is ignored after another process has claimed or sent the mail. */
const isStillOurs = ({ mailId, attempts }: Claimed) =>
  sql`mail_id = ${mailId} and attempts = ${attempts} and status = 'sending'`;
export const markForRetry = (db: Db, mail: Claimed, error: string, nextAttempt: Date) =>
  db.run(sql`
    update mail set status = 'queued', lease_until = null, last_error = ${error}, next_attempt_at = ${nextAttempt}
    where ${isStillOurs(mail)}`);

export const markFailed = (db: Db, mail: Claimed, error: string) =>
  db.run(sql`
    update mail set status = 'failed', lease_until = null, last_error = ${error},
      body_text = case when is_sealed then '' else body_text end, body_html = case when is_sealed then '' else body_html end
    where ${isStillOurs(mail)}`);

const isUnsent = sql`(status = 'failed' or (status in ('queued', 'sending') and last_error is not null))`;

export const countUnsentMails = (db: Db) =>
  db.single(
    z.object({ failed: z.int(), retrying: z.int() }),
    sql`select count(*) filter (where status = 'failed')::int as failed,
          count(*) filter (where status <> 'failed')::int as retrying from mail where ${isUnsent}`,
  );

const LISTED = 100;
export const listUnsentMails = (db: Db) =>
  db.rows(
    unsentMail,
    sql`select mail_id as "_id", purpose, recipient, attempts::int, coalesce(last_error, 'unknown') as reason,
          created_at as "createdAt", case when status <> 'failed' then next_attempt_at end as "nextAttemptAt"
        from mail where ${isUnsent} order by created_at desc, mail_id desc limit ${LISTED}`,
  );

export const deleteOldMails = (db: Db, before: Date) =>
  db.run(sql`delete from mail where status in ('sent', 'failed') and created_at < ${before}`);
