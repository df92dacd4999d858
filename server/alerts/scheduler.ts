import { ALERT_FIGURES } from '#contract/alerts.ts';
import type { Db } from '../db/db.ts';
import { enqueueMail } from '../mail/mail.ts';
import { renderMail } from '../mail/render.ts';
import { unsubscribeUrl } from '../mail/unsubscribe.ts';
import { insertMessages } from '../push/messages.sql.ts';
import type { Services } from '../services.ts';
import { lockDueAlerts, lockMovedAlerts } from './alerts.sql.ts';
import { composeSummary } from './compose.ts';
import {
  type Claimed,
  claimDelivery,
  decideDelivery,
  type Firing,
  readFiring,
  settleMailedDeliveries,
} from './deliveries.sql.ts';
import { MISSED, settleAlert } from './settle.ts';
import { LATEST_MS } from './slots.ts';
import type { Summary } from './summary.ts';

/** Long enough to write one summary; when a process dies meanwhile, another one takes the slot after the lease. */
const LEASE_MS = 120_000;
const BATCH = 100;

type Scheduling = Pick<Services, 'db' | 'config' | 'log' | 'clock' | 'secrets'>;

/**
 * Runs one round: decides what is due, writes what is to be sent, and records which mails arrived. Any number of processes may run it at once and be
 * killed at any point, because the ledger decides in transactions (spec/security.md ). Returns the number of slots written.
 */
export async function runAlerts(services: Scheduling, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services;
  await settleDue(db, clock.now());
  let written = 0;
  while (!signal?.aborted) {
    const now = clock.now();
    const claimed = await claimDelivery(db, now, new Date(now.getTime() + LEASE_MS));
    if (!claimed) break;
    if (await deliver(services, claimed, now)) written++;
  }
  await settleMailedDeliveries(db, clock.now());
  return written;
}

/** Writes a row into the ledger for every slot that has become due. */
export async function settleDue(db: Db, now: Date) {
  for (const lock of [(tx: Db) => lockMovedAlerts(tx, BATCH), (tx: Db) => lockDueAlerts(tx, now, BATCH)])
    for (;;) {
      const found = await db.tx(async (tx) => {
        const alerts = await lock(tx);
        for (const alert of alerts) await settleAlert(tx, alert, now);
        return alerts.length;
      });
      if (found < BATCH) break;
    }
}

/** Writes one claimed slot: summary, mails and decision in one transaction, or nothing. */
async function deliver(services: Scheduling, claimed: Claimed, now: Date): Promise<boolean> {
  const { db, config, log } = services;
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const decide = (
    tx: Db,
    status: 'pending' | 'sent' | 'skipped' | 'failed',
    reason: string | null,
    summary: Summary | null = null,
    scopeKey: string | null = null,
  ) => decideDelivery(tx, claimed, { leaseUntil, now, status, reason, summary, scopeKey });
  try {
    const lateMs = now.getTime() - claimed.dueAt.getTime();
    if (lateMs > LATEST_MS) return await decide(db, 'skipped', MISSED);
    const alert = await readFiring(db, claimed.accountId, claimed.alertId);
    if (!alert) return await decide(db, 'skipped', 'The alert was deleted before it was sent');
    const summary = await composeSummary(db, config, {
      ...alert,
      accountId: claimed.accountId,
      localDate: claimed.localDate,
      at: claimed.dueAt.getTime(),
      // The minute until the scheduler's next round counts as no delay.
      minutesLate: lateMs >= 5 * 60_000 ? Math.floor(lateMs / 60_000) : 0,
    });
    if (summary.empty && alert.suppressEmpty) return await decide(db, 'skipped', 'Nothing to say');
    return await db.tx(async (tx) => {
      const outcome = alert.viaEmail ? await mailTo(services, tx, claimed, alert, summary, now) : IN_APP;
      if (config.webPush)
        await insertMessages(
          tx,
          { ...claimed, ...alert, isOfScope: alert.scope !== null },
          permissionsOf(alert.category),
          now,
        );
      return decide(tx, outcome.status, outcome.reason, summary, alert.scope?.key ?? null).then((isOurs) => {
        if (!isOurs) throw new LeaseLost();
        return true;
      });
    });
  } catch (error) {
    // After the lease any process tries the slot again, until it is 60 minutes late.
    if (!(error instanceof LeaseLost)) log.error({ err: error, delivery: claimed.deliveryId }, 'alert not written');
    return false;
  }
}

/** The permissions that a user needs to be notified of a summary on a device: to see alerts, and to see its figures. */
const permissionsOf = (category: Firing['category']) => ['GET_ALL_ALERTS', ALERT_FIGURES[category]];

class LeaseLost extends Error {}
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
