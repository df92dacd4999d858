import { type Message, words } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { ENGLISH } from '../../platform/words/words.ts';
import { lockDueAlerts, lockMovedAlerts } from './alerts.sql.ts';
import { runChecks } from './checks.ts';
import { composeSummary, isSummary } from './compose.ts';
import {
  type Claimed,
  claimDelivery,
  decideDelivery,
  readFiring,
  readUnchanged,
  settleMailedDeliveries,
} from './deliveries.sql.ts';
import { LEASE_MS, LeaseLost } from './lease.ts';
import { type Scheduling, sendSummary } from './sending.ts';
import { MISSED, NOT_ACTIVE, settleAlert } from './settle.ts';
import { LATEST_MS } from './slots.ts';

const BATCH = 100;

/**
 * Runs one round: decides what is due, writes what is to be sent, and records which mails arrived. Any number of processes may run it at once and be
 * killed at any point, because the ledger decides in transactions. Returns the number of slots written.
 */
export async function runAlerts(services: Scheduling, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services;
  await settleDue(db, clock.now());
  let written = await runChecks(services, signal);
  while (!signal?.aborted) {
    const now = clock.now();
    const claimed = await claimDelivery(db, 'summary', now, new Date(now.getTime() + LEASE_MS));
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
  const skip = (reason: string | Message) =>
    decideDelivery(db, claimed, { leaseUntil, now, status: 'skipped', reason, summary: null, scopeKey: null });
  try {
    const lateMs = now.getTime() - claimed.dueAt.getTime();
    if (lateMs > LATEST_MS) return await skip(MISSED);
    const alert = await readFiring(db, claimed.accountId, claimed.alertId);
    if (!alert) return await skip(words('The alert was deleted before it was sent'));
    if (!alert.isActive) return await skip(NOT_ACTIVE);
    const { category } = alert;
    if (!isSummary(category)) return await skip(words('The alert was changed before it was sent'));
    const write = await composeSummary(db, config, {
      ...alert,
      category,
      accountId: claimed.accountId,
      localDate: claimed.localDate,
      at: claimed.dueAt.getTime(),
      // The minute until the scheduler's next round counts as no delay.
      minutesLate: lateMs >= 5 * 60_000 ? Math.floor(lateMs / 60_000) : 0,
    });
    if (alert.suppressEmpty && write(ENGLISH).empty) return await skip(words('Nothing to say'));
    return await db.tx(async (tx) => {
      const unchanged = await readUnchanged(tx, claimed, alert);
      if (!unchanged || !(await sendSummary(services, tx, claimed, { alert: unchanged, write, leaseUntil, now })))
        throw new LeaseLost();
      return true;
    });
  } catch (error) {
    // After the lease any process tries the slot again, until it is 60 minutes late.
    if (!(error instanceof LeaseLost)) log.error({ err: error, delivery: claimed.deliveryId }, 'alert not written');
    return false;
  }
}
