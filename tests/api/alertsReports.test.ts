import { createReadStream } from 'node:fs';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import type { AlertInput, AlertReport } from '#contract/reports/alerts.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { connectionKind } from '#server/platform/db/pool.ts';
import { deleteUsedMailFiles } from '#server/platform/mail/files.sql.ts';
import { sendDueMails } from '#server/platform/mail/sender.ts';
import type { OutgoingMail } from '#server/platform/mail/transport.ts';
import { known, wordsFrom } from '#server/platform/words/words.ts';
import { claimDelivery } from '#server/reports/alerts/deliveries.sql.ts';
import { whileHeld } from '#server/reports/alerts/lease.ts';
import { runReports } from '#server/reports/alerts/reports.ts';
import { runAlerts, settleDue } from '#server/reports/alerts/scheduler.ts';
import { makeFiles } from '#server/reports/makeFile.ts';
import { createReportThreads, type ReportThreads } from '#server/reports/reportThread.ts';
import { type AccountOptions, givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
let reports: ReportThreads;
beforeAll(() => {
  reports = createReportThreads({ connectionString: t.connectionString, kind: connectionKind(t.services.config) });
});
afterAll(() => reports.close());

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const LATE: AlertReport = { reportType: 'latecomers', period: 'this-week', exportType: 'csv', attach: false };
const input = (report: Partial<AlertReport> = {}, over: Partial<AlertInput> = {}): AlertInput => ({
  description: 'Who was late',
  category: 'report',
  viaEmail: true,
  emailRecipients: ['boss@example.test'],
  daysOfWeek: EVERY_DAY,
  times: [{ enabled: true, time: '12:00' }],
  targetGroups: [],
  report: { ...LATE, ...report },
  ...over,
});

/** Runs everything that is due at an instant; returns the mails that went out, without the notice to whoever mails a report outside. */
async function at(instant: string, services = t.services) {
  t.clock.set(instant);
  await runReports({ ...services, reports });
  const sent: OutgoingMail[] = [];
  await sendDueMails(t.services, { send: async (mail) => void sent.push(mail), close: () => undefined });
  await runAlerts(t.services);
  return sent.filter(({ subject }) => subject !== 'A report is mailed to people outside your account');
}
const SLOT = '2026-11-20T10:00:05Z';
const textOf = (mail: OutgoingMail | undefined) => mail?.file?.content.toString() ?? '';

/** A farm in Johannesburg (UTC+2) on Friday 20 November; Ann and Bob of two crews were late on Wednesday. */
async function givenFarm(account: AccountOptions = {}) {
  t.clock.set('2026-11-20T09:00:00Z');
  const employer = await givenEmployer(t.db, { account });
  const { accountId, token } = employer;
  const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: 'Day' });
  await givenStandardTimes(t.db, accountId, timeGroupId, { start: '07:00', end: '16:00' });
  const crews: string[] = [];
  const ids: string[] = [];
  for (const [i, firstName] of ['Ann', 'Bob'].entries()) {
    const crew = await givenGroup(t.db, accountId, 'employee', { name: `Crew of ${firstName}` });
    const id = await givenEmployee(t.db, accountId, { number: `${i + 1}`, firstName, lastName: 'X', timeGroupId });
    await t.db.run(sql`update employee set employee_group_id = ${crew} where employee_id = ${id}`);
    crews.push(crew);
    ids.push(id);
  }
  const clock = (i: number, instant: string) =>
    t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt: t.clock.now(),
        clockRecords: [{ employeeId: ids[i], at: new Date(instant), source: 'test' }],
      }),
    );
  await clock(0, '2026-11-18T07:20:00+02:00');
  await clock(1, '2026-11-18T07:30:00+02:00');
  const create = async (report: Partial<AlertReport> = {}, over: Partial<AlertInput> = {}, as = token) => {
    const answer = await t.ask('/v2/alert', { token: as, body: input(report, over) });
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
    // The notice that a report is mailed outside.
    await sendDueMails(t.services, { send: async () => undefined, close: () => undefined });
    return answer.json<{ _id: string }>()._id;
  };
  const history = async (as = token) => (await t.ask('/v2/alert/deliveries', { token: as })).json().results;
  const outcomes = async () =>
    (
      await t.db.rows(
        z.object({ status: z.string(), reason: z.string().nullable() }),
        sql`select status, reason from alert_delivery where account_id = ${accountId} order by due_at desc`,
      )
    ).map(({ status, reason }) => [status, reason]);
  const exports = async () => (await t.ask('/v2/stats/exports', { token })).json().results;
  return { ...employer, crews, ids, timeGroupId, clock, create, history, outcomes, exports };
}

