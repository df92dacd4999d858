import { figuresOf } from '#contract/alerts.ts';
import type { ReportRequest } from '#contract/reports.ts';
import type { Db } from '../db/db.ts';
import { enqueueMail } from '../mail/mail.ts';
import { renderMail } from '../mail/render.ts';
import { unsubscribeUrl } from '../mail/unsubscribe.ts';
import { insertMessages } from '../push/messages.sql.ts';
import type { Services } from '../services.ts';
import { type Claimed, decideDelivery, type Firing } from './deliveries.sql.ts';
import type { Summary } from './summary.ts';

export type Scheduling = Pick<Services, 'db' | 'config' | 'log' | 'clock' | 'secrets'>;

/** `request`: the report that the summary is about. */
type Sending = { alert: Firing; summary: Summary; request?: ReportRequest; leaseUntil: Date; now: Date };
/**
 * Writes the mails and the messages for devices of a summary, and records it with its delivery: all in the caller's transaction, or nothing. Returns
 * false when the lease is lost; the caller then rolls back.
 */
export async function sendSummary(
  services: Scheduling,
  tx: Db,
  claimed: Claimed,
  { alert, summary, request, leaseUntil, now }: Sending,
): Promise<boolean> {
  const outcome = alert.viaEmail ? await mailTo(services, tx, claimed, alert, summary, now) : IN_APP;
  const permissions = ['GET_ALL_ALERTS', ...figuresOf(alert)];
  if (services.config.webPush)
    await insertMessages(tx, { ...claimed, ...alert, isOfScope: alert.scope !== null }, permissions, now);
  const scopeKey = alert.scope?.key ?? null;
  return decideDelivery(tx, claimed, { leaseUntil, now, ...outcome, summary, scopeKey, request });
}

const IN_APP = { status: 'sent' as const, reason: null };

/** Queues one mail per recipient, with a Message-ID made of slot and address, so that nobody gets it twice. */
async function mailTo(
  services: Scheduling,
  tx: Db,
  claimed: Claimed,
  alert: Firing,
  { subject, content }: Summary,
  now: Date,
) {
  const refused: string[] = [];
  for (const [i, recipient] of alert.emailRecipients.entries()) {
    const queued = await enqueueMail(tx, {
      subject,
      ...renderMail({ ...content, unsubscribeUrl: unsubscribeUrl(services, { ...claimed, recipient }) }),
      purpose: 'alert',
      accountId: claimed.accountId,
      recipient,
      now,
      key: `${claimed.deliveryId}.${i}`,
      deliveryId: claimed.deliveryId,
    });
    if (queued === 'refused') refused.push(recipient);
  }
  const reason = refused.length > 0 ? `Not sent to ${refused.join(', ')}: the account sent its mails of the day` : null;
  const nobody = refused.length === alert.emailRecipients.length;
  return nobody
    ? { status: 'failed' as const, reason: reason ?? 'No recipients' }
    : { status: 'pending' as const, reason };
}
