import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ImportKind } from '#contract/payroll.ts';
import { APPLICATION_SYSTEM } from '#contract/setupRecords.ts';
import { raw, sql } from '#server/db/db.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send } = useTerminals(t);

async function given() {
  const { accountId, token: employer } = await givenEmployer(t.db);
  const { token } = await givenAdmin(t.db, { username: 'root' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const imports = async () => (await t.ask(`/v2/account/${accountId}/imports`, { token })).json().results;
  const take = async (kind: ImportKind, lines: readonly string[], fileName = 'people.csv'): Promise<string> => {
    const body = { kind, csv: lines.join('\n'), commit: true, fileName };
    const answer = await t.ask(`/v2/account/${accountId}/import`, { token, body });
    expect(answer.statusCode, answer.body).toBe(200);
    // Each import has a time of its own.
    t.clock.advance(60_000);
    return (await imports())[0]?._id;
  };
  const undo = (importId: string) =>
    t.ask(`/v2/account/${accountId}/imports/${importId}/undo`, { token, method: 'POST' });
  const undone = async (importId: string) => {
    const answer = await undo(importId);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const punch = async (pin: string, at: string) => {
    await send('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`, `${pin}\t${at}\t0\t1\n`);
    t.clock.advance(60_000);
  };
  return { accountId, token, employer, take, undo, undone, imports, punch, state: () => state(accountId, employer) };
}

/** Makes the rows of the factories, which belong to a payroll system, the application's own, so that files may change them. */
async function setUpByPeople(accountId: string) {
  for (const table of ['employee', 'work_group', 'standard_time'])
    await t.db.run(sql`update ${raw(table)} set system_id = ${APPLICATION_SYSTEM} where account_id = ${accountId}`);
}

const text = z.object({ line: z.string() });
/** Returns all that users see of an account's people and figures, and its raw records with their employees. */
async function state(accountId: string, employer: string) {
  const lines = async (query: Parameters<typeof t.db.rows>[1]) =>
    (await t.db.rows(text, query)).map(({ line }) => line).sort();
  const totals = await t.ask('/v2/stats/employee/attendance-status-totals?referenceDate=2026-11-20', {
    token: employer,
  });
  return {
    totals: { ...totals.json(), asOf: null },
    employees: await lines(sql`select (to_jsonb(e) - 'changed_version')::text as line from employee e
      where account_id = ${accountId} and deleted_at is null`),
    groups: await lines(
      sql`select to_jsonb(g)::text as line from work_group g where account_id = ${accountId} and deleted_at is null`,
    ),
    times: await lines(
      sql`select to_jsonb(s)::text as line from standard_time s where account_id = ${accountId} and deleted_at is null`,
    ),
    punches: await lines(sql`select to_jsonb(c)::text as line from clock_record c where account_id = ${accountId}`),
    entries: await lines(sql`select to_jsonb(p)::text as line from piecework_entry p where account_id = ${accountId}`),
    days: await lines(sql`select to_jsonb(f)::text as line from day_fact f where account_id = ${accountId}`),
    work: await lines(sql`select to_jsonb(f)::text as line from piecework_fact f where account_id = ${accountId}`),
  };
}

it('undoes employees: added ones are deleted, changed ones restored, and punches that waited for their PIN wait again', async () => {
  const { accountId, take, undo, undone, imports, punch, state } = await given();
  const day = await givenGroup(t.db, accountId, 'time', { name: 'Day' });
  await givenStandardTimes(t.db, accountId, day);
  await givenEmployee(t.db, accountId, { number: '1', timeId: '11', timeGroupId: day });
  await givenEmployee(t.db, accountId, { number: '2', timeId: '22', timeGroupId: day });
  await setUpByPeople(accountId);
  await punch('11', '2026-11-20 07:58:00');
  await punch('22', '2026-11-20 07:59:00');
  await punch('33', '2026-11-20 08:00:00');
  await punch('44', '2026-11-20 08:01:00');
  const before = await state();
  expect(before.totals).toMatchObject({ total: 2, present: 2 });

  // 1 and 2 exchange only their names and groups, 2 gets a PIN with unmatched punches, and 3 is new, in a new group.
  const csv = [
    'Number,First Name,Last Name,Time ID,Time Group',
    '1,New,Name,11,Night',
    '2,Emma,Two,44,Day',
    '3,Third,Person,33,Night',
  ];
  const importId = await take('employees', csv);
  const between = await state();
  expect(between.totals).toMatchObject({ total: 3 });
  expect(between.groups).toHaveLength(2);
  expect(await imports()).toMatchObject([
    {
      _id: importId,
      kind: 'employees',
      fileName: 'people.csv',
      by: 'root',
      added: 1,
      changed: 2,
      refused: 0,
      undone: null,
    },
  ]);

  await undone(importId);
  expect(await state()).toEqual(before);
  expect(await imports()).toMatchObject([{ _id: importId, undone: { by: 'root', at: t.clock.now().toISOString() } }]);
  expect((await undo(importId)).json()).toMatchObject({
    errorCode: 'CONFLICT',
    message: 'This import was undone already.',
  });
  const trail = await t.db.rows(
    z.object({ actor: z.string(), target: z.string() }),
    sql`select actor, target from audit_entry where account_id = ${accountId} and action = 'import.undo'`,
  );
  expect(trail).toEqual([{ actor: 'root', target: 'employees' }]);

  // The same file has the same effect again: nothing of the first import remains.
  await take('employees', csv);
  const again = await state();
  expect({ ...again, employees: [], groups: [] }).toEqual({ ...between, employees: [], groups: [] });
});

it('restores an employee who is known by a code that the file has as a number, and leaves the others out', async () => {
  const { accountId, take, undone, state } = await given();
  await givenEmployee(t.db, accountId, { number: '9' });
  await givenEmployee(t.db, accountId, { number: '8' });
  await setUpByPeople(accountId);
  await t.db.run(sql`update employee set code = '7' where account_id = ${accountId} and number = '9'`);
  const before = await state();

  const importId = await take('employees', ['Number,First Name,Last Name', '7,Seven,Person', '6,Six,Person']);
  expect((await state()).employees).toHaveLength(3);
  const changes = await t.db.rows(
    text,
    sql`select row_id::text as line from import_change where import_id = ${importId}`,
  );
  expect(changes).toHaveLength(2);

  await undone(importId);
  expect((await state()).employees).toEqual(before.employees);
});

it('undoes PINs that two people exchanged, and refuses once somebody else has one of them', async () => {
  const { accountId, take, undo, undone, state } = await given();
  await givenEmployee(t.db, accountId, { number: '1', timeId: '11' });
  await givenEmployee(t.db, accountId, { number: '2', timeId: '22' });
  await setUpByPeople(accountId);
  const before = await state();
  const swap = ['Number,First Name,Last Name,Time ID', '1,Emma,Employee 1,22', '2,Emma,Employee 2,11'];
  await undone(await take('employees', swap));
  expect(await state()).toEqual(before);

  const importId = await take('employees', ['Number,First Name,Last Name,Time ID', '1,Emma,Employee 1,33']);
  await take('employees', ['Number,First Name,Last Name,Time ID', '9,New,Nine,11']);
  const answer = await undo(importId);
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'Numbers or time IDs that this import changed belong to others now: 9. It can no longer be undone.',
  ]);
});

it('undoes standard times with the days they judged, and the groups they created', async () => {
  const { accountId, take, undone, punch, state } = await given();
  const day = await givenGroup(t.db, accountId, 'time', { name: 'Day' });
  await givenStandardTimes(t.db, accountId, day, { weekdays: [5], start: '08:00', end: '17:00' });
  await givenEmployee(t.db, accountId, { number: '1', timeId: '11', timeGroupId: day });
  await setUpByPeople(accountId);
  await punch('11', '2026-11-20 07:58:00');
  const before = await state();
  const importId = await take('standard-times', [
    'Time Group,Weekday,Start Time,End Time,Effective From',
    'Day,5,22:00,06:00,',
    'Day,4,22:00,08:30,',
    'Night,1,22:00,06:00,2026-11-01',
  ]);
  expect((await state()).days).not.toEqual(before.days);
  await undone(importId);
  expect(await state()).toEqual(before);
});

it('undoes piecework: only the entries that the file added go', async () => {
  const { accountId, take, undone, state } = await given();
  await givenEmployee(t.db, accountId, { number: '1' });
  const head = 'Employee Number,Started At,Units,Code';
  await take('piecework', [head, '1,2026-11-19 07:00,5,a']);
  const before = await state();
  const importId = await take('piecework', [
    head,
    '1,2026-11-19 07:00,5,a',
    '1,2026-11-19 09:00,7,b',
    '8,2026-11-19 09:00,1,c',
  ]);
  expect((await state()).entries).toHaveLength(3);
  await undone(importId);
  expect(await state()).toEqual(before);
});

it.each<[string, (world: Awaited<ReturnType<typeof given>>) => Promise<unknown>, string]>([
  [
    'records came for who was added',
    ({ punch }) => punch('33', '2026-11-20 09:00:00'),
    'Records came after this import for 3. It can no longer be undone.',
  ],
  [
    'who was added was changed',
    ({ take }) => take('employees', ['Number,First Name,Last Name', '3,Other,Name']),
    'Changed after this import: employee 3. It can no longer be undone.',
  ],
  [
    'its new group has hours',
    ({ take }) => take('standard-times', ['Time Group,Weekday,Start Time,End Time', 'Night,1,22:00,06:00']),
    'In use by what came after this import: group "Night". It can no longer be undone.',
  ],
  [
    'who was added was excused',
    ({ accountId }) =>
      t.db.run(sql`insert into excuse (account_id, excuse_id, act_id, kind, employee_id, judgement, excused_as, from_day,
          to_day, days, reason, in_bulk, made_by_name, received_at)
        select account_id, gen_random_uuid(), gen_random_uuid(), 'excuse', employee_id, 'absence', 'leave', '2026-11-20',
          '2026-11-20', array['2026-11-20'], 'other', false, 'root', ${t.clock.now()}
        from employee where account_id = ${accountId}`),
    'Corrections or excuses of 3 came after this import. It can no longer be undone.',
  ],
  [
    'days were locked',
    ({ accountId }) =>
      t.db.run(sql`insert into period_lock (account_id, lock_id, kind, from_day, to_day, facts, data_version, made_by_name,
          received_at)
        values (${accountId}, gen_random_uuid(), 'lock', '2026-11-01', '2026-11-19', '{}', 1, 'root', ${t.clock.now()})`),
    '2026-11-01 to 2026-11-19 was locked after this import. Re-open it to undo the import.',
  ],
])('refuses, and changes nothing, when %s', async (_, later, message) => {
  const world = await given();
  const importId = await world.take('employees', [
    'Number,First Name,Last Name,Time ID,Time Group',
    '3,Third,Person,33,Night',
  ]);
  await later(world);
  const before = await world.state();
  const answer = await world.undo(importId);
  expect([answer.statusCode, answer.json().message]).toEqual([409, message]);
  expect(await world.state()).toEqual(before);
});

it('is possible for 30 days, for imports of the account that changed something, and V2 devices learn of it', async () => {
  const { accountId, token, take, undo, imports } = await given();
  const version = () =>
    t.db.single(
      z.object({ employee: z.int(), account: z.int() }),
      sql`select changed_version::int as employee, data_version::int as account from employee join account using (account_id)
          where account_id = ${accountId}`,
    );
  const csv = ['Number,First Name,Last Name', '1,A,B'];
  const importId = await take('employees', csv);
  await take('employees', csv);
  expect(await imports()).toHaveLength(1);
  const other = await givenEmployer(t.db);
  const elsewhere = await t.ask(`/v2/account/${other.accountId}/imports/${importId}/undo`, { token, method: 'POST' });
  expect(elsewhere.statusCode).toBe(404);
  expect((await undo(importId)).statusCode).toBe(200);
  const { employee, account } = await version();
  expect(employee).toBe(account);

  await take('employees', csv);
  await t.db.run(sql`update import_run set at = at - interval '31 days'`);
  expect(await imports()).toEqual([]);
  await t.services.jobs.send('prune-imports', {});
  await t.jobs.drain();
  const left = await t.db.rows(text, sql`select import_id::text as line from import_change`);
  expect(left).toEqual([]);
});
