import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { PayrollSyncBody, PayrollSyncResult } from '#contract/intake/payroll.ts';
import { raw, sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function givenPayroll({ systemId = 'VIP', allowed = ['VIP'] } = {}) {
  const accountId = await givenAccount(t.db, { allowedSystemIds: allowed });
  const key = await givenSyncKey(t.db, accountId);
  const send = (body: unknown, system = systemId) =>
    t.ask(`/v2/payroll/${system}/sync`, { token: key, body, method: 'POST' });
  const sync = async (body: Partial<PayrollSyncBody>, system = systemId): Promise<PayrollSyncResult> => {
    const answer = await send(body, system);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const employees = () =>
    t.db.rows(
      z.object({ number: z.string(), name: z.string(), timeId: z.string().nullable(), gone: z.boolean() }),
      sql`select number, first_name || ' ' || last_name as name, time_id as "timeId", deleted_at is not null as gone
          from employee where account_id = ${accountId} order by code`,
    );
  const version = async () =>
    (
      await t.db.single(
        z.object({ version: z.int() }),
        sql`select data_version as version from account where account_id = ${accountId}`,
      )
    ).version;
  return { accountId, key, send, sync, employees, version };
}

const TABLES = ['account', 'payroll_system', 'employee', 'work_group', 'lookup_entry', 'standard_time', 'holiday'];
/** Returns every row that a sync could change. */
const everything = () =>
  Promise.all(
    [...TABLES, 'clock_record', 'piecework_entry', 'day_fact', 'piecework_fact'].map((table) =>
      t.db.rows(z.object({ row: z.string() }), sql`select r::text as row from ${raw(table)} r order by 1`),
    ),
  );

const person = (code: string, over: object = {}) => ({
  code,
  number: `N${code}`,
  firstName: 'Given',
  lastName: code,
  isActive: true,
  ...over,
});

const whole = {
  name: 'VIP Payroll',
  timeGroups: [
    { code: 'DAY', name: 'Day shift' },
    { code: 'NIGHT', name: 'Night shift' },
  ],
  employeeGroups: [{ code: 'PICK', name: 'Pickers' }],
  jobDescriptions: [{ code: 'SR', name: 'Senior' }],
  lookupDefinitions: [{ lookup: 1, name: 'Product' }],
  lookups: [{ lookup: 1, entries: [{ code: 'APPLE', description: 'Apples' }] }],
  standardTimes: [{ code: 'DAY-1', timeGroupCode: 'DAY', weekday: 1, startTime: '07:00', endTime: '16:00' }],
  holidays: [{ code: 'XMAS', name: 'Christmas', date: '2026-12-25', timeGroupCode: null }],
  employees: [
    {
      code: 'E1',
      number: '1',
      firstName: 'Ann',
      lastName: 'Adams',
      isActive: true,
      timeId: '1001',
      cards: ['00:12:ea:30', 4711],
      timeGroupCode: 'DAY',
      employeeGroupCode: 'PICK',
      jobDescriptionCode: 'SR',
    },
    {
      code: 'E2',
      number: '2',
      firstName: 'Bob',
      lastName: 'Brown',
      isActive: true,
      timeId: '1002',
      timeGroupCode: 'NIGHT',
    },
  ],
  pieceworkEntries: [
    { code: 'P1', employeeCode: 'E1', lookup1Code: 'APPLE', units: 12.5, startedAt: '2026-11-20T07:00:00+02:00' },
  ],
  clockRecords: [{ code: 'C1', timeId: '1001', at: '2026-11-20T06:58:00+02:00', direction: 'in' }],
};

describe('a payroll sync', () => {
  it('accepts every part of one body, whatever they name of each other, and repeating it changes nothing', async () => {
    const { accountId, sync, version } = await givenPayroll();
    const first = await sync(whole);
    expect(first.rejected).toEqual([]);
    expect(first.counts.employees).toEqual({ added: 2, changed: 0, unchanged: 0, deleted: 0, rejected: 0 });
    for (const part of [
      'timeGroups',
      'lookups',
      'standardTimes',
      'holidays',
      'pieceworkEntries',
      'clockRecords',
    ] as const)
      expect(first.counts[part]?.added, part).toBeGreaterThan(0);
    expect(first.counts.lookupDefinitions?.changed).toBe(1);

    const before = await version();
    const stored = await everything();
    t.clock.advance(3_600_000);
    const second = await sync(whole);
    expect(second.rejected).toEqual([]);
    for (const [part, counts] of Object.entries(second.counts))
      expect(counts, part).toEqual({ added: 0, changed: 0, unchanged: counts.unchanged, deleted: 0, rejected: 0 });
    expect(second.counts.employees?.unchanged).toBe(2);
    expect(await version()).toBe(before);
    expect(await everything()).toEqual(stored);
    const system = await t.db.single(
      z.object({ name: z.string(), lastSync: z.string() }),
      sql`select name, last_sync as "lastSync" from payroll_system where account_id = ${accountId}`,
    );
    expect(system).toEqual({ name: 'VIP Payroll', lastSync: '2026-11-20T10:00:00.000Z' });
  });

  it('upserts by the code of the system: a change is one change, a new code a new employee', async () => {
    const { sync, employees, version } = await givenPayroll();
    await sync({ employees: [person('A'), person('B')] });
    const before = await version();
    const { counts } = await sync({ employees: [person('A', { lastName: 'Married' }), person('B'), person('C')] });
    expect(counts.employees).toEqual({ added: 1, changed: 1, unchanged: 1, deleted: 0, rejected: 0 });
    expect(await version()).toBe(before + 1);
    expect((await employees()).map(({ name }) => name)).toEqual(['Given Married', 'Given B', 'Given C']);
  });

  it('refuses what breaks a rule by itself, says why, and accepts the rest', async () => {
    const { sync, employees } = await givenPayroll();
    await sync({ timeGroups: [{ code: 'DAY', name: 'Day' }], employees: [person('A', { timeId: '7' })] });
    const { rejected, counts } = await sync({
      timeGroups: [{ code: 'X' }],
      standardTimes: [
        { code: 'S1', timeGroupCode: 'NOPE', weekday: 1, startTime: '07:00', endTime: '16:00' },
        { code: 'S2', timeGroupCode: 'DAY', weekday: 8, startTime: '07:00', endTime: '16:00' },
        { code: 'S3', timeGroupCode: 'DAY', weekday: 1, startTime: '7am', endTime: '16:00' },
      ],
      employees: [
        person('B', { number: 'NA' }),
        person('C', { timeId: '7' }),
        person('D'),
        person('D', { number: 'other' }),
        person('E', { timeGroupCode: 'NIGHT' }),
        person('F', { employeeGroupCode: 'X' }),
        { code: 'G', number: 'NG', firstName: ' ', lastName: '' },
        'not a record',
        person('H', { inactiveFrom: '2026-02-30' }),
      ],
      clockRecords: [{ code: 'C1', employeeCode: 'NOBODY', at: '2026-11-20T06:00:00Z' }],
      pieceworkEntries: [{ code: 'P1', employeeCode: 'A', units: 1.23456, startedAt: '2026-11-20T06:00:00Z' }],
    });
    expect(rejected).toEqual([
      { part: 'timeGroups', code: 'X', reason: 'name: Required, as text' },
      { part: 'standardTimes', code: 'S2', reason: 'weekday: weekday is 1 (Monday) to 7' },
      { part: 'standardTimes', code: 'S3', reason: 'startTime: Use HH:MM' },
      { part: 'standardTimes', code: 'S1', reason: 'unknown-time-group' },
      { part: 'employees', code: 'G', reason: 'firstName: A first or a last name is required' },
      { part: 'employees', code: '', reason: 'Invalid input: expected object, received string' },
      { part: 'employees', code: 'H', reason: expect.stringMatching(/^inactiveFrom: /) },
      { part: 'employees', code: 'D', reason: 'duplicate-code' },
      { part: 'employees', code: 'E', reason: 'unknown-time-group' },
      { part: 'employees', code: 'F', reason: 'unknown-employee-group' },
      { part: 'employees', code: 'B', reason: 'duplicate-number' },
      { part: 'employees', code: 'C', reason: 'duplicate-time-id' },
      { part: 'pieceworkEntries', code: 'P1', reason: 'units: Use a decimal with at most 3 places' },
      { part: 'clockRecords', code: 'C1', reason: 'unknown-employee' },
    ]);
    expect(counts.employees).toEqual({ added: 1, changed: 0, unchanged: 0, deleted: 0, rejected: 8 });
    expect((await employees()).map(({ number }) => number)).toEqual(['NA', 'ND']);
  });

  it('lets two employees swap number and PIN in one sync', async () => {
    const { sync, employees } = await givenPayroll();
    await sync({ employees: [person('A', { number: '1', timeId: '1' }), person('B', { number: '2', timeId: '2' })] });
    const swapped = [person('A', { number: '2', timeId: '2' }), person('B', { number: '1', timeId: '1' })];
    expect((await sync({ employees: swapped })).rejected).toEqual([]);
    expect((await employees()).map(({ number, timeId }) => [number, timeId])).toEqual([
      ['2', '2'],
      ['1', '1'],
    ]);
  });

  it('also refuses an employee whose new number a refused employee keeps', async () => {
    const { sync, employees } = await givenPayroll();
    const start = [person('A', { number: '1' }), person('B', { number: '2' }), person('C', { number: '3' })];
    await sync({ employees: start });
    const asked = [person('A', { number: '2' }), person('B', { number: '3' }), person('D', { number: '4' })];
    const { rejected } = await sync({ employees: asked });
    expect(rejected.map(({ code, reason }) => [code, reason])).toEqual([
      ['B', 'duplicate-number'],
      ['A', 'duplicate-number'],
    ]);
    expect((await employees()).map(({ number }) => number)).toEqual(['1', '2', '3', '4']);
  });

  it('deletes what a complete list lacks without erasing it, and restores it', async () => {
    const { sync, employees } = await givenPayroll();
    await sync({ employees: [person('A'), person('B')] });
    const gone = await sync({ employees: [person('A'), { code: 'B', number: '' }], complete: ['employees'] });
    // A refused record still counts as part of a complete list, so it is not deleted.
    expect(gone.counts.employees).toEqual({ added: 0, changed: 0, unchanged: 1, deleted: 0, rejected: 1 });
    expect((await sync({ employees: [person('A')], complete: ['employees'] })).counts.employees?.deleted).toBe(1);
    expect((await employees()).map(({ gone: isGone }) => isGone)).toEqual([false, true]);
    expect((await sync({ employees: [person('C', { number: 'NB' })] })).rejected).toEqual([]);
    expect((await sync({ employees: [person('B')] })).rejected).toMatchObject([
      { code: 'B', reason: 'duplicate-number' },
    ]);
    expect((await sync({ employees: [person('B', { number: 'NB2' })] })).counts.employees?.changed).toBe(1);
    expect((await employees()).map(({ gone: isGone }) => isGone)).toEqual([false, false, false]);
    const unsaid = await sync({ complete: ['employees'] });
    expect(unsaid.rejected).toEqual([{ part: 'employees', code: '', reason: 'complete-without-list' }]);
    expect((await sync({ employees: [], complete: ['employees'] })).counts.employees?.deleted).toBe(3);
  });

  it('deletes by code, once, and reports unknown codes', async () => {
    const { sync, version } = await givenPayroll();
    await sync(whole);
    const deleted = { employees: ['E2', 'E9'], timeGroups: ['NIGHT'], lookups: ['1:APPLE'], clockRecords: ['C1'] };
    const first = await sync({ deleted });
    expect(first.rejected).toEqual([
      { part: 'employees', code: 'E9', reason: 'unknown-code' },
      { part: 'clockRecords', code: 'C1', reason: 'raw-records-are-kept' },
    ]);
    expect([first.counts.employees?.deleted, first.counts.timeGroups?.deleted, first.counts.lookups?.deleted]).toEqual([
      1, 1, 1,
    ]);
    const before = await version();
    const again = await sync({ deleted });
    expect([again.counts.employees?.deleted, again.counts.timeGroups?.deleted, again.counts.lookups?.deleted]).toEqual([
      0, 0, 0,
    ]);
    expect(await version()).toBe(before);
  });

  it('refuses another record under a known code, and takes the same one as unchanged', async () => {
    const { sync } = await givenPayroll();
    await sync(whole);
    const again = await sync(whole);
    expect(again.rejected).toEqual([]);
    expect(again.counts.pieceworkEntries).toMatchObject({ unchanged: 1, rejected: 0 });
    const [entry] = whole.pieceworkEntries;
    const [punch] = whole.clockRecords;
    const other = await sync({
      pieceworkEntries: [{ ...entry, units: 13 }],
      clockRecords: [{ ...punch, at: '2026-11-20T07:58:00+02:00' }],
    });
    expect(other.rejected).toEqual([
      { part: 'clockRecords', code: 'C1', reason: 'id-used' },
      { part: 'pieceworkEntries', code: 'P1', reason: 'id-used' },
    ]);
    expect(other.counts.pieceworkEntries).toMatchObject({ unchanged: 0, rejected: 1 });
  });

  it('keeps lookup codes unique in the account and leaves the other system’s alone', async () => {
    const { accountId, sync } = await givenPayroll({ allowed: ['VIP', 'SAGE'] });
    await sync({ lookups: [{ lookup: 1, entries: [{ code: 'A', description: 'Ours' }] }], employees: [person('A')] });
    const other = await sync(
      {
        lookups: [
          { lookup: 1, entries: [{ code: 'A', description: 'Theirs' }] },
          { lookup: 2, entries: [{ code: 'A', description: 'Second' }] },
        ],
        employees: [person('A', { number: 'NS' }), person('B', { number: 'NA' })],
        complete: ['lookups', 'employees'],
      },
      'sage',
    );
    expect(other.rejected).toEqual([
      { part: 'lookups', code: 'A', reason: 'duplicate-code' },
      { part: 'employees', code: 'B', reason: 'duplicate-number' },
    ]);
    expect(other.counts.employees).toMatchObject({ added: 1, deleted: 0 });
    const systems = await t.db.rows(
      z.object({ systemId: z.string() }),
      sql`select system_id as "systemId" from payroll_system where account_id = ${accountId} order by 1`,
    );
    // The id is spelt as in the account, however the system spells it in the URL.
    expect(systems.map(({ systemId }) => systemId)).toEqual(['SAGE', 'VIP']);
  });

  it('stores when somebody was active, by the given date or the day of the sync', async () => {
    const { accountId, sync } = await givenPayroll();
    const activity = async () =>
      (
        await t.db.single(
          z.object({ activity: z.unknown() }),
          sql`select activity from employee where account_id = ${accountId}`,
        )
      ).activity;
    await sync({ employees: [person('A')] });
    await sync({ employees: [person('A', { isActive: false, inactiveFrom: '2026-11-10' })] });
    const left = [
      { from: null, isActive: true },
      { from: '2026-11-10', isActive: false },
    ];
    expect(await activity()).toEqual(left);
    t.clock.set('2026-11-22T10:00:00Z');
    await sync({ employees: [person('A', { isActive: false })] });
    expect(await activity()).toEqual(left);
    await sync({ employees: [person('A')] });
    expect(await activity()).toEqual([...left, { from: '2026-11-22', isActive: true }]);
  });

  it('links punches that waited for the PIN', async () => {
    const { accountId, sync } = await givenPayroll();
    const unknown = await sync({ clockRecords: [{ code: 'C1', timeId: '77', at: '2026-11-20T05:00:00Z' }] });
    expect(unknown.counts.clockRecords?.added).toBe(1);
    await sync({ employees: [person('A', { timeId: '77' })] });
    const { linked, facts } = await t.db.single(
      z.object({ linked: z.int(), facts: z.int() }),
      sql`select (select count(*)::int from clock_record where account_id = ${accountId} and employee_id is not null) as linked,
          (select count(*)::int from day_fact where account_id = ${accountId}) as facts`,
    );
    expect([linked, facts]).toEqual([1, 1]);
  });

  it('stores text as it was typed: formulas, quotes, line breaks and right-to-left names', async () => {
    const { sync, employees } = await givenPayroll();
    const names = ['=1+1', '"quoted", comma', 'two\nlines', '\u202eخالد', '  spaced '];
    await sync({ employees: names.map((firstName, i) => person(String(i), { firstName, lastName: '' })) });
    expect((await employees()).map(({ name }) => name)).toEqual(names.map((name) => `${name} `));
  });
});

describe('the rights of a payroll system', () => {
  it('answers 403 SYSTEM_NOT_ALLOWED and changes nothing for a system that the account does not allow', async () => {
    const { send } = await givenPayroll({ systemId: 'VIP' });
    const before = await everything();
    const answer = await send(whole, 'SAGE');
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 'SYSTEM_NOT_ALLOWED']);
    expect(await everything()).toEqual(before);
    expect((await send({}, 'vip')).statusCode).toBe(200);
  });

  it('do not let it rename the lookups of another, nor clock in its employees by number or PIN', async () => {
    const { accountId, sync } = await givenPayroll({ allowed: ['VIP', 'SAGE'] });
    await sync(whole);
    const at = '2026-11-20T07:58:00+02:00';
    const foreign = await sync(
      {
        lookupDefinitions: [{ lookup: 1, name: 'Renamed' }],
        complete: ['lookupDefinitions'],
        clockRecords: [
          { code: 'X1', employeeNumber: '1', at, direction: 'in' },
          { code: 'X2', timeId: '1002', at, direction: 'in' },
          { code: 'X3', timeId: '2002', at, direction: 'in' },
        ],
        pieceworkEntries: [
          { code: 'X4', employeeNumber: '2', lookup1Code: 'APPLE', units: 5, startedAt: at },
          { code: 'X5', timeId: '2002', lookup1Code: 'APPLE', units: 5, startedAt: at },
        ],
      },
      'SAGE',
    );
    expect(foreign.rejected.map(({ part, code, reason }) => [part, code, reason])).toEqual([
      ['lookupDefinitions', '1', 'other-system'],
      ['clockRecords', 'X1', 'other-system'],
      ['clockRecords', 'X2', 'other-system'],
      ['pieceworkEntries', 'X4', 'other-system'],
    ]);
    // The same holds for an employee who is added later.
    await sync({ employees: [person('E3', { timeId: '2002' })] });
    const sources = sql`select 'punch' as kind, source from clock_record where employee_id is not null
      union all select 'piecework', source from piecework_entry where employee_id is not null order by 1`;
    expect(await t.db.rows(z.object({ kind: z.string(), source: z.string() }), sources)).toEqual([
      { kind: 'piecework', source: 'payroll:VIP' },
      { kind: 'punch', source: 'payroll:VIP' },
    ]);
    const names = sql`select lookup1_name as name from account where account_id = ${accountId}`;
    expect(await t.db.single(z.object({ name: z.string() }), names)).toEqual({ name: 'Product' });
    // A system can still deliver records of its own employees; one that is no longer allowed is not named.
    const own = await sync(
      { employees: [person('S1')], clockRecords: [{ code: 'S1', employeeNumber: 'NS1', at, direction: 'in' }] },
      'SAGE',
    );
    expect(own.rejected).toEqual([]);
    await t.db.run(sql`update account set allowed_system_ids = '{SAGE}' where account_id = ${accountId}`);
    const renamed = await sync({ lookupDefinitions: [{ lookup: 1, name: 'Renamed' }] }, 'SAGE');
    expect(renamed.counts.lookupDefinitions?.changed).toBe(1);
  });

  it('with a key that was made for one system do not include another', async () => {
    const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP', 'SAGE'] });
    const key = await givenSyncKey(t.db, accountId, { systemId: 'sage' });
    const send = (system: string) => t.ask(`/v2/payroll/${system}/sync`, { token: key, body: {} });
    expect((await send('VIP')).json().errorCode).toBe('SYSTEM_NOT_ALLOWED');
    expect((await send('SAGE')).statusCode).toBe(200);
  });

  it('takes no session and no unknown key', async () => {
    const { token } = await givenEmployer(t.db);
    for (const other of [token, 'tb_live_00000000_nothing', undefined])
      expect((await t.ask('/v2/payroll/VIP/sync', { token: other, body: {} })).statusCode).toBe(401);
  });

  it('never touches another account, though codes, numbers and PINs are the same', async () => {
    const one = await givenPayroll();
    const two = await givenPayroll();
    await one.sync(whole);
    await two.sync({ ...whole, complete: ['employees', 'timeGroups'], employees: [] });
    expect((await one.employees()).filter(({ gone }) => !gone)).toHaveLength(2);
  });

  it('refuses a body of another form with the field that is wrong', async () => {
    const { send } = await givenPayroll();
    const answer = await send({ employees: 'all', whatever: 1 });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.length).toBeGreaterThan(0);
  });
});

