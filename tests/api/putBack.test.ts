import { expect, it } from 'vitest';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** An entity that GET answers can be changed and sent back by PUT: its read-only keys are ignored, unknown ones are refused. */

const t = useTestApp();

/** Sends an entity back with a change, and expects to read it so; then with a key that no version knows. */
async function expectTakenBack(
  token: string,
  path: string,
  read: () => Promise<Record<string, unknown>>,
  change: object,
) {
  const entity = await read();
  const sent = await t.ask(path, { token, method: 'PUT', body: { ...entity, ...change } });
  expect(sent.statusCode, sent.body).toBe(200);
  const { modifiedAt: _1, modifiedBy: _2, basis: _3, ...rest } = { ...entity, ...change } as Record<string, unknown>;
  expect(await read()).toMatchObject(rest);
  const unknown = await t.ask(path, { token, method: 'PUT', body: { ...(await read()), colour: 'red' } });
  expect([unknown.statusCode, unknown.json().message]).toEqual([400, expect.stringContaining('colour')]);
}
const json = async (token: string, url: string) => (await t.ask(url, { token })).json();

it('an account, its settings, a user, a device', async () => {
  const { token } = await givenAdmin(t.db);
  const employer = await givenEmployer(t.db, {});
  const { accountId, userId } = employer;
  const account = `/v2/account/${accountId}`;
  await expectTakenBack(token, account, () => json(token, account), { name: 'Another name' });
  const settings = `/v2/account/settings/${accountId}`;
  await expectTakenBack(token, settings, () => json(token, settings), { correctionDays: 30 });
  const user = `/v2/user/${userId}`;
  await expectTakenBack(token, user, () => json(token, user), { firstName: 'Thandi' });
  const { deviceId } = await givenDevice(t.db, accountId, { kind: 'unmanaged' });
  const devices = async () => (await json(token, `/v2/device/by-account/${accountId}`)).devices[0];
  await expectTakenBack(token, `/v2/device/by-account/${accountId}/${deviceId}`, devices, {
    description: 'Gate phone',
  });
});

it('an alert', async () => {
  const { token } = await givenEmployer(t.db, {});
  const body = {
    description: 'Who is missing',
    category: 'attendance',
    viaEmail: false,
    emailRecipients: [],
    daysOfWeek: [1, 2],
    times: [{ enabled: true, time: '08:00' }],
    targetGroups: [],
  };
  const { _id } = (await t.ask('/v2/alert', { token, body })).json();
  const read = async () => (await json(token, '/v2/alert/by-category/attendance')).results[0];
  await expectTakenBack(token, `/v2/alert/${_id}`, read, { daysOfWeek: [3] });
});

it('a group and a holiday of the set-up', async () => {
  const { token } = await givenEmployer(t.db, { permissions: ['Setup.MANAGE'] });
  for (const [path, body, change] of [
    ['/v2/setup/groups', { kind: 'time', name: 'Day' }, { name: 'Days' }],
    ['/v2/setup/holidays', { date: '2026-12-25', name: 'Christmas', timeGroupId: null }, { name: 'Christmas Day' }],
  ] as const) {
    const made = await t.ask(path, { token, body });
    expect(made.statusCode, made.body).toBe(200);
    const read = async () =>
      Object.values((await json(token, path)) as Record<string, Record<string, unknown>[]>)[0]?.[0] ?? {};
    await expectTakenBack(token, `${path}/${(await read())._id}`, read, change);
  }
});
