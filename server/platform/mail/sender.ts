import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { sendBatches } from '../jobs/batches.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { deleteUsedMailFiles, findMailFile } from './files.sql.ts';
import { claimDueMails, type DueMail, deleteOldMails, markFailed, markForRetry, markSent } from './mail.sql.ts';
import { MAIL_JOB } from './mail.ts';
import { MAIL_LEASE_MS, nextAttempt } from './rules.ts';
import { createMailTransport, deleteOldOutbox, isPermanent, type MailTransport } from './transport.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Sent in parallel, so that even the slowest ends within its lease. */
const BATCH = 5;
/** Mails are deleted after 90 days, in the table and in the outbox. */
const KEPT_MS = 90 * 86_400_000;
type Sending = { db: Db; clock: Clock; secrets: Secrets; log: Services['log']; config: Pick<Config, 'publicUrl'> };

/**
 * Sends everything that is due; returns how many mails were sent. Any number of processes may do it at once: each mail is claimed by one. If a
 * process dies between sending and recording it, the mail is sent again with the same Message-ID.
 */
export function sendDueMails(sending: Sending, transport: MailTransport, signal?: AbortSignal): Promise<number> {
  const { db, clock } = sending;
  const claim = () => {
    const now = clock.now();
    return claimDueMails(db, now, new Date(now.getTime() + MAIL_LEASE_MS), BATCH);
  };
  return sendBatches({ claim, size: BATCH, send: (mail) => sendOne(sending, transport, mail), signal });
}

async function sendOne(
  { db, clock, secrets, log, config }: Sending,
  transport: MailTransport,
  mail: DueMail,
): Promise<boolean> {
  try {
    const body = (text: string) => (mail.isSealed ? secrets.open(text, `mail:${mail.mailId}`).toString() : text);
    const { accountId, deliveryId, recipient } = mail;
    const leave =
      accountId && deliveryId ? unsubscribeUrl({ config, secrets }, { accountId, deliveryId, recipient }) : undefined;
    const file = deliveryId ? await findMailFile(db, deliveryId) : undefined;
    await transport.send({ ...mail, file, text: body(mail.text), html: body(mail.html), unsubscribeUrl: leave });
    await markSent(db, mail.mailId, clock.now(), transport.note ?? null);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    const next = nextAttempt(mail, { isPermanent: isPermanent(error) }, clock.now());
    if (next) await markForRetry(db, mail, reason, next);
    else await markFailed(db, mail, reason);
    log.warn({ mail: mail.mailId, purpose: mail.purpose, attempts: mail.attempts, reason, next }, 'mail not sent');
    return false;
  }
}

/** Defines the sender as a job that runs when a mail is queued, and every minute for mails that were postponed. */
export function defineMailJobs(services: Services) {
  const { config, jobs, db, clock, log } = services;
  const transport = createMailTransport(config);
  if (!config.smtpUrl) log.info('SMTP_URL is not set: mails are written to DATA_DIR/outbox');
  jobs.define(
    MAIL_JOB,
    async (_data, { signal }) => {
      await sendDueMails(services, transport, signal);
      await deleteUsedMailFiles(db);
    },
    { concurrency: 2, expireInSeconds: 900, pollSeconds: 5 },
  );
  jobs.schedule(MAIL_JOB, '* * * * *');
  jobs.define('mail.clean', async () => {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    await deleteOldMails(db, before);
    await deleteOldOutbox(config.dataDir, before);
  });
  jobs.schedule('mail.clean', '17 3 * * *');
}