describe('a scheduled report', () => {
  it('says at its time that it is ready, with a link that asks for the log-in; who may can download what it was', async () => {
    const farm = await givenFarm();
    await farm.create();
    expect(await at('2026-11-20T09:59:50Z')).toEqual([]);
    const [mail, ...more] = await at(SLOT);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Who was late: Latecomers, 2026-11-16 to 2026-11-20, 2 rows');
    expect(mail?.text).toContain('Monday 16 November 2026 to Friday 20 November 2026 (this week)');
    expect(mail?.text).toContain('Log in to download the file.');
    expect(mail?.text).toContain('https://tallyboard.test/employer/overview?open=alerts&tab=sent');
    expect(mail?.text).not.toMatch(/Ann|Bob/);
    expect(mail?.file).toBeUndefined();
    const [sent] = await farm.history();
    expect(sent).toMatchObject({
      category: 'report',
      status: 'sent',
      report: { reportType: 'latecomers', dates: { from: '2026-11-16', to: '2026-11-20' }, exportType: 'csv' },
    });
    // No file left the server, so none is listed.
    expect(await farm.exports()).toEqual([]);
    const file = await t.ask('/v2/stats/generateReport', { token: farm.token, body: sent.report });
    expect(file.body).toContain('Ann');
    // What a report says is for those who may see its data.
    const other = await givenEmployer(t.db, {
      accountId: farm.accountId,
      permissions: ['GET_ALL_ALERTS', 'Stats.GENERATE_REPORTS', 'Stats.GET_PERFORMANCE_METRICS'],
    });
    expect((await farm.history(other.token))[0]).toMatchObject({ subject: null, text: null, report: null });
    expect(await at('2026-11-20T10:01:05Z')).toEqual([]);
  });

  it('says in the language of each recipient how complete the figures are', async () => {
    const sentence = 'No device was silent and everybody was judged on each of these days.';
    known.set('es', wordsFrom('es', new Map([[sentence, 'Todos los días están completos.']])));
    // In this process, which knows these words.
    vi.spyOn(reports, 'make').mockImplementationOnce(async (job, signal) => {
      const [made] = await makeFiles(t.db, { ...job, reportTypes: [job.request.reportType] }, signal);
      if (!made) throw new Error('Nothing was made');
      return { ...made, file: createReadStream(made.path) };
    });
    const { accountId, create } = await givenFarm();
    await t.db.run(sql`update account set language = 'es' where account_id = ${accountId}`);
    await givenEmployer(t.db, { accountId, email: 'jan@example.test' });
    await t.db.run(sql`update app_user set language = 'en' where email = 'jan@example.test'`);
    await create({}, { emailRecipients: ['boss@example.test', 'jan@example.test'] });
    const texts = Object.fromEntries((await at(SLOT)).map(({ recipient, text }) => [recipient, text]));
    expect(texts['boss@example.test']).toContain('Todos los días están completos.');
    expect(texts['jan@example.test']).toContain(sentence);
    known.clear();
  });

  it('is attached where that is chosen, listed as an export, and deleted when every mail was sent or given up', async () => {
    const farm = await givenFarm();
    await farm.create({ attach: true }, { emailRecipients: ['a@example.test', 'b@example.test'] });
    t.clock.set(SLOT);
    await runReports({ ...t.services, reports });
    const kept = () => t.db.rows(z.object({ name: z.string() }), sql`select name from mail_file`);
    expect(await kept()).toEqual([{ name: 'latecomers-2026-11-20T12-00-05.csv' }]);
    const sent: OutgoingMail[] = [];
    let isDown = true;
    const transport = {
      async send(mail: OutgoingMail) {
        if (isDown && mail.recipient === 'b@example.test') throw new Error('421 try later');
        sent.push(mail);
      },
      close: () => undefined,
    };
    await sendDueMails(t.services, transport);
    await deleteUsedMailFiles(t.db);
    expect(await kept()).toHaveLength(1);
    isDown = false;
    t.clock.advance(90_000);
    await sendDueMails(t.services, transport);
    await deleteUsedMailFiles(t.db);
    expect(await kept()).toEqual([]);
    expect(sent.map(({ recipient }) => recipient)).toEqual(['a@example.test', 'b@example.test']);
    for (const mail of sent) expect(textOf(mail)).toMatch(/Bob[\s\S]*Ann/);
    expect(sent[0]?.text).toContain('The file is attached.');
    expect(await farm.exports()).toMatchObject([{ reportType: 'latecomers', by: "alert 'Who was late'", rows: 2 }]);
  });

  it('without a row, in its days or for its people, is not sent, and says so in one line', async () => {
    const farm = await givenFarm();
    await farm.create({ period: 'yesterday' });
    await farm.create({ options: { jobDescriptionIds: [await givenGroup(t.db, farm.accountId, 'job')] } });
    expect(await at(SLOT)).toEqual([]);
    const said = ['skipped', 'Nothing to say: the report has no rows'];
    expect(await farm.outcomes()).toEqual([said, said]);
  });

  it('kept in the application is unread there, and no file is made for it', async () => {
    const farm = await givenFarm();
    await farm.create({ attach: true }, { viaEmail: false, emailRecipients: [] });
    expect(await at(SLOT)).toEqual([]);
    expect((await farm.history())[0]).toMatchObject({ status: 'sent', read: false });
    expect(await farm.exports()).toEqual([]);
  });

  it('that missed its hour is skipped', async () => {
    const farm = await givenFarm();
    await farm.create();
    expect(await at('2026-11-20T11:00:30Z')).toEqual([]);
    expect(await farm.outcomes()).toEqual([['skipped', 'Missed: the server could not send it within 60 minutes']]);
  });
});

