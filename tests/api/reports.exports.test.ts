import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { z } from 'zod';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { buildApp } from '#server/app.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenLookup, givenStandardTimes } from '../support/factories.work.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
/** The first sheet of a workbook. */
async function sheetOf(workbook: Buffer) {
  const zip = await fromBufferPromise(workbook, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'xl/worksheets/sheet1.xml') return readText(await zip.openReadStreamPromise(entry));
  throw new Error('The workbook has no sheet');
}
const week = { from: '2026-11-16', to: '2026-11-20' };
const ask = (token: string, request: Partial<ReportRequest>) =>
  t.ask('/v2/stats/generateReport', { token, body: { reportType: 'latecomers', dates: week, ...request } });
const exportsOf = async (token: string) => (await t.ask('/v2/stats/exports', { token })).json().results;

async function givenLatecomers() {
  const employer = await givenEmployer(t.db, { firstName: 'Marlene', lastName: 'Visagie' });
  const { accountId } = employer;
  const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: 'Day' });
  await givenStandardTimes(t.db, accountId, timeGroupId, { start: '07:00', end: '16:00' });
  const ann = await givenEmployee(t.db, accountId, { number: '1', firstName: 'Ann', lastName: 'Adams', timeGroupId });
  const bob = await givenEmployee(t.db, accountId, { number: '2', firstName: 'Bob', lastName: 'Brown', timeGroupId });
  const clock = (employeeId: string, at: string) =>
    t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt: t.clock.now(),
        clockRecords: [{ employeeId, at: new Date(at), source: 'test' }],
      }),
    );
  await clock(ann, '2026-11-18T07:20:00+02:00');
  await clock(ann, '2026-11-19T07:10:00+02:00');
  return { ...employer, ann, bob, clock, timeGroupId };
}

