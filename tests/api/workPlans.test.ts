import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PlannedWork, WorkPlan } from '#contract/intake/workPlans.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAdmin, givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenGroup, givenLookup } from '../support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Work that the office plans for Recorders. It is Wednesday 25 November 2026, 12:00 in the account's zone. */

const t = useTestApp();
const TODAY = '2026-11-25';
const TOMORROW = '2026-11-26';
let serial = 0;

async function givenField() {
  const site = await givenSupervised(t);
  const { accountId } = site;
  const system = await givenAdmin(t.db);
  const admin = await givenSession(t.db, system.accountId, system.userId, {
    createdAt: ASKED,
    ttlSeconds: 90 * 86_400,
  });
  const products = {
    apples: await givenLookup(t.db, accountId, 1, 'APP', 'Apples'),
    pears: await givenLookup(t.db, accountId, 1, 'PEA', 'Pears'),
  };
  await givenLookup(t.db, accountId, 2, 'B7', 'Block 7');
  const recorder = async (description: string, employeeIds: string[] = []) => {
    const made = await t.ask(`/v2/device/v2/for-account/${accountId}`, {
      ...{ method: 'POST', token: admin, body: { serialNumber: `WP${++serial}`, imei: '350' } },
    });
    const body = { activationToken: made.json().activationToken };
    const { deviceToken, deviceId } = (await t.ask('/v2/rc/activate', { method: 'POST', body })).json();
    await t.db.run(sql`update device set description = ${description} where device_id = ${deviceId}`);
    for (const one of employeeIds)
      await t.db.run(
        sql`insert into device_employee (account_id, device_id, employee_id) values (${accountId}, ${deviceId}, ${one})`,
      );
    return { deviceId: String(deviceId), deviceToken: String(deviceToken) };
  };
  const user = async (
    scope: UserScope | null = null,
    permissions: readonly Permission[] = CORRECTS,
    firstName = 'Maria',
  ) => {
    const userId = await givenUser(t.db, accountId, { permissions, scope, firstName, lastName: 'Steyn' });
    return givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
  };
  return { ...site, products, recorder, user, admin };
}

const APPLES = { lookup1Code: 'APP', lookup2Code: 'B7', unitsPerScan: '1' };
const PEARS = { lookup1Code: 'PEA', lookup2Code: null, unitsPerScan: '2.5' };
const plan = async (token: string, deviceIds: string[], more: object = {}) =>
  t.ask('/v2/work-plans', { token, body: { deviceIds, day: TOMORROW, time: '06:00', ...APPLES, ...more } });
