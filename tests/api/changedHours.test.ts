import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import type { WorkbookSheet } from '#contract/office/workbook.ts';
import { markRecalculating, recalculatingSince } from '#server/attendance/recalculating.sql.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAccount, givenAdmin } from '#tests/support/factories.ts';
import { pasteCells } from '#tests/support/pasteCells.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The days of many whose hours change are derived after the transaction, by a job; what is stored is what a full recalculation derives. */
const t = useTestApp();

const PEOPLE = Array.from({ length: 120 }, (_, n) => `E${n}`);
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'];
const times = (startTime: string, endTime: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime, endTime }));
const punchesOf = (employeeCode: string) =>
  DAYS.flatMap((day) =>
    ['05:00', '15:00', '22:00'].map((time) => ({
      code: `${employeeCode} ${day} ${time}`,
      employeeCode,
      at: `${day}T${time}:00+02:00`,
    })),
  );
const workOf = (employeeCode: string) => ({
  code: `${employeeCode} work`,
  employeeCode,
  units: '2.5',
  startedAt: '2026-11-18T23:30:00+02:00',
  endedAt: '2026-11-19T01:30:00+02:00',
});

async function givenFarm() {
  const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP'] });
  const { token } = await givenAdmin(t.db);
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: Partial<PayrollSyncBody>) => {
    const reply = await t.ask('/v2/payroll/VIP/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
    return reply.json();
  };
  await sync({
    timeGroups: [{ code: 'DAY', name: 'Day' }],
    standardTimes: times('06:00', '15:00'),
    employees: PEOPLE.map((code) => ({ code, number: code, firstName: 'A', lastName: code, timeGroupCode: 'DAY' })),
    clockRecords: PEOPLE.flatMap(punchesOf),
    pieceworkEntries: PEOPLE.map(workOf),
  });
  const facts = async () =>
    (
      await t.db.rows(
        z.object({ line: z.string() }),
        sql`select concat_ws(' ', day, employee_id, events, entries, units, worked_ms, records, unclocked, doubtful) as line
            from day_fact where account_id = ${accountId}
          union all select concat_ws(' ', day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries)
            from piecework_fact where account_id = ${accountId} order by 1`,
      )
    ).map(({ line }) => line);
  const version = async () =>
    (
      await t.db.single(
        z.object({ version: z.int() }),
        sql`select data_version as version from account where account_id = ${accountId}`,
      )
    ).version;
  const recalculated = async () => {
    const dates = { from: '2026-11-01', to: '2026-11-20' };
    const started = await t.ask(`/v2/stats/reset-dashboard-state/${accountId}`, { token, body: { dates } });
    expect(started.statusCode).toBe(200);
    await t.jobs.drain();
    return facts();
  };
  const paste = async (sheet: WorkbookSheet, rows: string[][]) => {
    t.clock.advance(1_000);
    const { applied } = await pasteCells(t, { token, accountId }, sheet, rows);
    expect(applied).toMatchObject({ leftOut: 0 });
  };
  const isRecalculating = async () => (await recalculatingSince(t.db, accountId)) !== null;
  return { accountId, sync, paste, facts, version, recalculated, isRecalculating };
}

const NIGHTS = { standardTimes: times('22:00', '06:00') };

test('night hours for 120 people by payroll sync: the account is marked until the job has derived their days, as a recalculation does', async () => {
  const { sync, facts, version, recalculated, isRecalculating } = await givenFarm();
  const before = await facts();
  await sync(NIGHTS);
  expect([await facts(), await isRecalculating()]).toEqual([before, true]);
  await t.jobs.drain();
  const [after, known] = [await facts(), await version()];
  expect(await isRecalculating()).toBe(false);
  expect(after).not.toEqual(before);
  await sync(NIGHTS);
  expect([await version(), await isRecalculating()]).toEqual([known, false]);
  expect(await recalculated()).toEqual(after);
});

const MEANWHILE: [string, Partial<PayrollSyncBody>][] = [
  ['a punch of one of them', { clockRecords: [{ code: 'late', employeeCode: 'E7', at: '2026-11-19T23:00:00+02:00' }] }],
  ['a holiday', { holidays: [{ code: 'H', name: 'Holiday', date: '2026-11-18', timeGroupCode: null }] }],
];
test.each(MEANWHILE)('%s arrives before the job: it counts', async (_what, body) => {
  const { sync, facts, recalculated, isRecalculating } = await givenFarm();
  await sync(NIGHTS);
  await sync(body);
  await t.jobs.drain();
  const after = await facts();
  expect(await isRecalculating()).toBe(false);
  expect(await recalculated()).toEqual(after);
});

test('a process that dies before it sends the job: the sweep of marked accounts derives the days', async () => {
  const { sync, facts, recalculated, isRecalculating } = await givenFarm();
  const before = await facts();
  await sync(NIGHTS);
  t.jobs.waiting.length = 0;
  expect(await isRecalculating()).toBe(true);
  await t.jobs.send('account.rederive-due', {});
  await t.jobs.drain();
  const after = await facts();
  expect(after).not.toEqual(before);
  expect(await isRecalculating()).toBe(false);
  expect(await recalculated()).toEqual(after);
});

test('a change that is committed is answered as such, although its job cannot be sent', async () => {
  const { sync, isRecalculating } = await givenFarm();
  vi.spyOn(t.jobs, 'send').mockRejectedValueOnce(new Error('the database is gone'));
  expect(await sync(NIGHTS)).toMatchObject({ counts: { standardTimes: { changed: 7 } } });
  expect(await isRecalculating()).toBe(true);
});

test('while a recalculation is under way the change derives the days itself, and leaves its mark', async () => {
  const { accountId, sync, facts, recalculated } = await givenFarm();
  const since = t.clock.now();
  await t.db.tenant(accountId, (tx) => markRecalculating(tx, accountId, since));
  t.clock.advance(60_000);
  await sync(NIGHTS);
  expect(t.jobs.waiting).toEqual([]);
  const after = await facts();
  expect(await recalculatingSince(t.db, accountId)).toEqual(since);
  expect(await recalculated()).toEqual(after);
});

test('a workbook of hours, and the one from before, leave the days of 120 people to the job as well', async () => {
  const { paste, sync, facts, recalculated, isRecalculating } = await givenFarm();
  const people = PEOPLE.map((code) => [`own-${code}`, 'Ann', 'Adams', 'Own']);
  await paste('employees', [['Employee Number', 'First Name', 'Last Name', 'Time Group'], ...people]);
  await sync({
    clockRecords: PEOPLE.flatMap((code) =>
      punchesOf(code).map(({ employeeCode, ...punch }) => ({
        ...punch,
        code: `own ${punch.code}`,
        employeeNumber: `own-${employeeCode}`,
      })),
    ),
  });
  const shifts = (start: string, end: string) => [
    ['Time Group', 'Days', 'Start', 'End'],
    ['Own', 'Mon-Sun', start, end],
  ];
  await paste('shifts', shifts('06:00', '15:00'));
  await t.jobs.drain();
  const before = await facts();
  await paste('shifts', shifts('22:00', '06:00'));
  expect([await facts(), await isRecalculating()]).toEqual([before, true]);
  await t.jobs.drain();
  const after = await facts();
  expect(after).not.toEqual(before);
  await paste('shifts', shifts('06:00', '15:00'));
  expect([await facts(), await isRecalculating()]).toEqual([after, true]);
  await t.jobs.drain();
  expect([await facts(), await isRecalculating()]).toEqual([before, false]);
  expect(await recalculated()).toEqual(before);
});
