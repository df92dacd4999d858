import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenPunches } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function given() {
  const permissions = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] as const;
  const { accountId, token } = await givenEmployer(t.db, { permissions, account: { allowedSystemIds: ['PAYROLL'] } });
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const answer = await t.ask(`/v2/setup${path}`, { method, token, body });
    return answer.json();
  };
  const version = async () =>
    (
      await t.db.single(
        z.object({ version: z.int() }),
        sql`select data_version as version from account where account_id = ${accountId}`,
      )
    ).version;
  const sync = async (body: object) => {
    const key = await givenSyncKey(t.db, accountId);
    expect((await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' })).statusCode).toBe(200);
  };
  const employee = (over: object = {}) => ({ number: '1001', firstName: 'Ann', lastName: 'Adams', ...over });
  return { accountId, token, ask, version, sync, employee };
}
const day = (weekday: number, over: object = {}) => ({
  weekday,
  isRest: false,
  startTime: '07:00',
  endTime: '16:00',
  breaks: [{ startTime: '12:00', endTime: '13:00' }],
  graceMinutes: 5,
  breakGraceMinutes: 5,
  preMinutes: 120,
  postMinutes: 240,
  ...over,
});

describe('employees on a screen', () => {
  it('are added, changed once, and refused to somebody who has not seen the change', async () => {
    const { ask, employee, version } = await given();
    const { employee: made } = await ask('POST', '/employees', employee({ timeId: '1001' }));
    expect(made).toMatchObject({
      number: '1001',
      owner: 'Tallyboard',
      isLocked: false,
      isActive: true,
      lockedFields: [],
    });
    expect(await ask('POST', '/employees', employee())).toMatchObject({
      errorCode: 'ALREADY_EXISTS',
      issues: [{ path: 'number' }],
    });
    const path = `/employees/${made._id}`;
    const { employee: changed } = await ask('PUT', path, { lastName: 'Baker', basis: made.basis });
    expect(changed).toMatchObject({ lastName: 'Baker', timeId: '1001' });
    expect(await ask('PUT', path, { lastName: 'Cole', basis: made.basis })).toMatchObject({
      errorCode: 'OUTDATED',
      message: 'Someone changed this while you were editing.',
    });
    const before = await version();
    await ask('PUT', path, { lastName: 'Baker', basis: changed.basis });
    expect(await version()).toBe(before);
    expect((await ask('GET', '/employees?q=bak')).employees).toEqual([changed]);
    expect((await ask('GET', '/employees?only=without-time-id')).lastIndex).toBe(0);
  });

  it('are moved together from a date on; a preview changes nothing', async () => {
    const { ask, employee, version } = await given();
    const day1 = await ask('POST', '/groups', { kind: 'time', name: 'Day' });
    const night = await ask('POST', '/groups', { kind: 'time', name: 'Night' });
    const [shifts] = (await ask('GET', '/shifts')).shifts;
    await ask('PUT', `/shifts/${day1._id}`, {
      from: null,
      days: [1, 2, 3, 4, 5].map((n) => day(n)),
      basis: shifts.basis,
    });
    const { employee: made } = await ask(
      'POST',
      '/employees',
      employee({ timeGroupId: day1._id, activeFrom: '2026-01-01' }),
    );
    const body = { employees: [{ _id: made._id, basis: made.basis }], timeGroupId: night._id, from: '2026-11-18' };
    const before = await version();
    const preview = await ask('POST', '/employees/move?preview=1', body);
    // Wed 18, Thu 19 and Fri 20 November.
    expect(preview).toEqual({
      moved: 1,
      rejudged: { people: 1, days: 3, from: '2026-11-18', employees: [employee()] },
    });
    expect(await version()).toBe(before);
    expect(await ask('POST', '/employees/move', body)).toEqual(preview);
    const [moved] = (await ask('GET', '/employees')).employees;
    expect(moved.timeGroups).toEqual([
      { from: null, timeGroupId: day1._id },
      { from: '2026-11-18', timeGroupId: night._id },
    ]);
  });

  it('are deleted if they have no records, and end otherwise', async () => {
    const { ask, employee, accountId } = await given();
    const { employee: one } = await ask('POST', '/employees', employee());
    const { employee: two } = await ask('POST', '/employees', employee({ number: '1002' }));
    await givenPunches(t.db, accountId, one._id, ['2026-11-20T06:00:00Z']);
    expect(await ask('DELETE', `/employees/${one._id}?basis=${one.basis}`)).toMatchObject({ errorCode: 'CONFLICT' });
    expect(await ask('DELETE', `/employees/${two._id}?basis=${two.basis}`)).toEqual({ ok: true });
    const { employee: ended } = await ask('PUT', `/employees/${one._id}`, {
      inactiveFrom: '2026-11-20',
      basis: one.basis,
    });
    expect(ended).toMatchObject({ isActive: false, inactiveFrom: '2026-11-20' });
    expect((await ask('GET', '/employees')).lastIndex).toBe(1);
  });

  it('of a payroll system are locked, except fields that it never sent', async () => {
    const { ask, sync } = await given();
    await sync({ employees: [{ code: 'E1', number: '1001', firstName: 'Ann', lastName: 'Adams' }] });
    const [found] = (await ask('GET', '/employees')).employees;
    expect(found).toMatchObject({ isLocked: true, owner: 'PAYROLL' });
    expect(found.lockedFields).toEqual(['number', 'firstName', 'lastName', 'isActive', 'activeFrom', 'inactiveFrom']);
    const path = `/employees/${found._id}`;
    expect(await ask('PUT', path, { lastName: 'Baker', basis: found.basis })).toMatchObject({
      errorCode: 'OWNED_BY_SYSTEM',
      message: 'PAYROLL owns employee 1001: change it there.',
    });
    expect(await ask('PUT', path, { timeId: '1043', basis: found.basis })).toMatchObject({
      employee: { timeId: '1043' },
    });
    expect(await ask('DELETE', `${path}?basis=x`)).toMatchObject({ errorCode: 'OUTDATED' });
  });
});

describe('lists on a screen', () => {
  it('groups: added, renamed, deleted once nobody is in them', async () => {
    const { ask, employee } = await given();
    const group = await ask('POST', '/groups', { kind: 'employee', name: 'Pickers' });
    expect(await ask('POST', '/groups', { kind: 'employee', name: 'pickers' })).toMatchObject({
      errorCode: 'ALREADY_EXISTS',
    });
    const { employee: made } = await ask('POST', '/employees', employee({ employeeGroupId: group._id }));
    const renamed = await ask('PUT', `/groups/${group._id}`, { name: 'Packers', basis: group.basis });
    expect(renamed).toMatchObject({ name: 'Packers', code: 'Pickers', employees: 1 });
    const path = `/groups/${group._id}?basis=${renamed.basis}`;
    expect(await ask('DELETE', path)).toMatchObject({ errorCode: 'CONFLICT' });
    await ask('PUT', `/employees/${made._id}`, { employeeGroupId: null, basis: made.basis });
    expect(await ask('DELETE', path)).toEqual({ ok: true });
    expect((await ask('GET', '/groups')).groups).toEqual([]);
  });

  it('a time group is not deleted while somebody is in it until a later date, by screen or workbook', async () => {
    const { ask, employee } = await given();
    const group = async (name: string) => (await ask('POST', '/groups', { kind: 'time', name }))._id;
    const [dayId, nightId] = [await group('Day'), await group('Night')];
    const { employee: made } = await ask('POST', '/employees', employee({ timeGroupId: dayId }));
    const move = { employees: [{ _id: made._id, basis: made.basis }], timeGroupId: nightId, from: '2099-12-01' };
    expect(await ask('POST', '/employees/move', move)).toMatchObject({ moved: 1 });
    const { basis } = (await ask('GET', '/groups')).groups.find(({ _id }: { _id: string }) => _id === dayId);
    expect(await ask('DELETE', `/groups/${dayId}?basis=${basis}`)).toMatchObject({
      errorCode: 'CONFLICT',
      message: '1 employee is in Day: move them first.',
    });
    const rows = [
      ['Kind', 'Name', 'Delete'],
      ['Time Group', 'Day', 'yes'],
    ];
    expect((await ask('POST', '/pasted', { sheet: 'groups', rows })).sheets).toMatchObject([
      { deleted: 0, refused: 1 },
    ]);
  });

  it('lookups: entries and their own names', async () => {
    const { ask } = await given();
    const [first] = (await ask('GET', '/lookups')).lookups;
    expect(await ask('PUT', '/lookup-names/1', { name: 'Products', basis: first.basis })).toMatchObject({
      name: 'Products',
    });
    const entry = await ask('POST', '/lookups', { lookup: 1, code: 'A', description: 'Apples' });
    expect(await ask('POST', '/lookups', { lookup: 1, code: 'A', description: 'Pears' })).toMatchObject({
      errorCode: 'ALREADY_EXISTS',
    });
    const changed = await ask('PUT', `/lookups/${entry._id}`, { description: 'Green apples', basis: entry.basis });
    expect((await ask('GET', '/lookups')).lookups[0].entries).toEqual([changed]);
    expect(await ask('DELETE', `/lookups/${entry._id}?basis=${changed.basis}`)).toEqual({ ok: true });
  });

  it('holidays: added, moved, deleted, with the people judged again; none on a locked day', async () => {
    const { ask, employee, accountId } = await given();
    const group = await ask('POST', '/groups', { kind: 'time', name: 'Day' });
    const [shifts] = (await ask('GET', '/shifts')).shifts;
    await ask('PUT', `/shifts/${group._id}`, {
      from: null,
      days: [1, 2, 3, 4, 5].map((n) => day(n)),
      basis: shifts.basis,
    });
    await ask('POST', '/employees', employee({ timeGroupId: group._id, activeFrom: '2026-01-01' }));
    const { holiday, rejudged } = await ask('POST', '/holidays', {
      date: '2026-11-19',
      name: 'Feast',
      timeGroupId: null,
    });
    expect(rejudged).toEqual({ people: 1, days: 1, from: '2026-11-19', employees: [employee()] });
    await t.db.run(sql`insert into period_lock (account_id, lock_id, kind, from_day, to_day, facts, data_version, made_by_name, received_at)
      values (${accountId}, gen_random_uuid(), 'lock', '2026-11-10', '2026-11-12', '{}', 1, 'P. Naidoo', now())`);
    const inLocked = { date: '2026-11-12', name: 'Feast', timeGroupId: null };
    expect(await ask('POST', '/holidays', inLocked)).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
    const always = {
      from: null,
      days: [day(3, { graceMinutes: 9 })],
      basis: (await ask('GET', '/shifts')).shifts[0].basis,
    };
    expect(await ask('PUT', `/shifts/${group._id}?preview=1`, always)).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
    expect(await ask('PUT', `/shifts/${group._id}?preview=1`, { ...always, from: '2026-11-13' })).toMatchObject({
      rejudged: { people: 1 },
    });
    const future = { date: '2026-12-16', name: 'Feast', timeGroupId: null };
    const moved = await ask('PUT', `/holidays/${holiday._id}`, { ...future, basis: holiday.basis });
    expect(moved.holiday.date).toBe('2026-12-16');
    expect(await ask('POST', '/holidays', future)).toMatchObject({ errorCode: 'ALREADY_EXISTS' });
    expect(await ask('DELETE', `/holidays/${holiday._id}?basis=${moved.holiday.basis}`)).toMatchObject({
      rejudged: { people: 0 },
    });
  });
});

describe('shifts', () => {
  it('are set from a date on, rest days too; hours that are in force already make no new record', async () => {
    const { ask, version } = await given();
    const group = await ask('POST', '/groups', { kind: 'time', name: 'Day' });
    const path = `/shifts/${group._id}`;
    const basis = async () => (await ask('GET', '/shifts')).shifts[0].basis;
    const week = [1, 2, 3, 4, 5].map((n) => day(n));
    const set = await ask('PUT', path, { from: null, days: [...week, day(6, { isRest: true })], basis: await basis() });
    expect(set.shifts.weeks).toMatchObject([
      { from: null, days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, isRest: false })) },
    ]);
    const rest = await ask('PUT', path, {
      from: '2026-12-01',
      days: [...week.slice(0, 4), day(5, { isRest: true })],
      basis: await basis(),
    });
    expect(rest.shifts.weeks).toHaveLength(2);
    expect(rest.shifts.weeks[1]).toMatchObject({
      from: '2026-12-01',
      days: [1, 2, 3, 4, { weekday: 5, isRest: true }].map((d) => (typeof d === 'number' ? { weekday: d } : d)),
    });
    const before = await version();
    await ask('PUT', path, { from: '2026-12-01', days: week.slice(0, 4), basis: await basis() });
    expect(await version()).toBe(before);
    expect(await ask('PUT', path, { from: null, days: [], basis: 'old' })).toMatchObject({ errorCode: 'OUTDATED' });
  });

  it('repeat, week by week, from a date until another; what breaks that is refused, and a preview changes nothing', async () => {
    const { ask, employee, version, sync } = await given();
    const ids: Record<string, string> = {};
    const shiftsOf = async (name: string) =>
      (await ask('GET', '/shifts')).shifts.find((one: { name: string }) => one.name === name);
    for (const [name, hours] of [
      ['Early', { startTime: '06:00', endTime: '14:00', breaks: [] }],
      ['Late', { startTime: '14:00', endTime: '22:00', breaks: [] }],
      ['Red', null],
    ] as const) {
      const { _id } = await ask('POST', '/groups', { kind: 'time', name });
      ids[name] = _id;
      if (!hours) continue;
      const body = { from: null, days: [1, 2, 3, 4, 5].map((n) => day(n, hours)), basis: (await shiftsOf(name)).basis };
      await ask('PUT', `/shifts/${_id}`, body);
    }
    await ask('POST', '/employees', employee({ timeGroupId: ids.Red, activeFrom: '2026-11-01' }));
    const path = `/shifts/${ids.Red}/rotation`;
    const { basis } = await shiftsOf('Red');
    // Fri 20 November is today.
    const body = { from: '2026-11-16', until: '2026-12-13', weeks: [ids.Early, ids.Late], basis };
    const before = await version();
    const preview = await ask('PUT', `${path}?preview=1`, body);
    expect(preview.rejudged).toMatchObject({ people: 1, from: '2026-11-16' });
    expect(await version()).toBe(before);
    for (const wrong of [
      { until: '2026-11-20' },
      { until: '2027-11-20' },
      { weeks: [ids.Early] },
      { weeks: Array.from({ length: 9 }, () => ids.Early) },
      { weeks: [ids.Early, ids.Red] },
    ])
      expect(await ask('PUT', path, { ...body, ...wrong })).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
    expect(await ask('PUT', path, { ...body, basis: 'old' })).toMatchObject({ errorCode: 'OUTDATED' });
    expect(await version()).toBe(before);
    const { shifts } = await ask('PUT', path, body);
    const starts = ({ from, days }: { from: string; days: { weekday: number; startTime: string }[] }) => [
      from,
      days.map(({ weekday, startTime }) => `${weekday} ${startTime}`).join(', '),
    ];
    const early = '1 06:00, 2 06:00, 3 06:00, 4 06:00, 5 06:00';
    const late = early.replaceAll('06:', '14:');
    expect(shifts.weeks.map(starts)).toEqual([
      ['2026-11-16', early],
      ['2026-11-23', late],
      ['2026-11-30', early],
      ['2026-12-07', late],
    ]);
    await sync({
      timeGroups: [{ code: 'P', name: 'Payroll’s' }],
      standardTimes: [{ code: 'S', timeGroupCode: 'P', weekday: 1, startTime: '07:00', endTime: '16:00' }],
    });
    const owned = await shiftsOf('Payroll’s');
    expect(await ask('PUT', `/shifts/${owned.timeGroupId}/rotation`, { ...body, basis: owned.basis })).toMatchObject({
      errorCode: 'OWNED_BY_SYSTEM',
    });
  });
});

