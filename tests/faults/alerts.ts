import { Pool } from 'pg';
import { z } from 'zod';
import { MINUTE } from '#server/platform/zone.ts';
import { type EventOf, givenEventsOf, judgeEvents } from './alertEvents.ts';
import { AlertRun } from './alertRun.ts';
import { type Employer, expectedSubject, givenEmployerOf, type Slot, slotsOf } from './alertWorld.ts';
import { Fleet } from './fleet.ts';
import { openMailSink, type Taken } from './mailSink.ts';
import { adminToken, type FaultRow, recoveryOf } from './rig.ts';

const ZONES: [zone: string, night: string][] = [
  ['Europe/Brussels', '02:30'],
  ['America/Santiago', '00:30'],
  ['Australia/Lord_Howe', '02:15'],
];

/** `faultShare`: the share of slots with a fault. `daysOfWeek` includes 7, on which clocks change. */
export type AlertTrial = { from: string; days: number; daysOfWeek: number[]; faultShare: number };

/**
 * Three processes on one PostgreSQL, a mail server, and a clock that jumps from slot to slot. Processes are killed while they send; all of them are
 * down for minutes or days; mail is refused, delayed, or accepted without an answer. Every slot must be sent once, with the figures that the
 * dashboard showed at that minute, or be recorded as skipped because no process was running within its hour; a scheduled report has
 * its file. Alerts about events say each thing once a day, and all that was so at a slot without a fault.
 */