describe('the rights of the user who made it', () => {
  const take = (userId: string, permission: string) =>
    t.db.run(sql`update app_user set permissions = array_remove(permissions, ${permission}) where user_id = ${userId}`);
  it.each<[string, (userId: string) => Promise<unknown>]>([
    ['may not make reports any more', (userId) => take(userId, 'Stats.GENERATE_REPORTS')],
    ['may not see the data any more', (userId) => take(userId, 'Stats.GET_ATTENDANCE_INFORMATION')],
    ['was deactivated', (userId) => t.db.run(sql`update app_user set is_active = false where user_id = ${userId}`)],
    [
      'has no dashboard any more',
      (userId) => t.db.run(sql`update app_user set modules = '{}' where user_id = ${userId}`),
    ],
    ['was deleted', (userId) => t.db.run(sql`delete from app_user where user_id = ${userId}`)],
  ])('are asked at each time: who %s gets nothing sent', async (_, lose) => {
    const farm = await givenFarm();
    const maker = await givenEmployer(t.db, { accountId: farm.accountId });
    await farm.create({ attach: true }, {}, maker.token);
    await lose(maker.userId);
    expect(await at(SLOT)).toEqual([]);
    expect(await farm.outcomes()).toEqual([['skipped', 'The user who made this alert may not make this report']]);
  });

  it('that end while the report is made end it too', async () => {
    const farm = await givenFarm();
    const maker = await givenEmployer(t.db, { accountId: farm.accountId });
    await farm.create({ attach: true }, {}, maker.token);
    const slow: ReportThreads = {
      ...reports,
      async make(job, signal) {
        const made = await reports.make(job, signal);
        await take(maker.userId, 'Stats.GET_ATTENDANCE_INFORMATION');
        return made;
      },
    };
    t.clock.set(SLOT);
    await runReports({ ...t.services, reports: slow });
    expect(
      await t.db.rows(
        z.any(),
        sql`select 1 from mail where subject not like 'A report is mailed%' union all select 1 from mail_file`,
      ),
    ).toEqual([]);
    expect(await at('2026-11-20T10:03:00Z')).toEqual([]);
    expect(await farm.outcomes()).toEqual([['skipped', 'The user who made this alert may not make this report']]);
  });

  it('are asked when it is saved: report, data and groups of this account', async () => {
    const farm = await givenFarm();
    const save = async (permissions: never[], report: Partial<AlertReport> = {}) => {
      const { token } = await givenEmployer(t.db, { accountId: farm.accountId, permissions });
      return (await t.ask('/v2/alert', { token, body: input(report, { viaEmail: false }) })).statusCode;
    };
    const manages = ['MANAGE_ALERTS', 'GET_ALL_ALERTS'];
    expect(await save([...manages, 'Stats.GET_ATTENDANCE_INFORMATION'] as never[])).toBe(401);
    expect(await save([...manages, 'Stats.GENERATE_REPORTS'] as never[])).toBe(401);
    const attendance = [...manages, 'Stats.GENERATE_REPORTS', 'Stats.GET_ATTENDANCE_INFORMATION'] as never[];
    expect(await save(attendance)).toBe(200);
    expect(await save(attendance, { reportType: 'piecework-performance' })).toBe(401);
    const stranger = await givenEmployer(t.db);
    const theirs = await givenGroup(t.db, stranger.accountId, 'employee');
    expect(await save(attendance, { options: { employeeGroupIds: [theirs] } })).toBe(404);
    expect(await save(attendance, { options: { employeeGroupIds: [newId()] } })).toBe(404);
  });

  it('limit the file to the people of their scope, as it is then', async () => {
    const farm = await givenFarm();
    const limit = (userId: string, crew: string | undefined) =>
      t.db.run(
        sql`update app_user set scope = ${JSON.stringify({ employeeGroups: [crew] })}::jsonb where user_id = ${userId}`,
      );
    const limited = await givenEmployer(t.db, { accountId: farm.accountId });
    await limit(limited.userId, farm.crews[0]);
    await farm.create({ attach: true }, {}, limited.token);
    const [mail] = await at(SLOT);
    expect(mail?.subject).toContain(', 1 row');
    expect(textOf(mail)).toContain('Ann');
    expect(textOf(mail)).not.toContain('Bob');
    await limit(limited.userId, farm.crews[1]);
    const [next] = await at('2026-11-21T10:00:05Z');
    expect(textOf(next)).toContain('Bob');
    expect(textOf(next)).not.toContain('Ann');
    // A group that they do not see any more narrows nothing: the report is not made.
    await t.db.run(
      sql`update alert set report = report || ${JSON.stringify({ options: { employeeGroupIds: [farm.crews[0]] } })}::jsonb`,
    );
    expect(await at('2026-11-22T10:00:05Z')).toEqual([]);
    expect((await farm.outcomes())[0]).toEqual(['skipped', expect.stringContaining('cannot be made: Group')]);
  });
});

