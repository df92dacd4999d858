import { expect, test } from 'vitest';
import { z } from 'zod';
import { pinBits } from '#contract/figures/ownDayFigures.ts';
import { derive, opens } from '#recorder/app/code.ts';
import { buildApp } from '#server/app.ts';
import { openPin, toldCheck } from '#server/attendance/ownDays/pin.ts';
import { sql } from '#server/platform/db/db.ts';
import { LIMITS } from '#server/platform/http/rateLimit.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { useTestApp } from '../support/testApp.ts';

/** The PIN with which an employee answers to their own days on a Recorder (docs/reference/privacy.md#their-own-day). */
const t = useTestApp();

async function givenOffice() {
  const accountId = await givenAccount(t.db);
  const { userId } = await givenEmployer(t.db, { accountId, permissions: ['Setup.MANAGE'] });
  const token = await givenSession(t.db, accountId, userId, { createdAt: t.clock.now().toISOString() });
  const ann = await givenEmployee(t.db, accountId, { number: '4711', firstName: 'Ann', lastName: 'Lee' });
  await givenEmployee(t.db, accountId, { number: '4712', firstName: 'Bob', lastName: 'Orr' });
  const system = await givenAdmin(t.db);
  const admin = await givenSession(t.db, system.accountId, system.userId, { createdAt: t.clock.now().toISOString() });
  const made = await t.ask(`/v2/device/v2/for-account/${accountId}`, {
    token: admin,
    body: { serialNumber: `PIN${accountId.slice(-6)}`, imei: '350' },
  });
  const { activationToken, id: deviceId } = made.json();
  const { deviceToken } = (await t.ask('/v2/rc/activate', { method: 'POST', body: { activationToken } })).json();
  let cursor: string | null = null;
  const sync = async () => {
    const body = { sentAt: t.clock.now().toISOString(), cursor };
    const answer = await t.ask('/v2/rc/sync', { method: 'POST', token: deviceToken, body });
    expect(answer.statusCode, answer.body).toBe(200);
    cursor = answer.json().cursor;
    return answer.json();
  };
  /** Fetches what changed for a Recorder; returns each changed employee's PIN by number. */
  const fetchPins = async (): Promise<Record<string, string | undefined>> => {
    return Object.fromEntries(
      (await sync()).employees.map((one: { number: string; pinCheck?: string }) => [one.number, one.pinCheck]),
    );
  };
  const path = (what: string) => `/v2/setup/employees/${ann}/own-days-${what}`;
  const make = async () => t.ask(path('pin'), { token, body: {} });
  const end = async () => t.ask(path('pin'), { token, method: 'DELETE' });
  const hasPin = async () => (await t.ask(path('link'), { token })).json().hasPin as boolean;
  const sealed = async (accountOf = accountId) =>
    (
      await t.db.single(
        z.object({ pin: z.string().nullable() }),
        sql`select own_days_pin as pin from employee where account_id = ${accountOf} and number = '4711'`,
      )
    ).pin;
  return { accountId, admin, token, ann, deviceId, path, make, end, hasPin, sealed, sync, fetchPins };
}
/** Returns true if a Recorder that was told `told` finds no slip in the PIN. */
const takes = async (told: string | undefined, pin: string) => {
  const [salt = '', bits = ''] = (told ?? '').split('.');
  return pinBits(await derive(pin, salt)) === bits;
};

test('a PIN is told once, stored sealed, and sent to the Recorder, which derives it the same way', async () => {
  const { make, end, hasPin, sealed, fetchPins, accountId } = await givenOffice();
  expect(await fetchPins()).toEqual({ '4711': undefined, '4712': undefined });
  expect(await hasPin()).toBe(false);
  const { pin } = (await make()).json();
  expect(pin).toMatch(/^\d{4}$/);
  expect(await hasPin()).toBe(true);
  const told = await fetchPins();
  expect(Object.keys(told)).toEqual(['4711']);
  expect(await takes(told['4711'], pin)).toBe(true);
  // Of the hash a Recorder is told 6 bits: it could guess the PIN from more.
  expect(told['4711']).toMatch(/^[0-9a-f]{32}\.[0-9a-f]{1,2}$/);
  expect(await fetchPins()).toEqual({});
  expect(await sealed()).toMatch(/^s1\./);
  expect(await sealed()).not.toContain(told['4711']);

  const second = (await make()).json().pin;
  const toldAnew = (await fetchPins())['4711'];
  expect(toldAnew).not.toBe(told['4711']);
  expect(await takes(toldAnew, second)).toBe(true);
  expect((await end()).statusCode).toBe(200);
  expect((await end()).statusCode).toBe(404);
  expect([await hasPin(), await sealed()]).toEqual([false, null]);
  expect(await fetchPins()).toEqual({ '4711': undefined });
  const trail = await t.db.rows(
    z.object({ action: z.string(), target: z.string(), detail: z.string().nullable() }),
    sql`select action, target, detail from audit_entry where account_id = ${accountId} and action like 'ownDays.%' order by audit_entry_id`,
  );
  expect(trail.map(({ action }) => action).sort()).toEqual(['ownDays.pin', 'ownDays.pin', 'ownDays.pinEnd']);
  expect(JSON.stringify(trail)).not.toContain(pin);
  expect(trail[0]?.target).toBe('4711 Ann Lee');
});

