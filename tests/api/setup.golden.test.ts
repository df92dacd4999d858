import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import type { WorkbookSheet } from '#contract/office/workbook.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { pasteCells } from '#tests/support/pasteCells.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The golden table of the set-up, as far as a sync and a pasted line tell it; the rest is in setup.workbook.test.ts. */
const t = useTestApp();

const time = (weekday: number, over: object = {}) => ({
  code: `DAY-${weekday}`,
  timeGroupCode: 'DAY',
  weekday,
  startTime: '07:00',
  endTime: '16:00',
  ...over,
});
const groups = [
  { code: 'DAY', name: 'Day' },
  { code: 'NIGHT', name: 'Night' },
];
const person = (number: string, over: object = {}) => ({
  code: `E${number}`,
  number,
  firstName: 'A',
  lastName: number,
  timeGroupCode: 'DAY',
  activeFrom: '2020-01-01',
  ...over,
});

const HEAD = ['Employee Number', 'First Name', 'Last Name'];

async function given() {
  const { accountId, token } = await givenEmployer(t.db, { account: { allowedSystemIds: ['PAYROLL'] } });
  const admin = await givenAdmin(t.db);
  // The server's clock advances by days.
  await t.db.run(sql`update session set expires_at = '2027-01-01'`);
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: Partial<PayrollSyncBody>) => {
    const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const paste = async (sheet: WorkbookSheet, rows: string[][]) => {
    const { lines } = await pasteCells(t, { token: admin.token, accountId }, sheet, rows);
    return lines.map(({ outcome, reason }) => reason ?? outcome);
  };
  const totals = async (date: string) =>
    (await t.ask(`/v2/stats/employee/attendance-status-totals?referenceDate=${date}`, { token })).json();
  const listed = async (status: string, date: string) =>
    (await t.ask(`/v2/stats/employee/by-attendance-status/${status}?referenceDate=${date}`, { token })).json().entries;
  const facts = () =>
    t.db.rows(
      z.object({ line: z.string() }),
      sql`select concat_ws(' ', day, employee_id, events, entries, units, worked_ms) as line from day_fact
          where account_id = ${accountId} order by 1`,
    );
  return { accountId, token, sync, paste, totals, listed, facts };
}

test('Saturday 07-13 always; rest from 1 Dec: Sat 28 Nov expected, 5 Dec off', async () => {
  const { sync, totals } = await given();
  t.clock.set('2026-12-05T12:00:00Z');
  const saturday = time(6, { endTime: '13:00' });
  const rest = { code: 'REST', timeGroupCode: 'DAY', weekday: 6, rest: true, effectiveFrom: '2026-12-01' };
  const body = { timeGroups: groups, employees: [person('1001')], standardTimes: [saturday, rest] };
  expect((await sync(body)).counts.standardTimes).toMatchObject({ added: 2 });
  expect(await totals('2026-11-28')).toMatchObject({ expected: 1, off: 0 });
  expect(await totals('2026-12-05')).toMatchObject({ expected: 0, off: 1 });
  expect((await sync(body)).counts.standardTimes).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
});

test('Day -> Night on Tue 24 Nov, from that day; in 07:00 on the 23rd: the 23rd still on time; the 24th due 22:00', async () => {
  const { sync, totals, listed, facts, token } = await given();
  t.clock.set('2026-11-24T20:10:00Z');
  const week = [1, 2, 3, 4, 5];
  const night = week.map((weekday) => ({
    ...time(weekday, { startTime: '22:00', endTime: '06:00' }),
    code: `N-${weekday}`,
    timeGroupCode: 'NIGHT',
  }));
  await sync({
    timeGroups: groups,
    standardTimes: [...week.map((day) => time(day)), ...night],
    employees: [person('1001')],
    clockRecords: [{ code: 'C1', employeeCode: 'E1001', at: '2026-11-23T07:00:00+02:00' }],
  });
  const before = await facts();
  await sync({ employees: [person('1001', { timeGroupCode: 'NIGHT', timeGroupFrom: '2026-11-24' })] });
  expect(await totals('2026-11-23')).toMatchObject({ present: 1, late: 0, onTime: 1 });
  expect(await facts()).toEqual(before);
  const [due] = await listed('absent', '2026-11-24');
  expect(due.employee.number).toBe('1001');
  const why = await t.ask(`/v2/stats/employee/${due.employee._id}/day?referenceDate=2026-11-24`, { token });
  expect(why.json().shift?.start ?? why.body).toBe('2026-11-24T22:00:00+02:00');
});

