import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { unlessUnavailable } from '../db/errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { countMailsOfDay, insertMail } from './mail.sql.ts';
import { headerText, isMailAddress, MAX_MAILS_PER_DAY } from './rules.ts';
import { activationCodeMail, type MailText } from './templates.ts';

export type NewMail = MailText & {
  /** 'reset', 'invitation', 'notice', 'activation', 'alert'. */
  purpose: string;
  /** The account of the mail; null: none. */
  accountId: string | null;
  recipient: string;
  now: Date;
  /** Makes this mail the only one of its kind (alert delivery and recipient, say); by default every call is another mail. */
  key?: string;
  /** The alert delivery it belongs to. */
  deliveryId?: string;
  /** Encrypts the bodies until they are sent: for mails that carry a link or a code, so that a dump of the database does not. */
  sealWith?: Secrets;
};

/**
 * Queues a mail within the transaction that causes it; the sender takes it from there (spec/server.md, Mail). One recipient a
 * mail. Answers 'queued', 'known' when the key was used before, 'refused' when the address is no address or the account sent its 500
 * of the day. Call wakeMail after the commit, or wait for the minute.
 */
export async function enqueueMail(tx: Db, mail: NewMail): Promise<'queued' | 'known' | 'refused'> {
  if (!isMailAddress(mail.recipient)) return 'refused';
  const isCapped = mail.purpose === 'alert' || mail.purpose === 'activation';
  if (isCapped && mail.accountId && (await countMailsOfDay(tx, mail.accountId, mail.now)) >= MAX_MAILS_PER_DAY)
    return 'refused';
  const mailId = uuidv7({ msecs: mail.now.getTime() });
  const body = (text: string) => {
    const storable = text.toWellFormed().replaceAll('\0', '');
    return mail.sealWith?.seal(storable, `mail:${mailId}`) ?? storable;
  };
  const isNew = await insertMail(tx, {
    mailId,
    accountId: mail.accountId,
    purpose: mail.purpose,
    recipient: mail.recipient,
    subject: headerText(mail.subject),
    text: body(mail.text),
    html: body(mail.html),
    isSealed: mail.sealWith !== undefined,
    messageId: `<${mail.purpose}.${(mail.key ?? mailId).replace(/[^A-Za-z0-9.-]/g, '-')}@tallyboard>`,
    deliveryId: mail.deliveryId ?? null,
    at: mail.now,
  });
  return isNew ? 'queued' : 'known';
}

/** The answer of a call that queued a mail: without a mail server nobody is told that it was sent. */
export const mailedAnswer = ({ smtpUrl }: Pick<Config, 'smtpUrl'>) =>
  ({ ok: true, sent: smtpUrl !== undefined }) as const;

export const MAIL_JOB = 'mail.send';

/** Starts the sender now rather than at the next minute; the mail is in the database, so that this may fail with it. */
export const wakeMail = (jobs: Jobs) => unlessUnavailable(jobs.send(MAIL_JOB, {}));

type ActivationMail = {
  accountId: string;
  accountName: string;
  deviceDescription: string;
  code: string;
  recipient: string;
  now: Date;
};
/** The mail behind 'send activation code'. The caller limits how often (3 a device and hour) and wakes the sender. */
export const sendActivationCodeMail = (
  tx: Db,
  { config, secrets }: { config: Config; secrets: Secrets },
  { accountId, recipient, now, ...words }: ActivationMail,
) =>
  enqueueMail(tx, {
    ...activationCodeMail({ ...words, recorderUrl: config.rcUrl, supportContact: config.supportContact }),
    purpose: 'activation',
    accountId,
    recipient,
    now,
    sealWith: secrets,
  });