test('it is of one account, needs the right to set up, and ends when the employee leaves', async () => {
  const { accountId, ann, token, path, make, sealed, hasPin } = await givenOffice();
  const other = await givenOffice();
  for (const request of [{ body: {} }, { method: 'DELETE' as const }]) {
    expect((await t.ask(path('pin'), { token: other.token, ...request })).statusCode).toBe(404);
    const reader = await givenEmployer(t.db, { accountId, permissions: ['Stats.GET_ATTENDANCE_INFORMATION'] });
    const session = { createdAt: t.clock.now().toISOString() };
    const readers = await givenSession(t.db, accountId, reader.userId, session);
    expect((await t.ask(path('pin'), { token: readers, ...request })).json().errorCode).toBe('PERMISSION_DENIED');
  }
  await make();
  await t.db.run(sql`update employee set system_id = 'CSV' where employee_id = ${ann}`);
  const { employees } = (await t.ask('/v2/setup/employees', { token })).json();
  const { basis } = employees.find(({ _id }: { _id: string }) => _id === ann);
  const inactiveFrom = t.clock.now().toISOString().slice(0, 10);
  const body = { basis, inactiveFrom };
  const left = await t.ask(`/v2/setup/employees/${ann}`, { token, method: 'PUT', body });
  expect(left.statusCode, left.body).toBe(200);
  expect([await hasPin(), await sealed()]).toEqual([false, null]);
  expect((await make()).json()).toMatchObject({ errorCode: 'CONFLICT' });
});

test('a backup brings it back, in another account of the installation too; from another installation none comes', async () => {
  const { accountId, admin, ann, make, end, sealed, fetchPins } = await givenOffice();
  const { secrets } = t.services;
  const { pin } = (await make()).json();
  const check = openPin(secrets, { accountId, employeeId: ann }, await sealed());
  const { backUp, restore } = backupCalls(t, () => admin);
  const { archive } = await backUp(accountId);
  await end();
  await fetchPins();
  expect((await restore(archive, accountId, 'replace', ['Employees'])).status).toMatchObject({ status: 'Successful' });
  expect(await takes((await fetchPins())['4711'], pin)).toBe(true);

  const other = await givenAccount(t.db);
  expect((await restore(archive, other, 'replace', ['Employees'])).status).toMatchObject({ status: 'Successful' });
  const moved = await sealed(other);
  expect(openPin(secrets, { accountId: other, employeeId: ann }, moved)).toBe(check);
  expect(openPin(secrets, { accountId, employeeId: ann }, moved)).toBeUndefined();

  await t.db.run(sql`update employee set own_days_pin = 's1.of-another-key' where employee_id = ${ann}`);
  const foreign = await backUp(accountId);
  expect((await restore(foreign.archive, other, 'replace', ['Employees'])).status).toMatchObject({
    status: 'Successful',
  });
  expect(await sealed(other)).toBeNull();
});

test('a Recorder from which a person was taken hears no more of their PIN, nor one that only others use', async () => {
  const { accountId, admin, make, ann, deviceId, sync } = await givenOffice();
  await make();
  expect((await sync()).employees.map(({ pinCheck }: { pinCheck?: string }) => pinCheck !== undefined)).toEqual([
    true,
    false,
  ]);
  const bob = (
    await t.db.single(
      z.object({ id: z.string() }),
      sql`select employee_id as id from employee where account_id = ${accountId} and number = '4712'`,
    )
  ).id;
  const only = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, {
    ...{ token: admin, method: 'PUT' },
    body: { employeeIds: [bob], description: 'Row 12' },
  });
  expect(only.statusCode, only.body).toBe(200);
  await make();
  const { employees } = await sync();
  expect(employees).toMatchObject([{ _id: ann, isActive: false }]);
  expect(JSON.stringify(employees)).not.toMatch(/pin/);
  await make();
  expect((await sync()).employees).toEqual([]);
});

test('PINs that are made at once are one: the Recorder takes the last, and no other', async () => {
  const { accountId, ann, make, fetchPins, sealed } = await givenOffice();
  await fetchPins();
  const made = await Promise.all([make(), make(), make()]);
  const check = openPin(t.services.secrets, { accountId, employeeId: ann }, await sealed()) ?? '';
  expect((await fetchPins())['4711']).toBe(toldCheck(check));
  const [salt = '', hash = ''] = check.split('.');
  const taken = await Promise.all(
    [...new Set(made.map((one) => one.json().pin as string))].map((pin) => opens({ salt, hash }, pin)),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('a user who is limited to some people makes and ends none, nor does anybody for who was deleted', async () => {
  const { accountId, ann, token, path, sealed } = await givenOffice();
  const { userId } = await givenEmployer(t.db, {
    ...{ accountId, permissions: ['Setup.MANAGE', 'Stats.GET_ATTENDANCE_INFORMATION'] },
    scope: { employeeGroups: [crypto.randomUUID()] },
  });
  const limited = await givenSession(t.db, accountId, userId, { createdAt: t.clock.now().toISOString() });
  const requests = [{ body: {} }, { method: 'DELETE' as const }];
  for (const request of requests)
    expect((await t.ask(path('pin'), { token: limited, ...request })).json().errorCode).toBe('OUT_OF_SCOPE');
  expect((await t.ask(path('link'), { token: limited })).json().errorCode).toBe('OUT_OF_SCOPE');
  await t.db.run(sql`update employee set deleted_at = now() where employee_id = ${ann}`);
  for (const request of requests) expect((await t.ask(path('pin'), { token, ...request })).statusCode).toBe(404);
  expect(await sealed()).toBeNull();
});

test('PINs are made so often a minute, and counted before one is derived', async () => {
  const { rateLimits: _, ...config } = t.services.config;
  const limited = await buildApp({ ...t.services, config, jobs: createInProcessJobs() });
  const { token, path } = await givenOffice();
  const ask = (method: 'POST' | 'DELETE') =>
    limited.inject({ method, url: path('pin'), headers: { authorization: token } });
  for (let nth = 0; nth < LIMITS.setup.burst; nth += 1) expect((await ask('DELETE')).statusCode).toBe(404);
  const refused = await ask('POST');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  await limited.close();
});
