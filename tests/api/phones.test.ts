import { expect, it } from 'vitest';
import { givenAccount, givenAdmin, givenSession, givenUser } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function given() {
  const accountId = await givenAccount(t.db);
  const userId = await givenUser(t.db, accountId, { permissions: ['Setup.MANAGE'] });
  const token = await givenSession(t.db, accountId, userId, { ttlSeconds: 30 * 86_400 });
  const ask = (path: string, body?: object, by = token) => t.ask(`/v2${path}`, { token: by, body });
  const activate = (code: string) =>
    t.ask('/v2/rc/activate', { body: { activationToken: code, deviceInfo: { platform: 'Web' } } });
  return { accountId, ask, activate };
}

it('an owner adds a phone by a name alone; its code opens the Recorder once', async () => {
  const { ask, activate } = await given();
  expect((await ask('/setup/phones', { name: ' ' })).statusCode).toBe(400);
  const added = await ask('/setup/phones', { name: 'Gate phone' });
  expect(added.statusCode, added.body).toBe(200);
  const { id, activationToken } = added.json();
  const listed = async () => (await ask('/setup/phones')).json().phones;
  expect(await listed()).toEqual([{ _id: id, name: 'Gate phone', isActivated: false, lastActive: null }]);
  const opened = await activate(activationToken);
  expect(opened.statusCode, opened.body).toBe(200);
  expect(await listed()).toMatchObject([{ name: 'Gate phone', isActivated: true }]);
  expect((await activate(activationToken)).statusCode).not.toBe(200);
});

it('phones of another account, terminals and users without the right are out of reach', async () => {
  const { accountId, ask } = await given();
  const otherId = await givenAccount(t.db);
  const other = await givenDevice(t.db, otherId, { kind: 'unmanaged', isActivated: false });
  const terminal = await givenDevice(t.db, accountId);
  expect((await ask(`/setup/phones/${other.deviceId}/code`, {})).statusCode).toBe(404);
  expect((await ask(`/setup/phones/${terminal.deviceId}/code`, {})).statusCode).toBe(409);
  expect((await ask(`/setup/phones?accountId=${otherId}`)).statusCode).toBe(404);
  expect((await ask('/setup/phones')).json().phones).toEqual([]);
  const plain = await givenUser(t.db, accountId, { permissions: ['Stats.GET_ATTENDANCE_INFORMATION'] });
  const token = await givenSession(t.db, accountId, plain);
  const refused = await ask('/setup/phones', { name: 'Gate' }, token);
  expect(refused.json().errorCode).toBe('PERMISSION_DENIED');
  const { token: admin } = await givenAdmin(t.db);
  expect((await ask(`/setup/phones?accountId=${otherId}`, undefined, admin)).json().phones).toHaveLength(1);
});

it('a code that ran out is replaced; one of a phone that records is not', async () => {
  const { ask, activate } = await given();
  const { id, activationToken } = (await ask('/setup/phones', { name: 'Tablet' })).json();
  t.clock.advance(25 * 3_600_000);
  expect((await activate(activationToken)).statusCode).not.toBe(200);
  const renewed = await ask(`/setup/phones/${id}/code`, {});
  expect(renewed.statusCode, renewed.body).toBe(200);
  expect((await activate(renewed.json().activationToken)).statusCode).toBe(200);
  const refused = await ask(`/setup/phones/${id}/code`, {});
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'This phone records already: ask an administrator for a new code.',
  ]);
});
