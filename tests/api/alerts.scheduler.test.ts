import type { AddressInfo } from 'node:net';
import { buffer as readBuffer } from 'node:stream/consumers';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import type { AlertInput } from '#contract/reports/alerts.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { sendDueMails } from '#server/platform/mail/sender.ts';
import { createMailTransport, type OutgoingMail } from '#server/platform/mail/transport.ts';
import { runAlerts, settleDue } from '#server/reports/alerts/scheduler.ts';
import { slotsBetween } from '#server/reports/alerts/slots.ts';
import { type AccountOptions, givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { isLong } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const times = (...slots: string[]) => slots.map((time) => ({ enabled: true, time }));

/** Returns an alert that was saved at `from`. */
async function givenAlert(accountId: string, from: string, over: Partial<AlertInput> = {}) {
  const alertId = newId();
  const {
    category = 'attendance',
    description = 'Morning',
    viaEmail = true,
    emailRecipients = ['boss@example.test'],
    daysOfWeek = EVERY_DAY,
    times: slots = times('07:15'),
    targetGroups = [],
    suppressEmpty = false,
  } = over;
  await t.db.run(sql`
    insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times,
      target_groups, suppress_empty, active_from, created_at)
    values (${accountId}, ${alertId}, ${category}, ${description}, ${viaEmail}, ${emailRecipients}, ${daysOfWeek},
      ${JSON.stringify(slots)}, ${JSON.stringify(targetGroups)}, ${suppressEmpty}, ${from}, ${from})`);
  return alertId;
}

const row = z.object({
  alertId: z.string(),
  key: z.string(),
  dueAt: z.coerce.date(),
  status: z.string(),
  reason: z.string().nullable(),
  decidedAt: z.coerce.date().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
});
const ledger = (accountId?: string) =>
  t.db.rows(
    row,
    sql`select alert_id as "alertId", local_date::text || ' ' || slot as key, due_at as "dueAt", status, reason,
          decided_at as "decidedAt", subject, body_text as text
        from alert_delivery where account_id = ${accountId ?? null}::uuid or ${accountId === undefined} order by due_at, alert_id`,
  );
const run = () => runAlerts(t.services);
const at = async (instant: string) => {
  t.clock.set(instant);
  await run();
};
const sent: OutgoingMail[] = [];
const inbox = {
  async send(mail: (typeof sent)[number]) {
    sent.push(mail);
  },
  close() {},
};
const mailOut = async () => {
  sent.length = 0;
  await sendDueMails(t.services, inbox);
  await run();
};

describe('a slot', () => {
  it('fires once at its time in the zone of the account, and is sent when its mails are', async () => {
    const accountId = await givenAccount(t.db);
    await givenAlert(accountId, '2026-11-20T04:00:00Z', { emailRecipients: ['a@example.test', 'b@example.test'] });
    await at('2026-11-20T05:14:59Z');
    expect(await ledger()).toEqual([]);
    await at('2026-11-20T05:15:00Z');
    await run();
    expect(await ledger()).toMatchObject([{ key: '2026-11-20 07:15', status: 'pending', reason: null }]);
    await mailOut();
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['a@example.test', 'b@example.test']);
    expect(await ledger()).toMatchObject([{ status: 'sent', reason: null }]);
    await mailOut();
    expect(sent).toEqual([]);
  });

  it('is sent up to an hour late and says so; an older one is recorded as skipped with its reason', async () => {
    const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
    await givenAlert(accountId, '2026-11-18T00:00:00Z', { viaEmail: false, times: times('07:00', '08:00') });
    await at('2026-11-20T09:00:00Z');
    const missed = 'Missed: the server could not send it within 60 minutes';
    expect((await ledger()).map(({ key, status, reason }) => [key, status, reason])).toEqual([
      ['2026-11-18 07:00', 'skipped', missed],
      ['2026-11-18 08:00', 'skipped', missed],
      ['2026-11-19 07:00', 'skipped', missed],
      ['2026-11-19 08:00', 'skipped', missed],
      ['2026-11-20 07:00', 'skipped', missed],
      ['2026-11-20 08:00', 'sent', null],
    ]);
    expect((await ledger()).at(-1)?.text).toContain('Delayed: sent 1 h 00 min late.');
  });

  it.each<[string, AccountOptions, Partial<AlertInput>, string]>([
    ['an account out of use', { isActive: false }, {}, 'The account is not active'],
    [
      'a licence that shrank',
      { license: { alerts: { ...DEFAULT_LICENSE.alerts, attendanceTimeSlots: 1 } } },
      { times: times('08:00', '07:15') },
      'The licence allows 1 time per attendance alert',
    ],
    ['nothing to say', {}, { suppressEmpty: true, category: 'break' }, 'Nothing to say'],
  ])('is skipped for %s', async (_, account, over, reason) => {
    const accountId = await givenAccount(t.db, { timeZone: 'UTC', ...account });
    await givenAlert(accountId, '2026-11-20T00:00:00Z', { viaEmail: false, ...over });
    await at('2026-11-20T08:00:00Z');
    expect((await ledger()).filter(({ status }) => status === 'skipped')).toMatchObject([{ reason }]);
  });

  it('keeps its times when the account’s zone changes: no slot is sent twice or lost', async () => {
    const accountId = await givenAccount(t.db, { timeZone: 'Europe/Brussels' });
    await givenAlert(accountId, '2026-11-20T00:00:00Z', { viaEmail: false, times: times('12:00') });
    await at('2026-11-20T11:00:00Z');
    await t.db.run(sql`update account set time_zone = 'America/New_York' where account_id = ${accountId}`);
    await at('2026-11-20T11:01:00Z');
    await at('2026-11-20T17:00:00Z');
    await at('2026-11-21T17:00:00Z');
    expect((await ledger()).map(({ key, dueAt }) => `${key} ${dueAt.toISOString()}`)).toEqual([
      '2026-11-20 12:00 2026-11-20T11:00:00.000Z',
      '2026-11-21 12:00 2026-11-21T17:00:00.000Z',
    ]);
  });

  it('that was due before its alert changed is decided by the alert as it was before', async () => {
    const { token, accountId } = await givenEmployer(t.db, { account: { timeZone: 'UTC' } });
    t.clock.set('2026-11-20T12:00:00Z');
    const body: AlertInput = {
      description: 'Before',
      category: 'attendance',
      viaEmail: false,
      emailRecipients: [],
      daysOfWeek: EVERY_DAY,
      times: times('13:00'),
      targetGroups: [],
    };
    const { _id } = (await t.ask('/v2/alert', { token, body })).json();
    t.clock.set('2026-11-20T13:10:00Z');
    // 12:45 has passed, so the slot is no longer due today.
    const changed = { ...body, description: 'After', times: times('12:45', '14:00') };
    await t.ask(`/v2/alert/${_id}`, { token, method: 'PUT', body: changed });
    await run();
    await at('2026-11-20T14:00:00Z');
    expect((await ledger(accountId)).map(({ key, subject }) => `${key} ${subject}`)).toEqual([
      '2026-11-20 13:00 After: 0 present, 0 absent, 0 late',
      '2026-11-20 14:00 After: 0 present, 0 absent, 0 late',
    ]);
  });

  it('fails with the reason when no mail of it could be delivered, and is sent when one was', async () => {
    const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
    await givenAlert(accountId, '2026-11-20T00:00:00Z', { times: times('07:00'), emailRecipients: ['x@example.test'] });
    await givenAlert(accountId, '2026-11-20T00:00:00Z', {
      category: 'break',
      times: times('08:00'),
      emailRecipients: ['x@example.test', 'ok@example.test'],
    });
    const transport = {
      async send({ recipient }: { recipient: string }) {
        if (recipient.startsWith('x')) throw Object.assign(new Error('550 no such user'), { responseCode: 550 });
      },
      close() {},
    };
    await at('2026-11-20T07:01:00Z');
    await at('2026-11-20T08:01:00Z');
    await sendDueMails(t.services, transport);
    await run();
    const failure = 'Not delivered to x@example.test: 550 no such user';
    expect((await ledger()).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', failure],
      ['sent', failure],
    ]);
  });
});