test('PAYROLL never sent time ids; a line sets 1043; PAYROLL sends 1034: 1043, then 1034, and the next line is refused', async () => {
  const { accountId, sync, paste } = await given();
  const timeId = async () =>
    (
      await t.db.single(
        z.object({ timeId: z.string().nullable() }),
        sql`select time_id as "timeId" from employee where account_id = ${accountId}`,
      )
    ).timeId;
  const set = (pin: string) =>
    paste('employees', [
      [...HEAD, 'Time ID'],
      ['1001', 'A', '1001', pin],
    ]);
  await sync({ timeGroups: groups, employees: [person('1001')] });
  expect(await set('1043')).toEqual(['changed']);
  await sync({ employees: [person('1001')] });
  expect(await timeId()).toBe('1043');
  await sync({ employees: [person('1001', { timeId: '1034' })] });
  expect(await timeId()).toBe('1034');
  expect(await set('1043')).toEqual(['PAYROLL owns employee 1001: change it there.']);
  expect(await timeId()).toBe('1034');
  const trail = await t.db.rows(
    z.object({ detail: z.string() }),
    sql`select detail from audit_entry where account_id = ${accountId} and action = 'setup.change' order by audit_entry_id`,
  );
  expect(trail.map(({ detail }) => detail).sort()).toEqual([
    'Now owns of its employees: Time Group',
    'Now owns of its employees: Time ID',
  ]);
});

test('the application defines the shifts of a system’s group until the system does', async () => {
  const { accountId, sync, paste } = await given();
  const take = (start: string) =>
    paste('shifts', [
      ['Time Group', 'Days', 'Start', 'End'],
      ['Day', 'Mon', start, '16:00'],
    ]);
  const owners = () =>
    t.db.rows(
      z.object({ owner: z.string(), start: z.string() }),
      sql`select system_id as owner, start_time as start from standard_time where account_id = ${accountId} and deleted_at is null`,
    );
  await sync({ timeGroups: groups });
  expect(await take('06:00')).toEqual(['new']);
  expect(await owners()).toEqual([{ owner: 'CSV', start: '06:00' }]);
  await sync({ standardTimes: [time(1)] });
  expect(await owners()).toEqual([{ owner: 'PAYROLL', start: '07:00' }]);
  expect(await take('06:00')).toEqual([expect.stringContaining('PAYROLL owns the shifts of Day')]);
  expect(await take('07:00')).toEqual(['unchanged']);
});

test('a system that adopts takes what the application owns under the same number; ids stay', async () => {
  const { accountId, sync, paste } = await given();
  await paste('employees', [HEAD, ['1001', 'Ann', 'Adams'], ['1002', 'Bob', 'Brown']]);
  const rows = () =>
    t.db.rows(
      z.object({ id: z.string(), number: z.string(), owner: z.string() }),
      sql`select employee_id as id, number, system_id as owner from employee where account_id = ${accountId} order by number`,
    );
  const before = await rows();
  const sent = { timeGroups: groups, employees: [person('1001'), person('1003')] };
  expect((await sync(sent)).rejected).toMatchObject([{ reason: 'duplicate-number' }]);
  await t.db.run(sql`update payroll_system set adopts = true where account_id = ${accountId}`);
  expect((await sync(sent)).rejected).toEqual([]);
  const after = await rows();
  expect(after.map(({ number, owner }) => [number, owner])).toEqual([
    ['1001', 'PAYROLL'],
    ['1002', 'CSV'],
    ['1003', 'PAYROLL'],
  ]);
  expect(after[0]?.id).toBe(before[0]?.id);
  const state = await t.db.rows(
    z.object({ version: z.int() }),
    sql`select data_version as version from account where account_id = ${accountId}`,
  );
  await sync(sent);
  expect(
    await t.db.rows(
      z.object({ version: z.int() }),
      sql`select data_version as version from account where account_id = ${accountId}`,
    ),
  ).toEqual(state);
});