export async function alertsOnce(
  { from, days, daysOfWeek, faultShare }: AlertTrial,
  env: Record<string, string>,
  failOver?: () => Promise<void>,
) {
  const start = Date.parse(from);
  const end = start + days * 24 * 60 * MINUTE;
  const sink = await openMailSink();
  const cheap = { PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2', SESSION_TTL: '86400', LOG_LEVEL: 'fatal' };
  let fleet: Fleet | undefined;
  const ledger = new Pool({ connectionString: env.DATABASE_URL ?? '', max: 1 });
  // The connection ends with its primary.
  ledger.on('error', () => undefined);
  try {
    fleet = await Fleet.create(3, { ...env, ...cheap, SMTP_URL: sink.url }, start);
    const admin = await adminToken(fleet.any);
    const events = new Map<Employer, EventOf[]>();
    for (const [zone, night] of ZONES) {
      const employer = await givenEmployerOf(fleet.any.call, admin, zone, night, daysOfWeek);
      events.set(employer, await givenEventsOf(fleet.any.call, admin, employer));
    }
    const employers = [...events.keys()];
    const slots = slotsOf(employers, start, end);
    const run = new AlertRun({ fleet, sink, ledger, faultShare, failOver });
    for (let coming: readonly Slot[] = slots; coming.length > 0; ) coming = await run.live(coming);
    await fleet.revive({ all: true });
    await run.finish(end);
    const sent = await judge(run, slots, events, sink.taken, ledger);
    for (const complaint of run.complaints.slice(0, 20)) console.error(complaint);
    const again = sink.taken.length - new Set(sink.taken.map(({ messageId }) => messageId)).size;
    const row: FaultRow = {
      fault: failOver
        ? 'failover: SIGKILL of the primary and its host at an alert’s slot'
        : 'alerts: SIGKILL of 3 processes on PostgreSQL, mail server out',
      tried:
        `${slots.length} slots of ${days} days in ${ZONES.length} zones: ${sent.slots} sent, ${run.slept.size} skipped; ` +
        `${sent.events} messages about events; ` +
        (failOver
          ? `${run.failovers} failovers, `
          : `${fleet.kills} kills, ${run.downtimes} downtimes, ${run.outages} outages, `) +
        `${again} mails again with the same Message-ID`,
      acknowledged: sent.slots + sent.events,
      lost: run.complaints.length,
      doubled: run.doubled,
      serverErrors: 0,
      recovery: recoveryOf(fleet.recoveries),
    };
    return row;
  } finally {
    await ledger.end();
    await fleet?.remove();
    await sink.close();
  }
}

const written = z.object({
  deliveryId: z.string(),
  key: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
});
type Written = z.infer<typeof written>;

/** Compares the ledger, the mails and the totals with the expected ones; returns how many slots, and messages about events, were sent. */
async function judge(
  run: AlertRun,
  slots: readonly Slot[],
  events: ReadonlyMap<Employer, readonly EventOf[]>,
  taken: readonly Taken[],
  ledger: Pool,
): Promise<{ slots: number; events: number }> {
  const { rows } =
    await ledger.query(`select delivery_id as "deliveryId", alert_id || ' ' || local_date || ' ' || slot as key,
    status, reason, subject, body_text as text from alert_delivery where category <> 'event'`);
  const byKey = new Map<string, Written>(
    z
      .array(written)
      .parse(rows)
      .map((row) => [row.key, row]),
  );
  const summaries = taken.filter(({ messageId }) => messageId.startsWith('<alert.'));
  const mails = Map.groupBy(summaries, ({ messageId }) => messageId);
  let sent = 0;
  const sentOf = new Map<Employer, number>();
  for (const slot of slots) {
    const { employer, alert, localDate } = slot;
    const row = byKey.get(`${alert.alertId} ${localDate} ${slot.slot}`);
    if (!row) run.complain(slot, 'is not in the ledger');
    else if (run.slept.has(slot)) {
      if (row.status !== 'skipped' || !row.reason) run.complain(slot, `was slept through and is ${row.status}`);
    } else if (row.status !== 'sent') run.complain(slot, `is ${row.status}: ${row.reason}`);
    else {
      sent++;
      sentOf.set(employer, (sentOf.get(employer) ?? 0) + 1);
      if (row.subject !== expectedSubject(slot)) run.complain(slot, `says ${row.subject}`);
      if (alert.viaEmail)
        compareMails({ employer, row, hasFile: alert.category === 'report' }, mails, (what) =>
          run.complain(slot, what),
        );
    }
  }
  const said = await judgeEvents({
    ...{ run, slots, employers: events, ledger },
    compareMails: (employer, row, complain) => compareMails({ employer, row, hasFile: false }, mails, complain),
  });
  if (byKey.size > slots.length) run.doubled += byKey.size - slots.length;
  // The remaining mails belong to no slot, or were sent once too often.
  for (const [messageId, [first]] of mails) run.complaints.push(`${messageId} to ${first?.to}: ${first?.mail.subject}`);
  run.doubled += mails.size;
  for (const employer of events.keys()) {
    const answer = await run.total(employer);
    if (answer !== (sentOf.get(employer) ?? 0) + (said.get(employer) ?? 0))
      run.complaints.push(`${employer.zone}: total alerts sent ${answer}`);
  }
  return { slots: sent, events: [...said.values()].reduce((sum, one) => sum + one, 0) };
}

type Sent = { employer: Employer; row: Pick<Written, 'deliveryId' | 'subject' | 'text'>; hasFile: boolean };
/** Checks that each recipient has one mail, identical however often it came and as in the ledger, with its file; takes it out of `mails`. */
function compareMails({ employer, row, hasFile }: Sent, mails: Map<string, Taken[]>, complain: (what: string) => void) {
  const plain = (text: string | null | undefined) => text?.replaceAll('\r\n', '\n').trim();
  for (const [i, recipient] of employer.recipients.entries()) {
    const id = `<alert.${row.deliveryId}.${i}@tallyboard>`;
    const came = mails.get(id) ?? [];
    mails.delete(id);
    if (came.length === 0) complain(`${recipient} got nothing`);
    for (const { to, mail } of came)
      if (to !== recipient || mail.subject !== row.subject || !plain(mail.text)?.startsWith(plain(row.text) ?? '-'))
        complain(`${recipient} got another mail: ${mail.subject}`);
      else if (mail.attachments.length !== (hasFile ? 1 : 0))
        complain(`${recipient} got ${mail.attachments.length} files`);
  }
}