describe('reading what was synced', () => {
  it('gives an employer their own groups, lookups and times, deleted ones marked', async () => {
    const { accountId, sync } = await givenPayroll();
    await sync(whole);
    await sync({ deleted: { timeGroups: ['NIGHT'] } });
    const { token } = await givenEmployer(t.db, { accountId });
    const groups = (await t.ask('/v2/account/groups', { token })).json();
    expect(
      groups.timeGroups.map(({ name, systemId, deletedAt }: Record<string, unknown>) => [name, systemId, deletedAt]),
    ).toEqual([
      ['Day shift', 'VIP', null],
      ['Night shift', 'VIP', '2026-11-20T10:00:00.000Z'],
    ]);
    expect([groups.employeeGroups.length, groups.jobDescriptions.length]).toEqual([1, 1]);
    const { lookups } = (await t.ask('/v2/account/lookups', { token })).json();
    expect(lookups).toMatchObject([
      { lookup: 1, name: 'Product', entries: [{ code: 'APPLE', description: 'Apples', deletedAt: null }] },
      { lookup: 2, name: 'Lookup 2', entries: [] },
    ]);
    expect((await t.ask('/v2/account/lookups/definition', { token })).json()).toEqual({
      lookup1: 'Product',
      lookup2: 'Lookup 2',
    });
    const times = (await t.ask('/v2/account/standard-times', { token })).json();
    expect(times.standardTimes).toMatchObject([
      { weekday: 1, startTime: '07:00', graceMinutes: 5, effectiveFrom: null },
    ]);
    expect(times.holidays).toMatchObject([{ name: 'Christmas', date: '2026-12-25', timeGroupId: null }]);
  });

  it('shows an administrator the account they name, and an employer no other', async () => {
    const { accountId, sync } = await givenPayroll();
    await sync(whole);
    const admin = await givenAdmin(t.db);
    const employer = await givenEmployer(t.db);
    const named = `/v2/account/groups?accountId=${accountId}`;
    expect((await t.ask(named, { token: admin.token })).json().timeGroups).toHaveLength(2);
    expect((await t.ask('/v2/account/groups', { token: admin.token })).statusCode).toBe(400);
    expect((await t.ask(named, { token: employer.token })).json().errorCode).toBe('NOT_FOUND');
    expect((await t.ask('/v2/account/groups', { token: employer.token })).json().timeGroups).toEqual([]);
  });
});