describe('the content of a summary', () => {
  async function givenShift() {
    const { accountId, token } = await givenEmployer(t.db);
    const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: 'Day shift' });
    const other = await givenGroup(t.db, accountId, 'time', { name: 'Night' });
    await givenStandardTimes(t.db, accountId, timeGroupId, { start: '07:00', end: '16:00' });
    const gate = await givenDevice(t.db, accountId, { description: 'Gate A', lastContact: '2026-11-20T05:14:00Z' });
    const silent = await givenDevice(t.db, accountId, { description: 'Gate B', lastContact: '2026-11-20T04:10:00Z' });
    const names = ['Ann', 'Bob', 'Cleo', 'Dan'];
    const ids: string[] = [];
    for (const [i, firstName] of names.entries())
      ids.push(await givenEmployee(t.db, accountId, { number: `${i + 1}`, firstName, lastName: 'X', timeGroupId }));
    await givenEmployee(t.db, accountId, { number: '99', firstName: 'Olaf', lastName: 'Other', timeGroupId: other });
    for (const [i, device] of [gate, gate, gate, silent].entries())
      await t.db.run(sql`insert into device_employee (account_id, device_id, employee_id)
        values (${accountId}, ${device.deviceId}, ${ids[i]})`);
    const clock = (employeeId: string | undefined, instant: string, receivedAt: string) =>
      t.db.tenant(accountId, (tx) =>
        storeRecords(tx, {
          accountId,
          receivedAt: new Date(receivedAt),
          clockRecords: [{ employeeId, at: new Date(instant), source: 'test' }],
        }),
      );
    await clock(ids[0], '2026-11-20T04:58:00Z', '2026-11-20T04:58:00Z');
    await clock(ids[1], '2026-11-20T05:12:00Z', '2026-11-20T05:12:00Z');
    return { accountId, token, timeGroupId, clock, ids };
  }

  it('has the figures of the dashboard at that minute, the names behind them and how complete they are', async () => {
    const { accountId, token, timeGroupId } = await givenShift();
    await givenAlert(accountId, '2026-11-20T05:00:00Z', {
      viaEmail: false,
      targetGroups: [{ timeGroupId, systemId: 'payroll' }],
    });
    await at('2026-11-20T05:15:20Z');
    const [slot] = await ledger(accountId);
    expect(slot?.subject).toBe('Morning: 2 present, 1 absent, 1 late');
    for (const line of [
      'Friday 20 November 2026, as of 07:15 (Africa/Johannesburg)',
      'Shifts: Day shift',
      'Expected: 4',
      'Present: 2',
      'Absent: 1',
      'Late: 1',
      'Can’t tell yet: 1',
      'Absent (1)\n3 Cleo X: so far',
      'Late (1)\n2 Bob X: 12 min, in at 07:12',
      'As of 07:15, 1 of 2 devices heard from. Gate B silent since 06:10: 1 person not judged',
      'https://tallyboard.test/employer/overview?date=2026-11-20',
    ])
      expect(slot?.text).toContain(line);
    expect(slot?.text).not.toContain('Olaf');
    const totals = (await t.ask('/v2/stats/employee/attendance-status-totals', { token })).json();
    expect(totals).toMatchObject({ present: 2, absent: 1, late: 1, unverified: 1, expected: 4 });
  });

  it('has one sentence at the top, and no names, where every device is silent', async () => {
    const { accountId } = await givenShift();
    await t.db.run(sql`update device set last_contact = '2026-11-20T04:10:00Z' where account_id = ${accountId}`);
    await givenAlert(accountId, '2026-11-20T05:00:00Z', { viaEmail: false });
    await at('2026-11-20T05:15:20Z');
    const [slot] = await ledger(accountId);
    expect(slot?.text).toMatch(/As of 07:15, none heard from since 06:10: 2 people not judged\.\s+Expected: 4/);
    expect(slot?.text).not.toMatch(/Cleo|Dan/);
  });

  it('lists the excused separately, without the reasons', async () => {
    const { accountId, ids } = await givenShift();
    await t.db.run(sql`insert into excuse (account_id, excuse_id, act_id, kind, employee_id, judgement, excused_as, from_day, to_day, days, reason,
        note, in_bulk, made_by_name, received_at)
      values (${accountId}, gen_random_uuid(), gen_random_uuid(), 'excuse', ${ids[2]}, 'absence', 'sick-leave', '2026-11-20', '2026-11-20',
        '{2026-11-20}', 'excused', 'Influenza', false, 'Ann Smith', '2026-11-19T10:00:00Z')`);
    await givenAlert(accountId, '2026-11-20T05:00:00Z', { viaEmail: false });
    await at('2026-11-20T05:15:20Z');
    const [slot] = await ledger(accountId);
    for (const line of ['Absent: 0', 'Excused: 1', 'Excused (1)\n3 Cleo X']) expect(slot?.text).toContain(line);
    expect(slot?.text).not.toMatch(/sick|Influenza/i);
  });

  it('arrives over SMTP as it was written, at each recipient alone', async () => {
    const { accountId } = await givenShift();
    await givenAlert(accountId, '2026-11-20T05:00:00Z', {
      description: 'Früh: wer fehlt?',
      emailRecipients: ['a@example.test', 'b@example.test'],
    });
    await at('2026-11-20T05:15:20Z');
    const received: { to: string[]; mail: Email }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        void readBuffer(stream)
          .then((raw) => PostalMime.parse(raw))
          .then((mail) => received.push({ to: envelope.rcptTo.map(({ address }) => address), mail }))
          .then(() => done());
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo; // listening on TCP
    const smtpUrl = `smtp://127.0.0.1:${port}`;
    const transport = createMailTransport({ smtpUrl, mailFrom: 'Tallyboard <t@example.test>', dataDir: t.dataDir });
    await sendDueMails(t.services, transport);
    transport.close();
    await new Promise<void>((resolve) => server.close(resolve));
    await run();

    expect(received.flatMap(({ to }) => to).sort()).toEqual(['a@example.test', 'b@example.test']);
    const [slot] = await ledger(accountId);
    expect(slot).toMatchObject({ status: 'sent', subject: 'Früh: wer fehlt?: 2 present, 1 absent, 1 late' });
    for (const { to, mail } of received) {
      expect(mail.to?.map(({ address }) => address)).toEqual(to);
      expect(mail.subject).toBe(slot?.subject);
      expect(mail.text?.replaceAll('\r\n', '\n')).toMatch(/\nTo be taken off this list: https:\S+\n+$/);
      expect(mail.text?.replaceAll('\r\n', '\n').startsWith(slot?.text?.trim() ?? '-')).toBe(true);
      const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
      expect(header('list-unsubscribe')).toMatch(/^<https:\/\/tallyboard\.test\/v2\/alert\/unsubscribe\/s1\.[\w-]+>$/);
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      for (const figure of ['>4<', '>2<', '>1<', 'Gate B silent since 06:10: 1 person not judged'])
        expect(mail.html).toContain(figure);
    }
  });

  it('shows the day as of its slot even when it is sent late', async () => {
    const { accountId, clock, ids } = await givenShift();
    await givenAlert(accountId, '2026-11-20T05:00:00Z', { viaEmail: false });
    await clock(ids[2], '2026-11-20T05:30:00Z', '2026-11-20T05:30:00Z');
    await at('2026-11-20T05:50:00Z');
    expect((await ledger(accountId))[0]?.subject).toBe('Morning: 2 present, 1 absent, 1 late');
  });
});