describe('what can be asked for', () => {
  it('a report, and for a report only; the licence counts it as an alert, with at most two times', async () => {
    const farm = await givenFarm({ license: { alerts: { ...DEFAULT_LICENSE.alerts, maxAlerts: 1 } } });
    const post = async (body: object) => {
      const answer = await t.ask('/v2/alert', { token: farm.token, body });
      return [answer.statusCode, answer.json().message];
    };
    const time = (hour: string) => ({ enabled: true, time: `${hour}:00` });
    expect(await post(input({}, { report: null }))).toEqual([400, 'Choose the report']);
    expect(await post(input({}, { category: 'attendance' }))).toEqual([400, 'Choose the report']);
    expect(await post(input({}, { times: ['06', '07', '08'].map(time) }))).toEqual([400, 'Too many alert times']);
    expect(await post(input({ options: { orderBy: 'units' } }))).toEqual([
      400,
      'This report cannot be ordered by that',
    ]);
    const many = Array.from({ length: 501 }, () => newId());
    expect(await post(input({ options: { employeeGroupIds: many, timeGroupIds: many } }))).toEqual([
      400,
      'At most 1000 groups and entries',
    ]);
    const targetGroups = [{ timeGroupId: farm.timeGroupId, systemId: 'payroll' }];
    expect(await post(input({}, { targetGroups }))).toEqual([400, 'A report is narrowed by its own filters']);
    expect((await post(input({}, { times: [time('06'), time('07')] })))[0]).toBe(200);
    expect(await post(input())).toEqual([409, 'The licence of this account has 1 alert, and all are in use.']);
    // A licence that became smaller.
    await t.db.run(
      sql`update account set license = jsonb_set(license, '{alerts,maxAlerts}', '0') where account_id = ${farm.accountId}`,
    );
    expect(await at('2026-11-21T04:00:05Z')).toEqual([]);
    expect(await farm.outcomes()).toEqual([['skipped', 'The licence allows 0 alerts']]);
  });

  it('time groups only where the licence allows choosing them, when it is saved and at each time', async () => {
    const farm = await givenFarm();
    const options = { timeGroupIds: [farm.timeGroupId] };
    await farm.create({ attach: true, options });
    await farm.create({ attach: true }, { description: 'Of all' });
    await t.db.run(
      sql`update account set license = jsonb_set(license, '{alerts,canSelectTimeGroups}', 'false') where account_id = ${farm.accountId}`,
    );
    const saved = await t.ask('/v2/alert', { token: farm.token, body: input({ options }) });
    const refused = 'The licence of this account does not allow choosing shifts.';
    expect([saved.statusCode, saved.json().message]).toEqual([409, refused]);
    const previewed = await t.ask('/v2/alert/preview', { token: farm.token, body: input({ options }) });
    expect([previewed.statusCode, previewed.json().message]).toEqual([409, refused]);
    expect((await at(SLOT)).map(({ subject }) => subject.split(':')[0])).toEqual(['Of all']);
    expect((await farm.outcomes()).toSorted()).toEqual([
      ['sent', null],
      ['skipped', refused],
    ]);
  });

  it('columns, which the file has in their order', async () => {
    const farm = await givenFarm();
    await farm.create({ attach: true, options: { columns: ['lastName', 'number', 'hoursLate'] } });
    const [mail] = await at(SLOT);
    expect(textOf(mail).split(/\r?\n/)[0]).toBe('\ufeffLast Name,Employee Number,Hours Late,Hours Late (h:mm)');
    const post = await t.ask('/v2/alert', { token: farm.token, body: input({ options: { columns: ['units'] } }) });
    expect(post.statusCode).toBe(400);
  });

  it('previews its mail without making the file', async () => {
    const farm = await givenFarm();
    const preview = await t.ask('/v2/alert/preview', { token: farm.token, body: input({ period: 'last-pay-period' }) });
    expect(preview.json().summary).toMatchObject({
      subject: 'Who was late: Latecomers, 2026-10-01 to 2026-10-31',
      empty: false,
    });
    expect(await farm.exports()).toEqual([]);
  });
});