it('work that waits for the account, a restore’s included, is stamped when its turn comes, not when it arrived', async () => {
  const { accountId, send } = await givenPayroll();
  const admin = await givenAdmin(t.db);
  const tenant = t.services.db.tenant.bind(t.services.db);
  const waiting = vi.spyOn(t.services.db, 'tenant').mockImplementation((...call) => {
    t.clock.advance(60_000);
    return tenant(...call);
  });
  const received = async (table: 'clock_record' | 'piecework_entry') =>
    (
      await t.db.single(
        z.object({ at: z.iso.datetime() }),
        sql`select received_at as at from ${raw(table)} where account_id = ${accountId}`,
      )
    ).at;
  try {
    const clockRecords = [{ code: 'P1', timeId: '7', at: '2026-11-20T07:00:00Z' }];
    expect((await send({ employees: [person('1')], clockRecords })).statusCode).toBe(200);
    expect(await received('clock_record')).toBe(t.clock.now().toISOString());
    const csv = 'Employee Number,Units,Started At,Hours\nN1,3,2026-11-20 07:00,1';
    const body = { kind: 'piecework', csv, commit: true };
    expect((await t.ask(`/v2/account/${accountId}/import`, { token: admin.token, body })).statusCode).toBe(200);
    expect(await received('piecework_entry')).toBe(t.clock.now().toISOString());
  } finally {
    waiting.mockRestore();
  }
});

it('tells the planner of an account that received many employees, whose next sync would be refused otherwise', async () => {
  const before = await givenPayroll();
  await before.sync({ employees: Array.from({ length: 100 }, (_, n) => person(`${n}`)) });
  await t.db.run(sql`analyze employee`);
  const { accountId, sync } = await givenPayroll();
  await sync({ employees: Array.from({ length: 500 }, (_, n) => person(`${n}`)) });
  const plan = await t.db.single(
    z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
    sql`explain (format json) select from employee where account_id = ${accountId}`,
  );
  expect(plan['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(250);
});