describe('the rights to export', () => {
  it('needs the permission to export and that of the figures in it', async () => {
    const may = (...permissions: never[]) => givenEmployer(t.db, { permissions });
    const none = await may('Stats.GET_ATTENDANCE_INFORMATION' as never);
    const attendance = await may(...(['Stats.GENERATE_REPORTS', 'Stats.GET_ATTENDANCE_INFORMATION'] as never[]));
    const performance = await may(...(['Stats.GENERATE_REPORTS', 'Stats.GET_PERFORMANCE_METRICS'] as never[]));
    const answers = [
      await ask(none.token, {}),
      await ask(attendance.token, {}),
      await ask(attendance.token, { reportType: 'piecework-time-spent' }),
      await ask(performance.token, {}),
      await ask(performance.token, { reportType: 'piecework-performance' }),
      await ask((await givenAdmin(t.db)).token, {}),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200, 401, 401, 200, 401]);
    expect(answers[2]?.json().errorCode).toBe('PERMISSION_DENIED');
  });

  it.each<[string, Partial<ReportRequest>, string]>([
    ['a date in the future', { dates: { from: '2026-11-16', to: '2026-11-21' } }, 'DATE_OUT_OF_RANGE'],
    ['a date past retention', { dates: { from: '2026-08-22', to: '2026-11-20' } }, 'DATE_OUT_OF_RANGE'],
    ['dates the wrong way round', { dates: { from: '2026-11-20', to: '2026-11-16' } }, 'VALIDATION_FAILED'],
    ['an order that the report does not have', { options: { orderBy: 'units' } }, 'VALIDATION_FAILED'],
    ['a type that there is not', { reportType: 'payslips' as never }, 'VALIDATION_FAILED'],
    ['an unknown option', { options: { limit: 5 } as never }, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_, request, errorCode) => {
    const { token } = await givenEmployer(t.db);
    const answer = await ask(token, request);
    expect([answer.statusCode, answer.json().errorCode]).toEqual([400, errorCode]);
  });

  it('include no group, lookup or export of another account', async () => {
    const { token } = await givenEmployer(t.db);
    const other = await givenLatecomers();
    const lookup = await givenLookup(t.db, other.accountId, 1, 'A');
    await ask(other.token, {});
    const [theirs] = await exportsOf(other.token);
    const answers = [
      await ask(token, { options: { timeGroupIds: [other.timeGroupId] } }),
      await ask(other.token, { options: { employeeGroupIds: [other.timeGroupId] } }),
      await ask(token, { reportType: 'piecework-performance', options: { lookup1Ids: [lookup] } }),
      await ask(other.token, { reportType: 'piecework-performance', options: { lookup2Ids: [lookup] } }),
      await t.ask(`/v2/stats/exports/${theirs._id}/changes`, { token }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect(await exportsOf(token)).toEqual([]);
  });
});

describe('the file', () => {
  it('is named by the server, in each of its types', async () => {
    const { token } = await givenLatecomers();
    for (const [exportType, contentType] of [
      [undefined, 'text/csv; charset=utf-8'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['html', 'text/html; charset=utf-8'],
    ] as const) {
      const answer = await ask(token, { exportType });
      expect(answer.headers['content-type']).toBe(contentType);
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="latecomers-2026-11-20T12-00-00.${exportType ?? 'csv'}"`,
      );
    }
    expect((await ask(token, {})).body).toBe(
      '\ufeffDate,Employee Number,First Name,Last Name,Employee Group,Time Group,Job Description,Shift Start,Time In,Hours Late,Hours Late (h:mm)\r\n' +
        '2026-11-18,1,Ann,Adams,,Day,,2026-11-18 07:00:00,2026-11-18 07:20:00,0.3333,0:20\r\n' +
        '2026-11-19,1,Ann,Adams,,Day,,2026-11-19 07:00:00,2026-11-19 07:10:00,0.1667,0:10\r\n',
    );
    expect((await ask(token, { exportType: 'html' })).body).toContain('<h1>Latecomers Report</h1>');
    await expect.poll(() => readdir(join(t.dataDir, 'tmp'))).toEqual([]);
  });

  it.each(['csv', 'xlsx', 'html'] as const)('calls lookups what the account calls them: %s', async (exportType) => {
    const { token, accountId } = await givenLatecomers();
    await t.db.run(sql`update account set lookup1_name = 'Product', lookup2_name = '' where account_id = ${accountId}`);
    const { rawPayload } = await ask(token, { reportType: 'piecework-time-spent', exportType });
    const text = exportType === 'xlsx' ? await sheetOf(rawPayload) : rawPayload.toString('utf8');
    const named = ['Product Code', 'Product', 'Lookup 2 Code', 'Lookup 2'].map((label) => text.indexOf(label));
    expect(named).toEqual(named.toSorted((one, other) => one - other));
    expect(named).not.toContain(-1);
    expect(text).not.toContain('Lookup 1');
  });

  it('leaves nothing behind when it fails', async () => {
    const { token, accountId } = await givenLatecomers();
    await t.db.run(sql`update day_fact set events = 'broken' where account_id = ${accountId} and day = '2026-11-19'`);
    const answer = await ask(token, {});
    expect([answer.statusCode, answer.json().errorCode]).toEqual([500, 'INTERNAL']);
    await expect.poll(() => readdir(join(t.dataDir, 'tmp'))).toEqual([]);
    expect(await exportsOf(token)).toEqual([]);
  });
});

describe('a report for which the database has no time', () => {
  it('is a 503 that says when to ask again', async () => {
    const { token } = await givenEmployer(t.db);
    // Only the connection of the report thread is cut; the one that looks up sessions still works.
    const nowhere = 'postgresql://nobody@127.0.0.1:1/none';
    const app = await buildApp({ ...t.services, connectionString: nowhere, jobs: createInProcessJobs() });
    const answer = await app
      .inject({
        method: 'POST',
        url: '/v2/stats/generateReport',
        headers: { authorization: token },
        payload: { reportType: 'latecomers', dates: week },
      })
      .finally(() => app.close());
    expect([answer.statusCode, answer.json().errorCode]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });
});

describe('the record of exports', () => {
  it('has author, time and size, newest first', async () => {
    const { token, timeGroupId } = await givenLatecomers();
    await ask(token, {});
    t.clock.advance(60_000);
    await ask(token, {
      reportType: 'employee-attendance',
      exportType: 'xlsx',
      dates: { from: '2026-11-19', to: '2026-11-19' },
      options: { orderBy: 'number', statuses: ['absent', 'late'], timeGroupIds: [timeGroupId], employeeGroupIds: [] },
    });
    expect(await exportsOf(token)).toMatchObject([
      {
        reportType: 'employee-attendance',
        exportType: 'xlsx',
        rows: 2,
        from: '2026-11-19',
        by: 'Marlene Visagie',
        narrowedBy: ['statuses', 'timeGroupIds'],
        statuses: ['absent', 'late'],
        changedSince: false,
      },
      {
        reportType: 'latecomers',
        exportType: 'csv',
        rows: 2,
        ...week,
        at: '2026-11-20T10:00:00.000Z',
        narrowedBy: [],
        statuses: [],
        changedSince: false,
      },
    ]);
    const trail = await t.db.rows(
      z.object({ target: z.string(), detail: z.string() }),
      sql`select target, detail from audit_entry where action = 'report.export' order by at`,
    );
    expect(trail).toEqual([
      { target: 'Latecomers Report', detail: '2026-11-16 to 2026-11-20, csv' },
      { target: 'Employee Attendance Report', detail: '2026-11-19 to 2026-11-19, xlsx' },
    ]);
  });

  it('shows that data arrived since, and what changed, old and new', async () => {
    const { token, ann, bob, clock } = await givenLatecomers();
    await ask(token, {});
    t.clock.advance(60_000);
    await ask(token, { dates: { from: '2026-11-16', to: '2026-11-17' } });
    t.clock.advance(60_000);
    // A terminal delivers late: Ann was there before, and Bob was late.
    await clock(ann, '2026-11-19T07:08:00+02:00');
    await clock(bob, '2026-11-19T08:00:00+02:00');
    const [early, late] = await exportsOf(token);
    expect([early.changedSince, late.changedSince]).toEqual([false, true]);
    const changes = async (id: string) => (await t.ask(`/v2/stats/exports/${id}/changes`, { token })).json();
    const of = { day: '2026-11-19', number: '1', firstName: 'Ann', lastName: 'Adams' };
    const ofBob = { day: '2026-11-19', number: '2', firstName: 'Bob', lastName: 'Brown' };
    expect(await changes(late._id)).toEqual({
      more: false,
      results: [
        { ...of, field: 'Time In', before: '2026-11-19 07:10:00', after: '2026-11-19 07:08:00' },
        { ...of, field: 'Hours Late', before: '0:10', after: '0:08' },
        { ...ofBob, field: 'Shift Start', before: '', after: '2026-11-19 07:00:00' },
        { ...ofBob, field: 'Time In', before: '', after: '2026-11-19 08:00:00' },
        { ...ofBob, field: 'Hours Late', before: '', after: '1:00' },
      ],
    });
    expect(await changes(early._id)).toEqual({ results: [], more: false });
    const blind = await givenEmployer(t.db, { permissions: ['Stats.GENERATE_REPORTS'] });
    expect((await t.ask(`/v2/stats/exports/${late._id}/changes`, { token: blind.token })).statusCode).toBe(404);
  });

  it('keeps the rows of the newest twenty only, and says so', async () => {
    const { token, ann, clock } = await givenLatecomers();
    for (let i = 0; i < 21; i++) {
      t.clock.advance(1_000);
      await ask(token, { dates: { from: '2026-11-19', to: '2026-11-19' } });
    }
    await clock(ann, '2026-11-19T07:08:00+02:00');
    const all = await exportsOf(token);
    expect(all).toHaveLength(21);
    const answers = await Promise.all(
      [all[19], all[20]].map(({ _id }) => t.ask(`/v2/stats/exports/${_id}/changes`, { token })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 410]);
  });
});

describe('a report that nobody waits for any more', () => {
  it('is stopped, and nothing of it remains', async () => {
    const { token } = await givenLatecomers();
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const gone = new AbortController();
    const asked = fetch(`${origin}/v2/stats/generateReport`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ reportType: 'employee-attendance', dates: { from: '2026-08-23', to: '2026-11-20' } }),
      signal: gone.signal,
    });
    // The report is being made: its file exists.
    await expect.poll(() => readdir(join(t.dataDir, 'tmp')).catch(() => [])).not.toEqual([]);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => readdir(join(t.dataDir, 'tmp'))).toEqual([]);
    expect(await exportsOf(token)).toEqual([]);
    await expect.poll(() => t.db.rows(z.object({ rows: z.int() }), sql`select rows from export_record`)).toEqual([]);
  });
});