describe('with several processes, some of which die', () => {
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

  it('every report is sent once, over kills, mail that fails and a clock that changes', async () => {
    const zones = ['UTC', 'Europe/Brussels', 'America/New_York'];
    const accounts: string[] = [];
    for (const timeZone of zones) {
      const farm = await givenFarm({ timeZone });
      accounts.push(farm.accountId);
      // In New York, the hour from 01:00 is there twice on 1 November 2026.
      await farm.create(
        { attach: timeZone !== 'UTC', reportType: 'employee-attendance', period: 'today' },
        { emailRecipients: ['a@example.test', 'b@example.test'], times: [{ enabled: true, time: '01:30' }] },
      );
    }
    await t.db.run(sql`update alert set active_from = '2026-10-31T20:00:00Z', next_due_at = '2026-10-31T20:00:00Z'`);
    let seed = 11;
    let isOver = false;
    const chance = (share: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return !isOver && seed / 2_147_483_647 < share;
    };
    const delivered: string[] = [];
    const transport = {
      async send({ messageId, file }: OutgoingMail) {
        if (chance(0.3)) throw new Error('421 try later');
        delivered.push(`${messageId} ${file ? 'attached' : 'linked'}`);
      },
      close: () => undefined,
    };
    const dying = { ...t.services, db: mortal(t.db, () => chance(0.15)), reports };
    const start = Date.parse('2026-10-31T22:00:00Z');
    // Quicker around the slots of the three zones, in minutes after the start.
    const isBusy = (minute: number) => [150, 210, 450].some((slot) => minute >= slot - 2 && minute < slot + 40);
    for (let minute = 0; minute < 10 * 60; minute += isBusy(minute) ? 2 : 12) {
      t.clock.set(new Date(start + minute * 60_000).toISOString());
      await Promise.allSettled([runReports(dying), runReports(dying), runAlerts(dying)]);
      await sendDueMails(t.services, transport);
      await deleteUsedMailFiles(t.db);
    }
    isOver = true;
    t.clock.advance(61 * 60_000);
    await sendDueMails(t.services, transport);
    await runAlerts(t.services);
    await deleteUsedMailFiles(t.db);
    const rows = await t.db.rows(
      z.object({ status: z.string(), slot: z.string() }),
      sql`select status, local_date || ' ' || slot as slot from alert_delivery`,
    );
    expect(rows).toEqual(zones.map(() => ({ status: 'sent', slot: '2026-11-01 01:30' })));
    expect(new Set(delivered).size).toBe(6);
    expect(delivered).toHaveLength(6);
    expect(delivered.filter((mail) => mail.endsWith('attached'))).toHaveLength(4);
    expect(await t.db.rows(z.any(), sql`select 1 from mail_file`)).toEqual([]);
  });

  it('a long one holds its lease, so that it is not made twice, and stops when another process has taken it', async () => {
    const farm = await givenFarm();
    await farm.create();
    t.clock.set(SLOT);
    await settleDue(t.db, t.clock.now());
    const until = new Date(t.clock.now().getTime() + 120_000);
    const claimed = await claimDelivery(t.db, 'report', t.clock.now(), until);
    if (!claimed) throw new Error('Nothing is due');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const pass = async (seconds: number) => {
      for (let i = 0; i < seconds; i += 30) {
        t.clock.advance(30_000);
        vi.advanceTimersByTime(30_000);
        await vi.waitFor(() => Promise.resolve());
        await t.db.run(sql`select pg_sleep(0.05)`);
      }
    };
    try {
      await whileHeld(t.services, claimed, { until }, new AbortController().signal, async (_lease, held) => {
        await pass(300);
        expect(await claimDelivery(t.db, 'report', t.clock.now(), new Date())).toBeUndefined();
        expect(held.aborted).toBe(false);
        // It was suspended for longer than its lease, and another process has begun.
        t.clock.advance(130_000);
        const later = new Date(t.clock.now().getTime() + 120_000);
        expect(await claimDelivery(t.db, 'report', t.clock.now(), later)).toMatchObject({ slot: '12:00' });
        await pass(60);
        expect(held.aborted).toBe(true);
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
