import { describe, expect, it } from 'vitest';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Rights that decide where a terminal's punches are believed from, and whom it is told about (third review, finding 3). */
const t = useTestApp();
const { send, http, records } = useTerminals(t);
const second = (method: string, target: string, body?: string) =>
  http({ from: '127.0.1.2' }).send(method, target, body);
const attlog = (serial: string) => `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;
const standings = async (accountId: string) => (await records(accountId)).map(({ standing }) => standing);

/** A terminal that called from its own network, and a punch of each of two employees that waits from another one. */
async function waiting() {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, { storeTemplates: true });
  const ann = await givenEmployee(t.db, accountId, { timeId: '5' });
  const bob = await givenEmployee(t.db, accountId, { timeId: '6', firstName: 'Bob', lastName: 'T' });
  const { deviceId, serialNumber: serial } = await givenDevice(t.db, accountId);
  await send('GET', `/iclock/ping?SN=${serial}`);
  await second('POST', attlog(serial), '5\t2026-11-20 09:00:00\t0\t1\n6\t2026-11-20 09:01:00\t0\t1');
  const user = (...permissions: Permission[]) =>
    givenEmployer(t.db, { accountId, permissions: [...EMPLOYER_PERMISSIONS, ...permissions] });
  const records = (token: string, decision = 'accept') =>
    t.ask(`/v2/device/${deviceId}/quarantine`, { token, body: { origin: '127.0.1.0/24', decision } });
  const network = (token: string, network: string, scope = 'network') =>
    t.ask(`/v2/device/${deviceId}/networks`, { token, body: { network, decision: 'accept', scope } });
  return { admin, accountId, ann, bob, deviceId, serial, user, records, network };
}

describe('a user without a right of their own for it', () => {
  it('decides neither about a network nor about what waits from there', async () => {
    const { accountId, user, records, network } = await waiting();
    const viewer = await user();
    for (const scope of ['network', 'range', 'anywhere'])
      expect((await network(viewer.token, '127.0.1.0/24', scope)).json()).toMatchObject({
        errorCode: 'PERMISSION_DENIED',
      });
    expect((await records(viewer.token)).json()).toMatchObject({ errorCode: 'PERMISSION_DENIED' });
    expect(await standings(accountId)).toEqual(['quarantined', 'quarantined']);
  });

  it('with Attendance.CORRECT decides about records, which trusts nothing that comes later', async () => {
    const { accountId, serial, user, records, network } = await waiting();
    const { token } = await user('Attendance.CORRECT');
    expect((await network(token, '127.0.1.0/24')).statusCode).toBe(401);
    expect((await records(token)).json()).toEqual({ records: 2 });
    expect(await standings(accountId)).toEqual(['counted', 'counted']);
    expect((await second('GET', `/iclock/cdata?SN=${serial}&PIN=6`)).body).toBe('NONE');
    await second('POST', attlog(serial), '6\t2026-11-20 09:02:00\t0\t1');
    expect(await standings(accountId)).toEqual(['counted', 'counted', 'quarantined']);
  });

  it('an administrator makes no secret path and no reload of the history without the right, but an activation code with the one to add devices', async () => {
    const { accountId, deviceId } = await waiting();
    const { deviceId: phone } = await givenDevice(t.db, accountId, { kind: 'unmanaged' });
    const { token } = await givenAdmin(t.db, {
      permissions: ['Device.GET', 'Device.UPDATE', 'Device.COMMAND', 'Device.CREATE_FOR_ACCOUNT'],
    });
    const of = `/v2/device/by-account/${accountId}/${deviceId}`;
    const options = (body: object) => t.ask(`${of}/options`, { method: 'PUT', token, body });
    expect((await options({ useSecretPath: true })).statusCode).toBe(401);
    expect((await options({ useSecretPath: false, directions: 'trust' })).statusCode).toBe(200);
    for (const command of ['RELOAD_HISTORY', 'FORGET_NETWORKS', 'REREGISTER'])
      expect((await t.ask(`${of}/commands`, { token, body: { command } })).statusCode, command).toBe(401);
    expect((await t.ask(`${of}/commands`, { token, body: { command: 'CHECK' } })).statusCode).toBe(200);
    const code = { token, body: { deviceId: phone } };
    const path = `/v2/device/regenerate-activation/for-account/${accountId}`;
    expect((await t.ask(path, code)).statusCode).toBe(200);
    expect((await t.ask(`/v2/device/by-account/${accountId}/${phone}/activation-code`, { token })).statusCode).toBe(
      200,
    );
    const send = `/v2/device/send-activation-code/for-account/${accountId}`;
    const mail = { deviceId: phone, destinationAddress: 'gate@farm.test' };
    expect((await t.ask(send, { token, body: mail })).statusCode).toBe(200);
    const { token: none } = await givenAdmin(t.db, { permissions: ['Device.GET', 'Device.UPDATE', 'Device.COMMAND'] });
    expect((await t.ask(path, { ...code, token: none })).statusCode).toBe(401);
    expect((await t.ask(send, { token: none, body: mail })).statusCode).toBe(401);
  });
});

it('nobody decides about records of their own employee: those wait for somebody else', async () => {
  const { accountId, ann, user, records } = await waiting();
  const { token, userId } = await user('Attendance.CORRECT');
  await t.db.run(sql`update app_user set employee_id = ${ann} where user_id = ${userId}`);
  expect((await records(token)).json()).toEqual({ records: 1 });
  expect(await standings(accountId)).toEqual(['quarantined', 'counted']);
  for (const decision of ['accept', 'reject'])
    expect((await records(token, decision)).json()).toMatchObject({ errorCode: 'OWN_RECORD' });
  // Nor by the way of records older than 45 days, nor with the right to decide about networks.
  const owner = await user('Attendance.CORRECT', 'Device.MANAGE_NETWORKS');
  await t.db.run(sql`update app_user set employee_id = ${ann} where user_id = ${owner.userId}`);
  await t.db.run(sql`update clock_record set source = split_part(source, '@', 1) || '@age'
    where account_id = ${accountId} and standing = 'quarantined'`);
  const { deviceId } = await t
    .ask('/v2/device', { token })
    .then((answer) => ({ deviceId: answer.json().devices[0]._id }));
  const old = { token: owner.token, body: { origin: 'age', decision: 'accept' } };
  expect((await t.ask(`/v2/device/${deviceId}/quarantine`, old)).json()).toMatchObject({ errorCode: 'OWN_RECORD' });
  expect(await standings(accountId)).toEqual(['quarantined', 'counted']);
});

it('an Owner accepts a network that the terminal has called from, and no other', async () => {
  const { accountId, serial, user, network } = await waiting();
  const { token } = await user('Device.MANAGE_NETWORKS');
  for (const scope of ['network', 'range', 'anywhere'])
    expect((await network(token, '127.9.0.0/24', scope)).statusCode, scope).toBe(409);
  expect((await network(token, '*')).statusCode).toBe(409);
  expect((await second('GET', `/iclock/cdata?SN=${serial}&PIN=6`)).body).toBe('NONE');
  expect((await network(token, '127.0.1.0/24')).json()).toEqual({ records: 2 });
  expect(await standings(accountId)).toEqual(['counted', 'counted']);
});

it('a terminal hears names of those only who are assigned to it, whatever it asks for', async () => {
  const { admin, accountId, deviceId, serial, bob } = await waiting();
  const ask = (pin: string) => send('GET', `/iclock/cdata?SN=${serial}&PIN=${pin}`);
  expect((await ask('6')).body).toBe('NONE');
  await t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, {
    method: 'PUT',
    token: admin.token,
    body: { employeeIds: [bob], description: 'Gate' },
  });
  expect((await ask('6')).body).toContain('USERINFO PIN=6\tName=Bob T');
  expect((await ask('5')).body).toBe('NONE');
});
