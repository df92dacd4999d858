import { v7 as uuidv7 } from 'uuid';
import type { AlertEvent } from '#contract/reports/alerts.ts';
import { OPEN_INTERVAL_MS } from '../../attendance/events.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  addDays,
  clockTime,
  dayBounds,
  HOUR,
  type LocalDate,
  localDateOf,
  weekdayOf,
  zoneOf,
} from '../../platform/zone.ts';
import { type DueAlert, insertSaid, lockAlert, selectDueChecks } from './alerts.sql.ts';
import { type Composed, composeEvents } from './compose.ts';
import { type Firing, insertDeliveries, readFiring, readUnchanged } from './deliveries.sql.ts';
import { type Scheduling, sendSummary } from './sending.ts';
import { isBeyondLicense, settleAlert } from './settle.ts';

const BATCH = 100;
/** So long after midnight an employee of the shifts of the day before may be due, or at work. */
const NIGHT_MS: Partial<Record<AlertEvent['kind'], number>> = {
  'no-show': 12 * HOUR,
  'silent-device': 12 * HOUR,
  'limit-near': OPEN_INTERVAL_MS,
};

/**
 * Looks for what the alerts about events wait for, where a check is due, and sends what they have not said of that day. Any number of
 * processes may do it at once and be killed at any point: what was said, its mails and the next check are one transaction. Returns how many were sent.
 */
export async function runChecks(services: Scheduling, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = services;
  let sent = 0;
  for (;;) {
    const due = await selectDueChecks(db, clock.now(), BATCH);
    for (const alert of due) {
      if (signal?.aborted) return sent;
      try {
        sent += await check(services, alert);
      } catch (error) {
        log.error({ err: error, alert: alert.alertId }, 'events not looked for');
        // Tried again at the next check, so that one account's failure does not keep the others waiting.
        await db.tx((tx) => settleIfDue(tx, alert, clock.now()));
      }
    }
    if (due.length < BATCH) return sent;
  }
}

async function check(services: Scheduling, due: DueAlert): Promise<number> {
  const { db, config, clock } = services;
  const now = clock.now();
  const firing = due.isActive && !isBeyondLicense(due) ? await readFiring(db, due.accountId, due.alertId) : undefined;
  const found: Composed[] = [];
  if (firing?.event)
    for (const date of datesOf(due, firing.event, now))
      found.push(
        await composeEvents(db, config, {
          ...firing,
          event: firing.event,
          accountId: due.accountId,
          localDate: date,
          at: now.getTime(),
        }),
      );
  return db.tx(async (tx) => {
    const unchanged = firing && (await readUnchanged(tx, due, firing));
    // It is looked for again in the next round.
    if (firing && !unchanged) return 0;
    if (!(await settleIfDue(tx, due, now)) || !unchanged) return 0;
    let sent = 0;
    for (const composed of found) if (await sayNew(services, tx, due, { firing: unchanged, composed, now })) sent++;
    return sent;
  });
}

/** The days of the week go by the day of the shift. */
function datesOf({ timeZone, daysOfWeek }: DueAlert, { kind }: AlertEvent, now: Date): LocalDate[] {
  const zone = zoneOf(timeZone);
  const today = localDateOf(zone, now.getTime());
  const isNight = now.getTime() < dayBounds(zone, today).start + (NIGHT_MS[kind] ?? 0);
  return [...(isNight ? [addDays(today, -1)] : []), today].filter((date) => daysOfWeek.includes(weekdayOf(date)));
}

/** Locks an alert and sets its next check; returns false when another process was faster, or the alert is gone or changed. */
async function settleIfDue(tx: Db, { accountId, alertId, nextDueAt }: DueAlert, now: Date): Promise<boolean> {
  const alert = await lockAlert(tx, accountId, alertId);
  if (alert?.category !== 'event' || alert.nextDueAt?.getTime() !== nextDueAt?.getTime()) return false;
  await settleAlert(tx, alert, now);
  return true;
}

type Saying = { firing: Firing; composed: Composed; now: Date };
async function sayNew(services: Scheduling, tx: Db, alert: DueAlert, { firing, composed, now }: Saying) {
  const { localDate, found } = composed;
  const subjects = await insertSaid(tx, alert, { localDate, subjects: found.map(({ subject }) => subject), now });
  if (subjects.length === 0) return false;
  const fresh = new Set(subjects.map(({ subject }) => subject));
  const write = composed.summaryOf(found.filter(({ subject }) => fresh.has(subject)));
  const claimed = await openDelivery(tx, alert, localDate, now);
  if (!(await sendSummary(services, tx, claimed, { alert: firing, write, leaseUntil: now, now })))
    throw new Error('The delivery of an event was not recorded');
  return true;
}

/** Inserts the delivery; a day may have a time twice: its clock was set back, or the account moved to another zone. */
async function openDelivery(tx: Db, alert: DueAlert, localDate: LocalDate, now: Date) {
  const { accountId, alertId, timeZone, category, description, viaEmail } = alert;
  const time = clockTime(zoneOf(timeZone), now.getTime());
  for (let nth = 1; ; nth++) {
    const slot = nth === 1 ? time : `${time} (${nth})`;
    const claimed = { accountId, deliveryId: uuidv7({ msecs: now.getTime() }), alertId, localDate, slot, dueAt: now };
    const status = 'pending' as const;
    const row = { ...claimed, category, description, viaEmail, status, reason: null, words: null, leaseUntil: now };
    if ((await insertDeliveries(tx, accountId, now, [row])) === 1) return claimed;
  }
}
