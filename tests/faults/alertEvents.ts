import type { Pool } from 'pg';
import { z } from 'zod';
import { logIn } from '#contract/access/session.ts';
import { createHoursRule, HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { type AlertEvent, createAlert } from '#contract/reports/alerts.ts';
import type { Call } from '#server/operations/demo/client.ts';
import { midnightUtc } from '#server/platform/zone.ts';
import type { AlertRun } from './alertRun.ts';
import { type Employer, PASSWORD, type Slot } from './alertWorld.ts';

/** Alerts about events and scheduled reports of the employers of alertWorld.ts, and what each must have said: again a model separate from the server's. */

const EVENTS: AlertEvent[] = [
  { kind: 'no-show', minutes: 10 },
  { kind: 'silent-device', minutes: 15 },
  { kind: 'unusual-count', percent: 5 },
  { kind: 'limit-near' },
];
export type EventOf = { kind: AlertEvent['kind']; alertId: string };

/** Adds an alert about each kind of event, and a scheduled report, to an employer of whom 8 h 30 min a day is the limit; returns the events. */
export async function givenEventsOf(call: Call, admin: string, employer: Employer): Promise<EventOf[]> {
  const { accountId, username, daysOfWeek, recipients, alerts } = employer;
  const rule = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, maxDayMinutes: 510, nearMinutes: 60 };
  await call(createHoursRule, { query: { accountId }, body: rule }, admin);
  const { token } = await call(logIn, { body: { username, password: PASSWORD } });
  const shared = { daysOfWeek, targetGroups: [], viaEmail: true, emailRecipients: recipients };
  const events: EventOf[] = [];
  for (const event of EVENTS) {
    const body = { ...shared, category: 'event' as const, description: event.kind, times: [], event };
    const { _id: alertId } = await call(createAlert, { body }, token);
    events.push({ kind: event.kind, alertId });
  }
  const report = { reportType: 'latecomers', period: 'today', exportType: 'csv', attach: true } as const;
  const times = [{ enabled: true, time: '16:00' }];
  const body = { ...shared, category: 'report' as const, description: 'report', times, report };
  const { _id: alertId } = await call(createAlert, { body }, token);
  alerts.push({ category: 'report', alertId, times: ['16:00'], viaEmail: true });
  return events;
}

/** Returns what an alert about events may say on a day, and what it must say where nothing failed at a slot at which it is so. */
function expectedOf(kind: AlertEvent['kind'], localDate: string): { may: string[]; at: Record<string, string[]> } {
  // Who comes late, not at all, or leaves, is in dayOf of alertWorld.ts.
  const isFourAway = (midnightUtc(localDate) / 86_400_000) % 4 === 0;
  const away = isFourAway ? ['4'] : [];
  if (kind === 'no-show') return { may: ['5', ...away, 'Not known'], at: { '07:15': ['5', ...away], '16:00': away } };
  if (kind === 'silent-device') return { may: ['Silent'], at: {} };
  if (kind === 'unusual-count') return { may: ['Fewer than usual', 'More than usual'], at: {} };
  const atWork = ['1', '2', '3', ...(isFourAway ? [] : ['4']), '5'];
  return { may: [...atWork, 'Not known'], at: { '16:00': atWork } };
}

const said = z.object({
  deliveryId: z.string(),
  alertId: z.string(),
  localDate: z.string(),
  slot: z.string(),
  status: z.string(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
});
type Said = z.infer<typeof said>;
/** Returns who and what a summary of an alert about events names: the people by number, the others by their heading. */
const subjectsOf = (text: string) =>
  [...text.matchAll(/^(?:(\d) P \1\b.*|(Not known|Silent|Fewer than usual|More than usual) \(1\))$/gm)].map(
    ([, number, heading]) => number ?? heading ?? '',
  );

type Judging = {
  run: AlertRun;
  slots: readonly Slot[];
  employers: ReadonlyMap<Employer, readonly EventOf[]>;
  ledger: Pool;
  /** Compares the mails of a delivery with it, and takes them out. */
  compareMails(employer: Employer, row: Said, complain: (what: string) => void): void;
};

/**
 * Checks what was said of events: nothing twice of a day, nothing that was not so, and all that was so at a slot at which no process was killed or down.
 * Returns how many messages each employer got.
 */
export async function judgeEvents({
  run,
  slots,
  employers,
  ledger,
  compareMails,
}: Judging): Promise<Map<Employer, number>> {
  const { rows } =
    await ledger.query(`select delivery_id as "deliveryId", alert_id as "alertId", local_date::text as "localDate",
    slot, status, subject, body_text as text from alert_delivery where category = 'event'`);
  const byAlert = Map.groupBy(z.array(said).parse(rows), ({ alertId }) => alertId);
  const sent = new Map<Employer, number>();
  for (const [employer, events] of employers)
    for (const { kind, alertId } of events) {
      const own = byAlert.get(alertId) ?? [];
      sent.set(employer, (sent.get(employer) ?? 0) + own.length);
      const byDate = Map.groupBy(own, ({ localDate }) => localDate);
      for (const [localDate, messages] of byDate) {
        const complain = (what: string) => run.complaints.push(`${employer.zone} ${kind} ${localDate}: ${what}`);
        const { may } = expectedOf(kind, localDate);
        const named = messages.flatMap(({ text }) => subjectsOf(text ?? ''));
        run.doubled += named.length - new Set(named).size;
        for (const one of named) if (!may.includes(one)) complain(`says ${one}`);
        for (const row of messages) {
          if (row.status !== 'sent') complain(`${row.slot} is ${row.status}`);
          if (subjectsOf(row.text ?? '').length === 0) complain(`${row.slot} says nothing: ${row.subject}`);
          compareMails(employer, row, complain);
        }
      }
      for (const slot of slots.filter((one) => one.employer === employer && one.alert.category !== 'report')) {
        if (run.slept.has(slot) || run.down.has(slot)) continue;
        const named = (byDate.get(slot.localDate) ?? []).flatMap(({ text }) => subjectsOf(text ?? ''));
        for (const one of expectedOf(kind, slot.localDate).at[slot.slot] ?? [])
          if (!named.includes(one)) run.complain(slot, `${kind} does not say ${one}`);
      }
    }
  return sent;
}