describe('the set-up', () => {
  it('shows what is done, and lets a zone be chosen until somebody has clocked', async () => {
    const { ask, accountId, employee } = await given();
    expect(await ask('PUT', '/time-zone', { timeZone: 'Europe/Brussels' })).toMatchObject({
      timeZone: 'Europe/Brussels',
    });
    await ask('POST', '/employees', employee());
    const state = await ask('GET', '');
    expect(state.steps).toContainEqual({ step: 'employees', isDone: true });
    expect(state.steps).toContainEqual({ step: 'first-punch', isDone: false });
    expect(state.counts).toMatchObject({ employees: 1, withoutTimeId: 1, withoutTimeGroup: 1 });
    const [found] = (await ask('GET', '/employees')).employees;
    await givenPunches(t.db, accountId, found._id, ['2026-11-20T06:00:00Z']);
    expect(await ask('PUT', '/time-zone', { timeZone: 'Africa/Cairo' })).toMatchObject({ errorCode: 'CONFLICT' });
  });

  it('is open to employers with the permission and to administrators who name the account', async () => {
    const { ask, accountId, employee } = await given();
    const { employee: made } = await ask('POST', '/employees', employee());
    const admin = await givenAdmin(t.db);
    const path = `/v2/setup/employees?accountId=${accountId}`;
    expect((await t.ask(path, { token: admin.token })).json().employees).toHaveLength(1);
    const other = await givenEmployer(t.db, {
      accountId: await givenAccount(t.db),
      permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
    });
    expect((await t.ask(path, { token: other.token })).statusCode).toBe(404);
    const put = await t.ask(`/v2/setup/employees/${made._id}`, {
      method: 'PUT',
      token: other.token,
      body: { lastName: 'X', basis: made.basis },
    });
    expect(put.statusCode).toBe(404);
    const plain = await givenEmployer(t.db, { accountId });
    expect((await t.ask('/v2/setup', { token: plain.token })).json().errorCode).toBe('PERMISSION_DENIED');
  });

  it('takes over from a system that is no longer allowed; neither of our own names is a System ID', async () => {
    const { ask, accountId, sync } = await given();
    await sync({
      timeGroups: [{ code: 'D', name: 'Day' }],
      employees: [{ code: 'E1', number: '1001', firstName: 'Ann', lastName: 'Adams', timeGroupCode: 'D' }],
    });
    const [before] = (await ask('GET', '/employees')).employees;
    const { token } = await givenAdmin(t.db);
    const path = `/v2/setup/systems/PAYROLL/take-over?accountId=${accountId}`;
    const takeOver = async () => (await t.ask(path, { token, body: { isSure: true } })).json();
    expect(await takeOver()).toMatchObject({ errorCode: 'CONFLICT' });
    const settings = `/v2/account/settings/${accountId}`;
    for (const id of ['csv', 'Tallyboard'])
      expect((await t.ask(settings, { method: 'PUT', token, body: { allowedSystemIds: [id] } })).json().message).toBe(
        'This System ID is reserved.',
      );
    await t.db.run(sql`update account set allowed_system_ids = '{}' where account_id = ${accountId}`);
    const { owners } = await takeOver();
    expect(owners[0]).toMatchObject({ name: 'Tallyboard', employees: 1, records: 2 });
    const [after] = (await ask('GET', '/employees')).employees;
    expect(after).toMatchObject({
      _id: before._id,
      timeGroupId: before.timeGroupId,
      owner: 'Tallyboard',
      isLocked: false,
    });
  });
});