const listed = async (token: string) => {
  const answer = await t.ask('/v2/work-plans', { token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as {
    recorders: { _id: string; name: string; crewIds: string[] }[];
    plans: WorkPlan[];
    isCut: boolean;
  };
};
const withdraw = (token: string, planId: string) => t.ask(`/v2/work-plans/${planId}`, { token, method: 'DELETE' });
const heartbeat = async (device: string, body: object = {}) => {
  const answer = await t.ask('/v2/rc/heartbeat', { method: 'POST', token: device, body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as { syncRequested: boolean };
};
/** Returns the plans that a Recorder is told at its next sync. */
const told = async (device: string): Promise<PlannedWork[]> => {
  const answer = await t.ask('/v2/rc/sync', {
    method: 'POST',
    token: device,
    body: { sentAt: t.clock.now().toISOString() },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().workPlans;
};

describe('work that is planned for a Recorder', () => {
  it('is asked for at the next contact, told with who planned it, and known to be on the Recorder once that says so', async () => {
    const field = await givenField();
    const [one, other] = [await field.recorder('Row 1'), await field.recorder('Row 2')];
    for (const device of [one, other]) await told(device.deviceToken);
    const maria = await field.user();
    const answer = await plan(maria, [one.deviceId]);
    expect([answer.statusCode, answer.json()]).toEqual([200, { planned: 1, replaced: 0 }]);
    expect(await heartbeat(one.deviceToken)).toMatchObject({ syncRequested: true });
    expect(await heartbeat(other.deviceToken)).toMatchObject({ syncRequested: false });

    const [work, ...more] = await told(one.deviceToken);
    expect(more).toEqual([]);
    expect(work).toEqual({ _id: work?._id, at: '2026-11-26T04:00:00.000Z', by: 'Maria Steyn', ...APPLES });
    expect(await told(other.deviceToken)).toEqual([]);
    const shown = { ...work, deviceId: one.deviceId, day: TOMORROW, time: '06:00', state: 'planned', changed: null };
    expect((await listed(maria)).plans).toEqual([{ ...shown, takenAt: null }]);
    const says = { work: { taken: [work?._id, randomUUID()], changed: [] } };
    await heartbeat(one.deviceToken, says);
    expect((await listed(maria)).plans).toEqual([{ ...shown, takenAt: t.clock.now().toISOString() }]);
    // Another Recorder says nothing about it, and what was said first stays.
    t.clock.advance(60_000);
    for (const { deviceToken } of [one, other]) await heartbeat(deviceToken, says);
    expect((await listed(maria)).plans[0]?.takenAt).toBe(ASKED.replace('Z', '.000Z'));
  });

  it('that was changed at the Recorder says when and to what, never later than the report', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    const stranger = await field.recorder('Row 2');
    await plan(field.token, [deviceId]);
    const [work] = await told(deviceToken);
    t.clock.set('2026-11-26T04:30:00Z');
    const changed = (at: string) => ({ work: { taken: [], changed: [{ planId: work?._id, at, ...PEARS }] } });
    await heartbeat(stranger.deviceToken, changed('2026-11-26T04:01:00Z'));
    expect((await listed(field.token)).plans[0]?.changed).toBeNull();
    await heartbeat(deviceToken, changed('2026-11-26T04:12:00Z'));
    expect((await listed(field.token)).plans).toMatchObject([
      { state: 'in-force', changed: { at: '2026-11-26T04:12:00Z', ...PEARS } },
    ]);
    await heartbeat(deviceToken, changed('2027-01-01T00:00:00Z'));
    expect((await listed(field.token)).plans[0]?.changed?.at).toBe('2026-11-26T04:30:00.000Z');
  });

  it('is from now on and within 31 days, in units of at most 3 decimals, of codes in the lists', async () => {
    const field = await givenField();
    const { deviceId } = await field.recorder('Row 1');
    const status = async (more: object) => (await plan(field.token, [deviceId], more)).statusCode;
    expect(await status({ day: TODAY, time: '11:59' })).toBe(400);
    expect(await status({ day: TODAY, time: '12:00' })).toBe(200);
    expect(await status({ day: '2026-12-26', time: '23:59' })).toBe(200);
    expect(await status({ day: '2026-12-27', time: '00:00' })).toBe(400);
    for (const unitsPerScan of ['0', '0.000', '-1', '1.0001', '1e3', '1234567', ''])
      expect(await status({ unitsPerScan })).toBe(400);
    expect(await status({ lookup1Code: 'NONE' })).toBe(400);
    expect(await status({ lookup2Code: 'APP' })).toBe(400);
    expect(await status({ time: '24:00' })).toBe(400);
    expect((await plan(field.token, [])).statusCode).toBe(400);
    // A terminal is no Recorder, and another account's is not there.
    const elsewhere = await givenField();
    for (const id of [field.deviceId, (await elsewhere.recorder('Row 9')).deviceId, randomUUID()])
      expect((await plan(field.token, [deviceId, id], { time: '07:00' })).statusCode).toBe(404);
    expect((await listed(field.token)).plans.map(({ time }) => time)).toEqual(['12:00', '23:59']);
  });

  it('does not take the place of other work for the same time unless that is said', async () => {
    const field = await givenField();
    const [one, two] = [await field.recorder('Row 1'), await field.recorder('Row 2')];
    await plan(field.token, [one.deviceId]);
    const paul = await field.user(null, CORRECTS, 'Paul');
    const refused = await plan(paul, [two.deviceId, one.deviceId], PEARS);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Row 1: work is planned for 2026-11-26 06:00 already.',
    ]);
    expect((await listed(paul)).plans).toHaveLength(1);
    const answer = await plan(paul, [two.deviceId, one.deviceId], { ...PEARS, replace: true });
    expect(answer.json()).toEqual({ planned: 2, replaced: 1 });
    for (const { deviceToken } of [one, two])
      expect(await told(deviceToken)).toMatchObject([{ by: 'Paul Steyn', ...PEARS }]);
  });

  it('of two users at once is that of one of them', async () => {
    const field = await givenField();
    const { deviceId } = await field.recorder('Row 1');
    const answers = await Promise.all([plan(field.token, [deviceId]), plan(await field.user(), [deviceId], PEARS)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await listed(field.token)).plans).toHaveLength(1);
  });

  it('is withdrawn before its time and not after it', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    await plan(field.token, [deviceId], { time: '06:00' });
    t.clock.advance(1_000);
    await plan(field.token, [deviceId], { time: '10:00', ...PEARS });
    await told(deviceToken);
    const [six, ten] = (await listed(field.token)).plans;
    const stranger = await givenEmployer(t.db, { permissions: CORRECTS });
    const theirs = await givenSession(t.db, stranger.accountId, stranger.userId, { createdAt: ASKED });
    expect((await withdraw(theirs, six?._id ?? '')).statusCode).toBe(404);
    t.clock.set('2026-11-26T04:00:00Z');
    expect((await withdraw(field.token, six?._id ?? '')).statusCode).toBe(409);
    expect((await withdraw(field.token, ten?._id ?? '')).statusCode).toBe(200);
    expect((await withdraw(field.token, ten?._id ?? '')).statusCode).toBe(404);
    expect(await heartbeat(deviceToken)).toMatchObject({ syncRequested: true });
    expect(await told(deviceToken)).toMatchObject([{ _id: six?._id }]);
    const trail = await t.db.rows(
      z.object({ action: z.string(), target: z.string(), detail: z.string() }),
      sql`select action, target, detail from audit_entry where account_id = ${field.accountId} and action like 'work-plan%' order by audit_entry_id`,
    );
    const line = (verb: string, detail: string) => ({
      action: `work-plan.${verb}`,
      target: 'Row 1',
      detail: `from 2026-11-26 ${detail}`,
    });
    expect(trail).toEqual([
      line('set', '06:00: APP, B7, 1 per scan'),
      line('set', '10:00: PEA, 2.5 per scan'),
      line('withdraw', '10:00: PEA, 2.5 per scan'),
    ]);
  });

  it('that has begun is not replaced within its minute, so that what the Recorder said of it stays known', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    await plan(field.token, [deviceId], { day: TODAY, time: '12:00' });
    const [work] = await told(deviceToken);
    t.clock.advance(30_000);
    await heartbeat(deviceToken, { work: { taken: [work?._id], changed: [] } });
    for (const replace of [false, true]) {
      const refused = await plan(field.token, [deviceId], { day: TODAY, time: '12:00', ...PEARS, replace });
      expect([refused.statusCode, refused.json().errorCode, refused.json().message]).toEqual([
        ...[400, 'DATE_OUT_OF_RANGE', 'Row 1: work began at 12:00. Choose a later time.'],
      ]);
    }
    expect(await told(deviceToken)).toEqual([work]);
    expect((await plan(field.token, [deviceId], { day: TODAY, time: '12:01', ...PEARS })).statusCode).toBe(200);
    expect((await told(deviceToken)).map(({ lookup1Code }) => lookup1Code)).toEqual(['APP', 'PEA']);
  });

  it('of very many is listed as one of the latest 2,000, and the answer says that there are more', async () => {
    const field = await givenField();
    const [one, other] = [await field.recorder('Row 1'), await field.recorder('Row 2')];
    await t.db.run(sql`insert into work_plan (account_id, plan_id, device_id, day, start_time, units_per_scan, made_by_name, received_at)
      select ${field.accountId}, gen_random_uuid(), ${one.deviceId}, ${TOMORROW}::date + n / 1000, to_char(time '07:00' + n % 1000 * interval '1 minute', 'HH24:MI'),
        1, 'Maria', now() from generate_series(0, 1999) n`);
    expect(await listed(field.token)).toMatchObject({ isCut: false, plans: { length: 2_000 } });
    await plan(field.token, [other.deviceId]);
    const { isCut, plans } = await listed(field.token);
    expect([isCut, plans.length, plans.some(({ time }) => time === '06:00')]).toEqual([true, 2_000, false]);
  });

  it('stays in force until the next, through a night, for months; what was followed is told no more', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    for (const [time, work] of [
      ['18:00', APPLES],
      ['22:00', PEARS],
      ['23:30', APPLES],
    ] as const)
      await plan(field.token, [deviceId], { day: TODAY, time, ...work });
    t.clock.set('2026-11-25T22:30:00Z');
    expect((await told(deviceToken)).map(({ at }) => at)).toEqual(['2026-11-25T21:30:00.000Z']);
    expect((await listed(field.token)).plans.map(({ state }) => state)).toEqual(['past', 'past', 'in-force']);
    t.clock.set('2027-05-25T10:00:00Z');
    const fresh = await givenSession(t.db, field.accountId, field.userId, { createdAt: '2027-05-25T09:00:00Z' });
    expect((await listed(fresh)).plans.map(({ state }) => state)).toEqual(['past', 'past', 'in-force']);
    const later = { day: '2027-05-26' };
    await plan(fresh, [deviceId], later);
    expect((await told(deviceToken)).map(({ at }) => at)).toEqual([
      '2026-11-25T21:30:00.000Z',
      '2027-05-26T04:00:00.000Z',
    ]);
  });

  it('has the time of the account, over a change of the clock and of the zone', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    await t.db.run(sql`update account set time_zone = 'Europe/Berlin' where account_id = ${field.accountId}`);
    t.clock.set('2027-03-27T10:00:00Z');
    const token = await givenSession(t.db, field.accountId, field.userId, { createdAt: '2027-03-27T09:00:00Z' });
    const day = '2027-03-28';
    // 02:30 does not exist that day: it is 03:30, one instant with it, and the later of the two on the clock wins.
    for (const [time, work] of [
      ['01:30', APPLES],
      ['03:30', PEARS],
      ['02:30', APPLES],
      ['06:00', APPLES],
    ] as const)
      expect((await plan(token, [deviceId], { day, time, ...work })).statusCode, time).toBe(200);
    expect((await told(deviceToken)).map(({ at, lookup1Code }) => `${at.slice(11, 16)} ${lookup1Code}`)).toEqual([
      '00:30 APP',
      '01:30 APP',
      '01:30 PEA',
      '04:00 APP',
    ]);
    t.clock.set('2027-03-28T02:00:00Z');
    expect((await told(deviceToken)).map(({ lookup1Code }) => lookup1Code)).toEqual(['PEA', 'APP']);
  });

  it('is one of at most 50 to come', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    await t.db.run(sql`insert into work_plan (account_id, plan_id, device_id, day, start_time, units_per_scan, made_by_name, received_at)
      select ${field.accountId}, gen_random_uuid(), ${deviceId}, ${TOMORROW}::date, '07:' || lpad(n::text, 2, '0'), 1, 'Maria', now()
      from generate_series(0, 48) n`);
    expect((await plan(field.token, [deviceId], { day: TODAY, time: '12:00' })).statusCode).toBe(200);
    expect((await plan(field.token, [deviceId])).statusCode).toBe(200);
    const refused = await plan(field.token, [deviceId], { time: '06:01' });
    expect([refused.statusCode, refused.json().errorCode]).toEqual([409, 'LIMIT_REACHED']);
    expect(await told(deviceToken)).toHaveLength(51);
    expect((await plan(field.token, [deviceId], { ...PEARS, replace: true })).statusCode).toBe(200);
  });

  it('goes with its Recorder', async () => {
    const field = await givenField();
    const { deviceId } = await field.recorder('Row 1');
    await plan(field.token, [deviceId]);
    const answer = await t.ask(`/v2/device/by-account/${field.accountId}/${deviceId}`, {
      token: field.admin,
      method: 'DELETE',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { count } = await t.db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from work_plan where account_id = ${field.accountId}`,
    );
    expect([count, (await listed(field.token)).recorders]).toEqual([0, []]);
  });
});

describe('a user with a scope', () => {
  it('plans for Recorders that only their people use, and products of theirs', async () => {
    const field = await givenField();
    const { accountId, group } = field;
    const crew = await givenGroup(t.db, accountId, 'employee');
    const night = await givenGroup(t.db, accountId, 'time');
    const mine = await field.person('1', { employeeGroupId: crew });
    const theirs = await field.person('2', { timeGroupId: night });
    const own = await field.recorder('Own', [mine]);
    const shared = await field.recorder('Shared', [mine, theirs]);
    const open = await field.recorder('Open');
    const crews = (await listed(field.token)).recorders.map(({ name, crewIds }) => [name, crewIds] as const);
    expect(Object.fromEntries(crews)).toEqual({ Own: [crew], Shared: [crew], Open: [] });
    for (const { deviceId } of [own, shared, open]) await plan(field.token, [deviceId], PEARS);
    const reached = async (scope: UserScope) => {
      const token = await field.user(scope);
      const { recorders, plans } = await listed(token);
      for (const { deviceId } of [own, shared, open]) {
        const isThere = recorders.some(({ _id }) => _id === deviceId);
        expect((await plan(token, [deviceId], { time: '09:00', replace: true })).statusCode === 200).toBe(isThere);
      }
      return [recorders.map(({ name }) => name), plans.length];
    };
    expect(await reached({ timeGroups: [group] })).toEqual([['Own'], 1]);
    expect(await reached({ employeeGroups: [crew] })).toEqual([['Own'], 2]);
    expect(await reached({ devices: [open.deviceId] })).toEqual([['Open'], 1]);
    expect(await reached({ timeGroups: [group], devices: [open.deviceId] })).toEqual([[], 0]);
    expect(await reached({ timeGroups: [randomUUID()] })).toEqual([[], 0]);

    const apples = await field.user({ lookup1: [field.products.apples] });
    expect((await listed(apples)).plans.every(({ lookup1Code }) => lookup1Code === 'APP')).toBe(true);
    expect((await plan(apples, [own.deviceId], { time: '10:00', ...PEARS })).statusCode).toBe(400);
    expect((await plan(apples, [own.deviceId], { time: '10:00', lookup1Code: null })).statusCode).toBe(400);
    expect((await plan(apples, [own.deviceId], { time: '10:00' })).statusCode).toBe(200);
    // A plan of other products is neither replaced nor withdrawn, nor named.
    const refused = await plan(apples, [own.deviceId], { replace: true });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).not.toContain('PEA');
    const pears = (await listed(field.token)).plans.find((one) => one.lookup1Code === 'PEA');
    expect((await withdraw(apples, pears?._id ?? '')).statusCode).toBe(404);
  });

  it('does not see what was counted instead of a plan where that is no product of theirs', async () => {
    const field = await givenField();
    const { deviceId, deviceToken } = await field.recorder('Row 1');
    await plan(field.token, [deviceId]);
    const [work] = await told(deviceToken);
    t.clock.set('2026-11-26T04:30:00Z');
    const changed = [{ planId: work?._id, at: '2026-11-26T04:12:00Z', ...PEARS }];
    await heartbeat(deviceToken, { work: { taken: [], changed } });
    const apples = await field.user({ lookup1: [field.products.apples] });
    expect((await listed(apples)).plans).toMatchObject([{ lookup1Code: 'APP', changed: null }]);
    expect((await listed(field.token)).plans).toMatchObject([{ changed: PEARS }]);
    const pears = await field.user({ lookup1: [field.products.pears] });
    expect((await listed(pears)).plans).toEqual([]);
  });

  it('or without the right to correct plans nothing', async () => {
    const field = await givenField();
    const { deviceId } = await field.recorder('Row 1');
    const reader = await field.user(null, EMPLOYER_PERMISSIONS);
    expect((await plan(reader, [deviceId])).statusCode).toBe(401);
    expect((await t.ask('/v2/work-plans', { token: reader })).statusCode).toBe(401);
  });
});

it('comes back with a backup, and goes with the account', async () => {
  const field = await givenField();
  const { deviceId, deviceToken } = await field.recorder('Row 1');
  await plan(field.token, [deviceId]);
  const [work] = await told(deviceToken);
  const changed = [{ planId: work?._id, at: ASKED, ...PEARS }];
  await heartbeat(deviceToken, { work: { taken: [work?._id], changed } });
  const before = (await listed(field.token)).plans;
  expect(before).toMatchObject([{ takenAt: ASKED.replace('Z', '.000Z'), changed: { at: ASKED } }]);
  const calls = backupCalls(t, () => field.admin);
  const { archive } = await calls.backUp(field.accountId);
  expect((await withdraw(field.token, before[0]?._id ?? '')).statusCode).toBe(200);
  await plan(field.token, [deviceId], { time: '08:00' });
  await calls.restore(archive, field.accountId, 'replace', ['Clock Records']);
  expect((await listed(field.token)).plans.filter(({ time }) => time === '06:00')).toEqual(before);
  await t.db.run(sql`delete from account where account_id = ${field.accountId}`);
  const { count } = await t.db.single(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from work_plan where account_id = ${field.accountId}`,
  );
  expect(count).toBe(0);
});
