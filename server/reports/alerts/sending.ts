import { msg, words } from '#contract/platform/words.ts';
import { figuresOf } from '#contract/reports/alerts.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { insertMessages } from '../../access/push/messages.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { enqueueMail } from '../../platform/mail/mail.ts';
import { renderMail } from '../../platform/mail/render.ts';
import { unsubscribeUrl } from '../../platform/mail/unsubscribe.ts';
import type { Services } from '../../platform/services.ts';
import { wordsOfAccount, wordsOfAddress } from '../../platform/words/recipients.sql.ts';
import { type Claimed, decideDelivery, type Firing } from './deliveries.sql.ts';
import type { Writing } from './summary.ts';

export type Scheduling = Pick<Services, 'db' | 'config' | 'log' | 'clock' | 'secrets'>;

/** `write` writes the summary, `request` is the report that it is about. */
type Sending = { alert: Firing; write: Writing; request?: ReportRequest; leaseUntil: Date; now: Date };
/**
 * Writes the mails and the messages for devices of a summary, and records it with its delivery, in the words of the account: all in the caller's
 * transaction, or nothing. Returns false when the lease is lost; the caller then rolls back.
 */
export async function sendSummary(
  services: Scheduling,
  tx: Db,
  claimed: Claimed,
  { alert, write, request, leaseUntil, now }: Sending,
): Promise<boolean> {
  const outcome = alert.viaEmail ? await mailTo(services, tx, claimed, alert, write, now) : IN_APP;
  const permissions = ['GET_ALL_ALERTS', ...figuresOf(alert)];
  if (services.config.webPush)
    await insertMessages(tx, { ...claimed, ...alert, isOfScope: alert.scope !== null }, permissions, now);
  const scopeKey = alert.scope?.key ?? null;
  const summary = write(await wordsOfAccount(tx, claimed.accountId));
  return decideDelivery(tx, claimed, { leaseUntil, now, ...outcome, summary, scopeKey, request });
}

const IN_APP = { status: 'sent' as const, reason: null };

/** Queues one mail per recipient, in their words, with a Message-ID made of slot and address, so that nobody gets it twice. */
async function mailTo(services: Scheduling, tx: Db, claimed: Claimed, alert: Firing, write: Writing, now: Date) {
  const refused: string[] = [];
  for (const [i, recipient] of alert.emailRecipients.entries()) {
    const words = await wordsOfAddress(tx, claimed.accountId, recipient);
    const { subject, content } = write(words);
    const leave = unsubscribeUrl(services, { ...claimed, recipient });
    const queued = await enqueueMail(tx, {
      subject,
      ...renderMail({ ...content, unsubscribeUrl: leave }, words),
      purpose: 'alert',
      accountId: claimed.accountId,
      recipient,
      now,
      key: `${claimed.deliveryId}.${i}`,
      deliveryId: claimed.deliveryId,
    });
    if (queued === 'refused') refused.push(recipient);
  }
  const reason =
    refused.length > 0
      ? msg('Not sent to {recipients}: the account sent its mails of the day', { recipients: refused.join(', ') })
      : null;
  const nobody = refused.length === alert.emailRecipients.length;
  return nobody
    ? { status: 'failed' as const, reason: reason ?? words('No recipients') }
    : { status: 'pending' as const, reason };
}
