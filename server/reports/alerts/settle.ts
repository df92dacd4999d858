import { v7 as uuidv7 } from 'uuid';
import { type Message, msg, words } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { stored } from '../../platform/words/stored.ts';
import { type DueAlert, setNextDue } from './alerts.sql.ts';
import { insertDeliveries, type NewDelivery } from './deliveries.sql.ts';
import { slotsAllowed } from './limits.ts';
import { LATEST_MS, nextCheck, nextSlots, type Slot, slotsBetween } from './slots.ts';

/**
 * Decides every slot of an alert that has become due since the last time: to be sent, or skipped with a reason. The row in the ledger makes a slot
 * fire; inserting it twice has no effect, so any number of processes may do this, and repeat it.
 */
export async function settleAlert(tx: Db, alert: DueAlert, now: Date): Promise<void> {
  const due = slotsBetween(alert, alert.timeZone, alert.settledAt.getTime(), now.getTime());
  if (due.length > 0) {
    const rows = due.map((slot) => deliveryOf(alert, slot, now));
    await insertDeliveries(tx, alert.accountId, now, rows);
  }
  const from = Math.max(now.getTime(), alert.settledAt.getTime());
  const next = alert.category === 'event' ? nextCheck(from) : nextSlots(alert, alert.timeZone, from, 1)[0]?.dueAt;
  await setNextDue(tx, {
    accountId: alert.accountId,
    alertId: alert.alertId,
    settledAt: now,
    nextDueAt: next === undefined ? null : new Date(next),
    zone: alert.timeZone,
  });
}

function deliveryOf(alert: DueAlert, { localDate, slot, dueAt }: Slot, now: Date): NewDelivery {
  const reason = skipReason(alert, slot, now.getTime() - dueAt);
  const { text, words: said } = stored(reason);
  return {
    deliveryId: uuidv7({ msecs: dueAt }),
    alertId: alert.alertId,
    localDate,
    slot,
    dueAt: new Date(dueAt),
    category: alert.category,
    description: alert.description,
    viaEmail: alert.viaEmail,
    status: reason === null ? 'pending' : 'skipped',
    reason: text,
    words: said,
  };
}

export const isBeyondLicense = ({ older, license }: Pick<DueAlert, 'older' | 'license'>) =>
  older >= license.alerts.maxAlerts;
export const NOT_ACTIVE = words('The account is not active');
export const MISSED = words('Missed: the server could not send it within 60 minutes');

/**
 * Returns why a slot is not sent, or null. A licence that was reduced after the alert was saved counts: the earliest slots and the oldest alerts
 * stay.
 */
function skipReason(alert: DueAlert, slot: string, lateMs: number): string | Message | null {
  if (lateMs > LATEST_MS) return MISSED;
  if (!alert.isActive) return NOT_ACTIVE;
  const { alerts } = alert.license;
  if (isBeyondLicense(alert))
    return msg('The licence allows {alerts, plural, one {# alert} other {# alerts}}', { alerts: alerts.maxAlerts });
  const times = alert.times.filter(({ enabled }) => enabled).map(({ time }) => time);
  const allowed = slotsAllowed(alerts, alert.category);
  if (times.sort().indexOf(slot) >= allowed)
    return msg(
      'The licence allows {times, plural, one {# time} other {# times}} per {category, select, attendance {attendance} piecework {piecework} break {break} event {event} other {report}} alert',
      { times: allowed, category: alert.category },
    );
  return null;
}
