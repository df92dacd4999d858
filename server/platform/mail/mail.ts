import { v7 as uuidv7 } from 'uuid';
import { storable } from '#contract/platform/storable.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { unlessUnavailable } from '../db/errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { wordsOfAddress } from '../words/recipients.sql.ts';
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
  /** Makes this mail the only one with its key (such as alert delivery and recipient); without a key every call is another mail. */
  key?: string;
  /** The alert delivery that the mail belongs to. */
  deliveryId?: string;
  /** Encrypts the bodies until they are sent, for mails with a link or a code, so that a dump of the database does not reveal them. */
  sealWith?: Secrets;
};

/**
 * Queues a mail within the transaction that causes it; the sender does the rest. A mail has one recipient. Returns 'queued',
 * 'known' when the key was used before, or 'refused' when the address is invalid or the account has sent its 500 of the day. Call wakeMail after the
 * commit, or the mail waits up to a minute.
 */
export async function enqueueMail(tx: Db, mail: NewMail): Promise<'queued' | 'known' | 'refused'> {
  if (!isMailAddress(mail.recipient)) return 'refused';
  const isCapped = mail.purpose === 'alert' || mail.purpose === 'activation';
  if (isCapped && mail.accountId && (await countMailsOfDay(tx, mail.accountId, mail.now)) >= MAX_MAILS_PER_DAY)
    return 'refused';
  const mailId = uuidv7({ msecs: mail.now.getTime() });
  const body = (text: string) => {
    const kept = storable(text);
    return mail.sealWith?.seal(kept, `mail:${mailId}`) ?? kept;
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

/** Returns the answer of a call that queued a mail: without a mail server it does not claim that the mail was sent. */
export const mailedAnswer = ({ smtpUrl }: Pick<Config, 'smtpUrl'>) =>
  ({ ok: true, sent: smtpUrl !== undefined }) as const;

export const MAIL_JOB = 'mail.send';

/** Starts the sender now instead of at the next minute. The mail is in the database already, so this may fail. */
export const wakeMail = (jobs: Jobs) => unlessUnavailable(jobs.send(MAIL_JOB, {}));

type ActivationMail = {
  accountId: string;
  accountName: string;
  deviceDescription: string;
  code: string;
  recipient: string;
  now: Date;
};
/** Queues the mail behind 'send activation code'. The caller limits how often (3 per device and hour) and wakes the sender. */
export const sendActivationCodeMail = async (
  tx: Db,
  { config, secrets }: { config: Config; secrets: Secrets },
  { accountId, recipient, now, ...given }: ActivationMail,
) =>
  enqueueMail(tx, {
    ...activationCodeMail(
      { ...given, recorderUrl: config.rcUrl, supportContact: config.supportContact },
      await wordsOfAddress(tx, accountId, recipient),
    ),
    purpose: 'activation',
    accountId,
    recipient,
    now,
    sealWith: secrets,
  });
