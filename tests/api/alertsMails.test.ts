import type { Attachment } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_ATTACHED_BYTES } from '#contract/platform/limits.ts';
import type { AlertInput, AlertReport } from '#contract/reports/alerts.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { connectionKind } from '#server/platform/db/pool.ts';
import { deleteUsedMailFiles } from '#server/platform/mail/files.sql.ts';
import { sendDueMails } from '#server/platform/mail/sender.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { runReports } from '#server/reports/alerts/reports.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { createReportThreads, type ReportThreads } from '#server/reports/reportThread.ts';
import { openMailSink } from '../faults/mailSink.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { isLong } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Scheduled reports of large accounts, over a real SMTP server. */
const t = useTestApp();
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const SLOT = '2026-11-20T10:00:05Z';

/** A farm in Johannesburg with so many people, of whom each came late on the given days of November 2026. */
async function givenFarm(people: number, days: number) {
  t.clock.set('2026-11-20T09:00:00Z');
  const employer = await givenEmployer(t.db);
  const { accountId, token } = employer;
  const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: 'Day' });
  await givenStandardTimes(t.db, accountId, timeGroupId, { start: '07:00', end: '16:00', weekdays: EVERY_DAY });
  const first = await givenEmployee(t.db, accountId, { number: '0', firstName: 'Ann', lastName: 'Xu', timeGroupId });
  await t.db.tenant(accountId, (tx) =>
    storeRecords(tx, {
      accountId,
      receivedAt: t.clock.now(),
      clockRecords: [{ employeeId: first, at: new Date('2026-11-19T05:20:00Z'), source: 'test' }],
    }),
  );
  await t.db.tx(
    async (tx) => {
      await tx.run(sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity,
          time_group_id, received_at)
        select account_id, gen_random_uuid(), system_id, 'n' || n, n, 'Firstname ' || n, 'Lastname ' || n, true, activity, time_group_id, received_at
        from employee, generate_series(1, ${people - 1}::int) n where employee_id = ${first}`);
      await tx.run(sql`insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
        select e.account_id, d::date, e.employee_id, '+' || extract(epoch from d)::bigint + 19200 || ' -' || extract(epoch from d)::bigint + 50400, 0, 0, 0
        from employee e, generate_series(date '2026-11-20' - ${days}::int, date '2026-11-19', interval '1 day') d
        where e.account_id = ${accountId} and e.employee_id <> ${first}`);
    },
    { deadlineMs: 300_000 },
  );
  const create = async (report: AlertReport, emailRecipients = ['a@example.test', 'b@example.test']) => {
    const body: AlertInput = {
      ...{ description: 'Who came', category: 'report', viaEmail: true, emailRecipients, daysOfWeek: EVERY_DAY },
      ...{ times: [{ enabled: true, time: '12:00' }], targetGroups: [], report },
    };
    const answer = await t.ask('/v2/alert', { token, body });
    expect(answer.statusCode).toBe(200);
    // The notice that a report is mailed outside.
    await sendDueMails(t.services, { send: async () => undefined, close: () => undefined });
  };
  return { ...employer, create };
}

/** Runs what is due at the slot, with mails over SMTP; returns those that arrived. */
async function sendAll({ bytes, meanwhile }: { bytes?: number; meanwhile?: () => Promise<unknown> } = {}) {
  const sink = await openMailSink();
  const threads = createReportThreads({
    connectionString: t.connectionString,
    kind: connectionKind(t.services.config),
  });
  // Files of ten megabytes take long to make in each run: this one says that it is larger than it is.
  const make: ReportThreads['make'] = async (...job) => ({ ...(await threads.make(...job)), ...(bytes && { bytes }) });
  const transport = createMailTransport({ smtpUrl: sink.url, mailFrom: 'tallyboard@example.test', dataDir: '' });
  try {
    t.clock.set(SLOT);
    await Promise.all([runReports({ ...t.services, reports: { ...threads, make } }), meanwhile?.()]);
    await sendDueMails(t.services, transport);
    await runAlerts(t.services);
    await deleteUsedMailFiles(t.db);
    return sink.taken;
  } finally {
    transport.close();
    await threads.close();
    await sink.close();
  }
}
const bytesOf = (file: Attachment | undefined) =>
  typeof file?.content === 'object' ? Buffer.from(new Uint8Array(file.content)) : Buffer.alloc(0);
const kept = () => t.db.rows(z.any(), sql`select 1 from mail_file`);
const REPORT: AlertReport = { reportType: 'employee-attendance', period: 'yesterday', exportType: 'csv', attach: true };

describe('a report in a mail', () => {
  it('arrives over SMTP as a file that a mail program opens, the same for each recipient', async () => {
    const farm = await givenFarm(40, 1);
    await farm.create({ ...REPORT, exportType: 'xlsx' });
    const mails = await sendAll();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['a@example.test', 'b@example.test']);
    for (const { mail } of mails) {
      expect(mail.subject).toBe('Who came: Employee Attendance, 2026-11-19, 40 rows');
      expect(mail.attachments).toHaveLength(1);
      const [file] = mail.attachments;
      expect(file?.filename).toBe('employee-attendance-2026-11-20T12-00-05.xlsx');
      expect(file?.mimeType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
      expect(bytesOf(file).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    }
    expect(await kept()).toEqual([]);
  });

  it('of 5,000 people is made and sent while the dashboard answers; over 10 MB it is a link', async () => {
    const people = isLong ? 5_000 : 500;
    const farm = await givenFarm(people, isLong ? 19 : 1);
    await farm.create({ ...REPORT, period: 'this-month', exportType: 'csv' }, ['a@example.test']);
    await farm.create({ ...REPORT }, ['b@example.test']);
    const answers: number[] = [];
    let peak = 0;
    let isOver = false;
    const meanwhile = async () => {
      while (!isOver) {
        const from = performance.now();
        const { statusCode } = await t.ask('/v2/stats/employee/attendance-status-totals', { token: farm.token });
        expect(statusCode).toBe(200);
        answers.push(performance.now() - from);
        peak = Math.max(peak, Math.round(process.memoryUsage().rss / 1e6));
        const { left } = await t.db.single(
          z.object({ left: z.int() }),
          sql`select count(*)::int as left from alert_delivery where status = 'pending' and subject is null`,
        );
        isOver = left === 0 && answers.length > 3;
      }
    };
    const mails = new Map((await sendAll({ meanwhile })).map(({ to, mail }) => [to, mail]));
    const month = mails.get('a@example.test');
    const day = mails.get('b@example.test');
    expect(day?.subject).toContain(`${people} rows`);
    expect(bytesOf(day?.attachments[0]).toString().trim().split('\n')).toHaveLength(people + 1);
    if (isLong) {
      expect(month?.attachments).toEqual([]);
      expect(month?.text).toMatch(/The file has \d+ MB, which is too large for a mail: log in to download it\./);
    }
    expect(answers.length).toBeGreaterThan(3);
    if (isLong)
      console.info(
        `${people} people: ${answers.length} answers, the slowest ${Math.round(Math.max(...answers))} ms; ${peak} MB`,
      );
    expect(await kept()).toEqual([]);
  });

  it.each([
    [MAX_ATTACHED_BYTES, 1, 'The file is attached.'],
    [MAX_ATTACHED_BYTES + 1, 0, 'The file has 11 MB, which is too large for a mail: log in to download it.'],
  ])('of %i bytes has %i attachments', async (bytes, files, words) => {
    const farm = await givenFarm(3, 1);
    await farm.create(REPORT);
    const mails = await sendAll({ bytes });
    expect(mails).toHaveLength(2);
    for (const { mail } of mails) {
      expect(mail.attachments).toHaveLength(files);
      expect(mail.text).toContain(words);
    }
    expect(await kept()).toEqual([]);
  });
});
