import { z } from 'zod';
import { documentId, instant, nullableInstant } from './common.ts';
import { admin, endpoint } from './endpoint.ts';
import { words } from './words.ts';

/** Shown to users who are logged in, in place of 'sent', where SMTP_URL is not set: the mail is only a file on the server. */
export const OUTBOX_NOTE = words('Written to the outbox; no mail server is set up.');

/** The answer of a call that sends a mail. `sent` false: the mail was written to the outbox (OUTBOX_NOTE). */
export const mailed = z.object({ ok: z.literal(true), sent: z.boolean() });

export const mailStatus = z.object({
  /** True if SMTP_URL is set. */
  hasServer: z.boolean(),
  /** The value of MAIL_FROM. */
  sender: z.string(),
  /** Mails that were given up in the last 90 days, and those that wait for another try. */
  failed: z.int(),
  retrying: z.int(),
});
export type MailStatus = z.infer<typeof mailStatus>;
export const getMailStatus = endpoint({
  method: 'GET',
  path: '/mail/status',
  access: admin('User.GET', 'User.CREATE'),
  summary: 'Whether a mail server is set up, and how many mails did not go out.',
  response: mailStatus,
});

/** A mail that did not go out, without its text, which may contain a link or figures. */
export const unsentMail = z.object({
  _id: documentId,
  purpose: z.string(),
  recipient: z.string(),
  attempts: z.int(),
  /** The mail server's reply. */
  reason: z.string(),
  createdAt: instant,
  /** Null: given up. */
  nextAttemptAt: nullableInstant,
});
export type UnsentMail = z.infer<typeof unsentMail>;
export const listUnsentMails = endpoint({
  method: 'GET',
  path: '/mail/unsent',
  access: admin('User.GET'),
  summary: 'The newest 100 mails that failed or wait for another try, with the reason.',
  response: z.object({ results: z.array(unsentMail) }),
});
/** 409 CONFLICT with the mail server's answer. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/mail/test',
  access: admin('User.CREATE'),
  summary: 'Send a mail to oneself now, past the queue.',
  response: mailed,
});