describe('unsubscribing', () => {
  const oneClick = (url: string) =>
    t.ask(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const recipients = async (alertId: string) =>
    await t.db.single(
      z.object({ to: z.array(z.string()), viaEmail: z.boolean() }),
      sql`select email_recipients as to, via_email as "viaEmail" from alert where alert_id = ${alertId}`,
    );

  it('takes one click in the mail of each recipient; opening the link alone does nothing, and it is recorded', async () => {
    const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
    const emailRecipients = ['Ann@example.test', 'bob@example.test'];
    const alertId = await givenAlert(accountId, '2026-11-20T10:00:00Z', { emailRecipients, times: times('10:15') });
    await at('2026-11-20T10:15:10Z');
    await mailOut();
    const urlOf = (to: string) => sent.find(({ recipient }) => recipient === to)?.unsubscribeUrl ?? '';
    expect(urlOf('Ann@example.test')).toMatch(/^https:\/\/tallyboard\.test\/v2\/alert\/unsubscribe\/s1\.[\w-]+$/);
    expect(sent[0]?.text).toContain('To be taken off this list: https://tallyboard.test/v2/alert/unsubscribe/');
    const url = urlOf('Ann@example.test');
    const opened = await t.ask(new URL(url).pathname);
    expect(opened.headers['content-type']).toContain('text/html');
    expect(opened.body).toContain('<form method="post">');
    expect((await recipients(alertId)).to).toEqual(emailRecipients);

    const answer = await oneClick(url);
    expect(answer.statusCode).toBe(200);
    expect(await recipients(alertId)).toEqual({ to: ['bob@example.test'], viaEmail: true });
    await oneClick(url);
    const trail = await t.db.rows(
      z.object({ actor: z.string(), target: z.string(), detail: z.string() }),
      sql`select actor, target, detail from audit_entry where account_id = ${accountId} and action = 'alert.unsubscribe'`,
    );
    expect(trail).toEqual([{ actor: 'recipient', target: 'Morning', detail: 'Ann@example.test' }]);

    // In the last case nobody is mailed: the summary stays in the application.
    await oneClick(urlOf('bob@example.test'));
    expect(await recipients(alertId)).toEqual({ to: [], viaEmail: false });
    await at('2026-11-21T10:15:10Z');
    expect((await ledger(accountId)).at(-1)).toMatchObject({ status: 'sent', reason: null });
  });

  it('answers alike for links that were never made and for those of deleted alerts', async () => {
    const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
    await givenAlert(accountId, '2026-11-20T10:00:00Z', { times: times('10:15') });
    await at('2026-11-20T10:15:10Z');
    await mailOut();
    const url = sent[0]?.unsubscribeUrl ?? '';
    await t.db.run(sql`delete from alert where account_id = ${accountId}`);
    const gone = await oneClick(url);
    const forged = await oneClick(`${url.slice(0, -2)}AA`);
    const nonsense = await oneClick('https://tallyboard.test/v2/alert/unsubscribe/x');
    expect([gone, forged, nonsense].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set([gone, forged, nonsense].map(({ body }) => body)).size).toBe(1);
    for (const path of [url, `${url}A`]) {
      const { body } = await t.ask(new URL(path).pathname);
      expect(body).toContain('Do you want to receive no more');
    }
  });
});

describe('a summary that goes out late', () => {
  it('includes what was known at its slot, and what had happened by then and arrived later', async () => {
    const { accountId } = await givenEmployer(t.db, { account: { timeZone: 'UTC' } });
    const [ann, bob] = [
      await givenEmployee(t.db, accountId, { number: '1' }),
      await givenEmployee(t.db, accountId, { number: '2' }),
    ];
    const times = [{ enabled: true, time: '10:30' }];
    await givenAlert(accountId, '2026-11-20T10:00:00Z', { viaEmail: false, times });
    await givenAlert(accountId, '2026-11-20T10:00:00Z', { viaEmail: false, times, category: 'piecework' });
    let n = 0;
    const store = (
      receivedAt: string,
      records: { entries?: [string, string, string, number][]; punch?: [string, string] },
    ) =>
      t.db.tenant(accountId, (tx) =>
        storeRecords(tx, {
          accountId,
          receivedAt: new Date(receivedAt),
          clockRecords: records.punch
            ? [{ employeeId: records.punch[0], at: new Date(records.punch[1]), source: 'test' }]
            : [],
          pieceworkEntries: (records.entries ?? []).map(([employeeId, from, to, units]) => ({
            employeeId,
            source: 'test',
            recordId: `${n++}`,
            units,
            lookup1Code: 'A',
            startedAt: new Date(from),
            endedAt: new Date(to),
          })),
        }),
      );
    const day = (time: string) => `2026-11-20T${time}Z`;
    await store(day('10:20:00'), { entries: [[ann, day('09:00:00'), day('10:00:00'), 10.5]] });
    // The clock of this terminal is two minutes ahead, and the dashboard counts its punches at once.
    await store(day('10:29:30'), { punch: [ann, day('10:31:30')] });
    // One punch is from before the slot but arrived late, and one piecework entry was still running at the slot.
    await store(day('10:40:00'), { punch: [bob, day('10:10:00')] });
    await store(day('10:50:00'), {
      entries: [
        [bob, day('10:00:00'), day('10:25:00'), 4],
        [ann, day('10:10:00'), day('10:45:00'), 100],
      ],
    });
    await at(day('11:20:00'));
    expect((await ledger(accountId)).map(({ subject }) => subject).sort()).toEqual([
      'Morning: 14.50 units by 2 employees',
      'Morning: 2 present, 0 absent, 0 late',
    ]);
  });
});

describe('kept in the application', () => {
  it('is unread for each user until that user has read it', async () => {
    const one = await givenEmployer(t.db, { account: { timeZone: 'UTC' } });
    const two = await givenEmployer(t.db, { accountId: one.accountId });
    await givenAlert(one.accountId, '2026-11-20T00:00:00Z', { viaEmail: false, times: times('10:15') });
    await givenAlert(one.accountId, '2026-11-20T00:00:00Z', { times: times('10:30'), category: 'break' });
    await at('2026-11-20T10:15:10Z');
    await at('2026-11-20T10:30:10Z');
    const list = async ({ token }: { token: string }) => (await t.ask('/v2/alert/deliveries', { token })).json();
    const { results, unread } = await list(one);
    expect(unread).toBe(1);
    expect(results).toMatchObject([
      { slot: '10:30', status: 'pending', read: true },
      { slot: '10:15', status: 'sent', read: false, decidedAt: '2026-11-20T10:15:10.000Z', localDate: '2026-11-20' },
    ]);
    await t.ask('/v2/alert/deliveries/read', { token: one.token, method: 'POST' });
    expect((await list(one)).unread).toBe(0);
    expect((await list(one)).results[1].read).toBe(true);
    expect((await list(two)).unread).toBe(1);
    expect((await list(await givenEmployer(t.db))).results).toEqual([]);
  });
});

/** A process that dies before or after a step, as often as `dies` says. */
const mortal = (db: Db, dies: () => boolean): Db => ({
  ...db,
  first: async (schema, query) => {
    const found = await db.first(schema, query);
    if (dies()) throw new Error('killed');
    return found;
  },
  tx: async (fn, options) => {
    if (dies()) throw new Error('killed');
    const done = await db.tx(fn, options);
    if (dies()) throw new Error('killed');
    return done;
  },
});

/** From before spring to after autumn: each of the zones changes its clocks in both directions. In the long form two years. */
const SPAN = isLong
  ? { from: '2026-11-20T10:00:00Z', to: '2028-11-20T10:00:00Z' }
  : { from: '2027-03-20T10:00:00Z', to: '2027-11-10T10:00:00Z' };

describe('with several processes, some of which die', () => {
  it('every slot in three zones is decided once, also where clocks change: in time to be sent, or skipped with its reason', async () => {
    const from = Date.parse(SPAN.from);
    const to = Date.parse(SPAN.to);
    const timing = { daysOfWeek: [1, 3, 5, 6, 7], times: times('00:30', '02:30') };
    const zones = ['Europe/Brussels', 'America/Santiago', 'Australia/Lord_Howe'];
    const expected = new Set<string>();
    for (const timeZone of zones) {
      const accountId = await givenAccount(t.db, { timeZone });
      const alertId = await givenAlert(accountId, new Date(from).toISOString(), timing);
      for (const { localDate, slot } of slotsBetween(timing, timeZone, from, to))
        expected.add(`${alertId} ${localDate} ${slot}`);
    }
    // The process runs for a while, and is then down for minutes, hours or days.
    const [gaps = []] = fc.sample(
      fc.array(
        fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: 1, max: 90 }) },
          { weight: 5, arbitrary: fc.integer({ min: 90, max: 900 }) },
          { weight: 1, arbitrary: fc.integer({ min: 900, max: 9_000 }) },
        ),
        { minLength: 3_000, maxLength: 3_000 },
      ),
      { numRuns: 1, seed: 20261121 },
    );
    const runs: number[] = [];
    for (let now = from, i = 0; now < to; i++) {
      now = Math.min(to, now + (gaps[i % gaps.length] ?? 60) * 60_000);
      runs.push(now);
      await Promise.all([settleDue(t.db, new Date(now)), settleDue(t.db, new Date(now))]);
    }
    const rows = await ledger();
    expect(rows.map(({ alertId, key }) => `${alertId} ${key}`).sort()).toEqual([...expected].sort());
    for (const { dueAt, status, reason } of rows) {
      const looked = runs.find((now) => now >= dueAt.getTime()) ?? to;
      const isLate = looked - dueAt.getTime() > 60 * 60_000;
      expect([status, reason !== null]).toEqual(isLate ? ['skipped', true] : ['pending', false]);
    }
    expect(new Set(rows.map(({ status }) => status)).size).toBe(2);
  });

  it('three schedulers that get killed and a mail server that fails lose nothing and send nothing twice', async () => {
    const recipients = ['a@example.test', 'b@example.test'];
    for (const timeZone of ['UTC', 'Africa/Johannesburg', 'America/New_York']) {
      const accountId = await givenAccount(t.db, { timeZone });
      for (const category of ['attendance', 'piecework'] as const)
        await givenAlert(accountId, '2026-11-20T10:00:00Z', {
          category,
          emailRecipients: recipients,
          times: times('14:15', '18:00'),
        });
    }
    let seed = 7;
    let isOver = false;
    const chance = (share: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return !isOver && seed / 2_147_483_647 < share;
    };
    const delivered: string[] = [];
    const transport = {
      async send({ messageId }: { messageId: string }) {
        if (chance(0.3)) throw new Error('421 try later');
        delivered.push(messageId);
      },
      close() {},
    };
    const scheduler = { ...t.services, db: mortal(t.db, () => chance(0.15)) };
    // Quicker where there is something to do: the slots of the three zones, in minutes from ten o'clock UTC, and the first tries after them.
    const due = [135, 255, 360, 480, 555, 780];
    const isBusy = (minute: number) => due.some((slot) => minute >= slot - 2 && minute < slot + 40);
    for (let minute = 0; minute < 14 * 60; minute += isBusy(minute) ? 2 : 8) {
      t.clock.set(new Date(Date.parse('2026-11-20T10:00:00Z') + minute * 60_000).toISOString());
      await Promise.allSettled([runAlerts(scheduler), runAlerts(scheduler), runAlerts(scheduler)]);
      await Promise.all([sendDueMails(t.services, transport), sendDueMails(t.services, transport)]);
    }
    // A mail that failed at each of its first four tries has one more, an hour later.
    isOver = true;
    t.clock.advance(61 * 60_000);
    await sendDueMails(t.services, transport);
    await run();
    const rows = await ledger();
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'sent'));
    expect(delivered.length).toBe(24);
    expect(new Set(delivered).size).toBe(24);
    t.clock.set('2026-11-20T11:00:00Z');
    const { token } = await givenAdmin(t.db);
    for (const accountId of new Set(
      (await t.db.rows(z.object({ id: z.string() }), sql`select distinct account_id as id from alert`)).map(
        ({ id }) => id,
      ),
    )) {
      const answer = await t.ask(`/v2/system-stats/account/${accountId}/total-alerts-sent`, { token });
      expect(answer.json()).toEqual({ total: 4 });
    }
  });
});
