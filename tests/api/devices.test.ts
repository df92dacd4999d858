import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function office() {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const post = (path: string, body: object) => t.ask(`/v2/device/${path}/for-account/${accountId}`, { token, body });
  const list = async () => (await t.ask(`/v2/device/by-account/${accountId}`, { token })).json().devices;
  const put = (deviceId: string, body: object) =>
    t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, { method: 'PUT', token, body });
  const at = (deviceId: string, rest: string) => `/v2/device/by-account/${accountId}/${deviceId}/${rest}`;
  return { token, accountId, post, list, put, at };
}
const version = async (accountId: string) =>
  (
    await t.db.single(
      z.object({ v: z.int() }),
      sql`select data_version::int as v from account where account_id = ${accountId}`,
    )
  ).v;

describe('adding devices', () => {
  it('enrols a terminal by its serial number, which belongs to one account', async () => {
    const { post, list, token } = await office();
    expect((await post('adms', { serial: '' })).statusCode).toBe(400);
    expect((await post('adms', { serial: 'no.dots' })).statusCode).toBe(400);
    const made = await post('adms', { serial: ' X9-1 ' });
    expect(made.statusCode).toBe(200);
    expect(await list()).toMatchObject([
      {
        _id: made.json().id,
        deviceType: 'ADMS',
        kind: 'adms',
        isOffline: false,
        description: 'New Device',
        lastActive: null,
        serialNumber: 'X9-1',
        imei: null,
        mdmProfile: null,
        employeeIds: [],
        isActivated: false,
        createdBy: expect.stringContaining('Uma User'),
      },
    ]);
    const other = await givenAccount(t.db);
    const again = await t.ask(`/v2/device/adms/for-account/${other}`, { token, body: { serial: 'X9-1' } });
    expect([again.statusCode, again.json().errorCode]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('names any new device and gives it its employees in the same act, or adds none', async () => {
    const { accountId, post, list } = await office();
    const mine = await givenEmployee(t.db, accountId, { number: '7', timeId: '42' });
    const foreign = await givenEmployee(t.db, await givenAccount(t.db), { number: '7', timeId: '42' });
    const both = { serialNumber: 'PH1', imei: '350' };
    const bodies = {
      adms: { serial: 'N1' },
      v2: both,
      standalone: { ...both, serialNumber: 'PH2', make: 'Acme', model: 'T1' },
      mdm: { ...both, serialNumber: 'PH3', profile: 'Open' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const refused = await post(path, { ...body, description: 'Gate A', employeeIds: [mine, foreign] });
      expect([path, refused.statusCode]).toEqual([path, 400]);
      expect((await post(path, { ...body, description: '  ' })).statusCode).toBe(400);
    }
    expect(await list()).toEqual([]);
    for (const [path, body] of Object.entries(bodies))
      await post(path, { ...body, description: ' Gate A ', employeeIds: [mine, mine] });
    const same = { description: 'Gate A', employeeIds: [mine], firstContact: null, lastData: null, records: 0 };
    expect(await list()).toMatchObject([same, same, same, same]);
  });

  it('adds unmanaged and standalone devices with a code that works once for a day', async () => {
    const { post, list } = await office();
    const both = { serialNumber: 'PH1', imei: '350' };
    expect((await post('v2', { serialNumber: '  ', imei: '1' })).statusCode).toBe(400);
    expect((await post('standalone', both)).statusCode).toBe(400);
    const unmanaged = (await post('v2', both)).json();
    expect(unmanaged).toEqual({
      id: expect.any(String),
      activationToken: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{8}$/),
      expiresAt: '2026-11-21T10:00:00.000Z',
    });
    expect((await post('v2', both)).statusCode).toBe(409);
    await post('standalone', { serialNumber: 'PH2', imei: '351', make: 'Samsung', model: 'A5' });
    const kinds = (await list()).toSorted((a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? 1 : -1));
    expect(kinds).toMatchObject([
      { kind: 'unmanaged', deviceType: 'V2', isOffline: false, deviceInfo: null },
      {
        kind: 'standalone',
        deviceType: 'V2',
        isOffline: true,
        deviceInfo: { make: 'Samsung', model: 'A5', platform: null },
      },
    ]);
  });

  it('gives a managed device a picture at an address that cannot be guessed and that stops working with the code', async () => {
    const { post } = await office();
    const body = { serialNumber: 'PH1', imei: '350', profile: 'Restricted (APN)', deviceType: 'V2', qrCodeSize: 512 };
    const { enrollmentQrCodeUrl } = (await post('mdm', body)).json();
    const url = new URL(enrollmentQrCodeUrl);
    expect(url.origin).toBe('https://tallyboard.test');
    const code = url.pathname.split('/').at(-1) ?? '';
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
    const picture = await t.ask(url.pathname);
    expect(picture.headers['content-type']).toBe('image/png');
    const bytes = picture.rawPayload;
    expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
      'PNG',
      512,
      512,
    ]);
    expect((await t.ask(`/v2/device/enrolment-qr/guess/${code}`)).statusCode).toBe(404);
    expect((await t.ask('/v2/rc/activate', { body: { activationToken: code } })).statusCode).toBe(200);
    expect((await t.ask(url.pathname)).statusCode).toBe(404);
  });

  it('is for administrators, of accounts that exist', async () => {
    const { token, accountId } = await office();
    const employer = await givenEmployer(t.db, { accountId });
    const body = { serial: 'X9' };
    const refused = await t.ask(`/v2/device/adms/for-account/${accountId}`, { token: employer.token, body });
    expect([refused.statusCode, refused.json().errorCode]).toEqual([401, 'PERMISSION_DENIED']);
    const nowhere = '0197f000-0000-7000-8000-000000000000';
    expect((await t.ask(`/v2/device/adms/for-account/${nowhere}`, { token, body })).statusCode).toBe(404);
    expect((await t.ask(`/v2/device/by-account/${nowhere}`, { token })).statusCode).toBe(404);
    expect((await t.ask('/v2/device/by-account/nonsense', { token })).json().errorCode).toBe('INVALID_DOCUMENT_ID');
  });
});

describe('changing devices', () => {
  it('takes employees of the account, a description and a profile', async () => {
    const { accountId, post, put } = await office();
    const { id } = (await post('adms', { serial: 'X9' })).json();
    const ids = [await givenEmployee(t.db, accountId), await givenEmployee(t.db, accountId)].sort();
    const before = await version(accountId);
    const changed = await put(id, { employeeIds: [...ids, ids[0]], description: ' Gate 1 ' });
    expect(changed.json()).toMatchObject({
      employeeIds: ids,
      description: 'Gate 1',
      modifiedAt: '2026-11-20T10:00:00.000Z',
    });
    expect(await version(accountId)).toBe(before + 1);
    const stranger = await givenEmployee(t.db, await givenAccount(t.db));
    expect((await put(id, { employeeIds: [stranger], description: 'Gate 1' })).statusCode).toBe(400);
    expect((await put(id, { employeeIds: [], description: '' })).statusCode).toBe(400);
    expect((await put(id, { employeeIds: [], description: 'x', mdmProfile: 'Open' })).statusCode).toBe(400);
    const managed = (await post('mdm', { serialNumber: 'P', imei: '1', profile: 'Open' })).json();
    expect(
      (await put(managed.id, { employeeIds: [], description: 'x', mdmProfile: 'Restricted' })).json().mdmProfile,
    ).toBe('Restricted');
  });

  it('is not possible across accounts', async () => {
    const { put, at, token } = await office();
    const other = await givenAccount(t.db);
    const { deviceId } = await givenDevice(t.db, other);
    expect((await put(deviceId, { employeeIds: [], description: 'x' })).statusCode).toBe(404);
    for (const path of ['recorder', 'options'])
      expect((await t.ask(at(deviceId, path), { token })).statusCode).toBe(404);
    const employer = await givenEmployer(t.db, { permissions: ['Device.DELETE', 'Device.REQUEST_SYNC'] });
    for (const [method, url] of [
      ['DELETE', `/v2/device/${deviceId}`],
      ['POST', `/v2/device/${deviceId}/trigger-sync`],
    ] as const)
      expect((await t.ask(url, { method, token: employer.token })).statusCode).toBe(404);
  });

  it('deletes a device with what depends on it; its records stay and its serial number is free again', async () => {
    const { accountId, post, list, token } = await office();
    const { id } = (await post('adms', { serial: 'X9' })).json();
    const upload = () =>
      t.ask('/iclock/cdata?SN=X9&table=ATTLOG', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '7\t2026-11-20 07:00:00\t0\t1',
      });
    expect((await upload()).statusCode).toBe(200);
    const employer = await givenEmployer(t.db, { accountId, permissions: ['Device.DELETE'] });
    expect((await t.ask(`/v2/device/${id}`, { method: 'DELETE', token: employer.token })).statusCode).toBe(200);
    expect(await list()).toEqual([]);
    expect((await upload()).statusCode).toBe(403);
    const left = await t.db.rows(z.object({ timeId: z.string() }), sql`select time_id as "timeId" from clock_record`);
    expect(left).toEqual([{ timeId: '7' }]);
    expect((await t.ask(`/v2/device/${id}`, { method: 'DELETE', token })).statusCode).toBe(404);
    expect((await post('adms', { serial: 'X9' })).statusCode).toBe(200);
  });
});

describe('activation codes', () => {
  it('are renewed for V2 devices only', async () => {
    const { accountId, post, token } = await office();
    const regenerate = (deviceId: string) =>
      t.ask(`/v2/device/regenerate-activation/for-account/${accountId}`, {
        token,
        body: { deviceId, qrCodeSize: 300 },
      });
    const terminal = (await post('adms', { serial: 'X9' })).json();
    expect((await regenerate(terminal.id)).statusCode).toBe(409);
    const phone = (await post('v2', { serialNumber: 'P', imei: '1' })).json();
    const again = (await regenerate(phone.id)).json();
    expect(again).toMatchObject({ enrolmentQrCodeUrl: null, expiresAt: '2026-11-21T10:00:00.000Z' });
    expect(again.activationToken).not.toBe(phone.activationToken);
    const managed = (await post('mdm', { serialNumber: 'M', imei: '1', profile: 'Open' })).json();
    const code = (await regenerate(managed.id)).json();
    expect(code.enrolmentQrCodeUrl.endsWith(`/${code.activationToken}`)).toBe(true);
    expect((await t.ask(new URL(code.enrolmentQrCodeUrl).pathname)).rawPayload.readUInt32BE(16)).toBe(300);
    expect((await t.ask(new URL(managed.enrollmentQrCodeUrl).pathname)).statusCode).toBe(404);
  });

  it('are shown again while they are valid, without a new one, and the trail records it', async () => {
    const { accountId, post, token, at } = await office();
    const view = (deviceId: string, who = token) => t.ask(at(deviceId, 'activation-code'), { token: who });
    const phone = (await post('v2', { serialNumber: 'P', imei: '1' })).json();
    const { activationToken, expiresAt } = phone;
    const shown = await view(phone.id);
    expect(shown.json()).toEqual({ activationToken, expiresAt, enrolmentQrText: null });
    expect((await view(phone.id)).json().activationToken).toBe(activationToken);
    const managed = (await post('mdm', { serialNumber: 'M', imei: '1', profile: 'Open' })).json();
    const again = (await view(managed.id)).json();
    expect(managed.enrollmentQrCodeUrl.endsWith(`/${again.activationToken}`)).toBe(true);
    expect(JSON.parse(again.enrolmentQrText)).toBeTypeOf('object');
    const entries = (await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=50`, { token })).json().results;
    const views = entries.filter(({ action }: { action: string }) => action === 'device.view-code');
    expect(views.map(({ target }: { target: string }) => target).toSorted()).toEqual(['M', 'P', 'P']);
    expect(JSON.stringify(entries)).not.toContain(activationToken);

    expect((await view((await post('adms', { serial: 'X9' })).json().id)).statusCode).toBe(409);
    const elsewhere = await givenAccount(t.db);
    const url = `/v2/device/by-account/${elsewhere}/${phone.id}/activation-code`;
    expect((await t.ask(url, { token })).statusCode).toBe(404);
    await t.ask(`/v2/device/regenerate-activation/for-account/${accountId}`, { token, body: { deviceId: phone.id } });
    expect((await view(phone.id)).json().activationToken).not.toBe(activationToken);
    t.clock.advance(25 * 3_600_000);
    const later = await givenAdmin(t.db);
    await t.db.run(sql`update session set expires_at = expires_at + interval '2 days'`);
    expect((await view(phone.id, later.token)).json().errorCode).toBe('EXPIRED');
  });

  it('go out by mail while they are valid, at most three times an hour', async () => {
    const { accountId, post, token, at } = await office();
    const phone = (await post('v2', { serialNumber: 'P', imei: '1' })).json();
    const mail = (destinationAddress: string, who = token) =>
      t.ask(`/v2/device/send-activation-code/for-account/${accountId}`, {
        token: who,
        body: { deviceId: phone.id, destinationAddress },
      });
    expect((await mail('nobody')).statusCode).toBe(400);
    for (let i = 0; i < 3; i++) expect((await mail('ann@example.test')).statusCode).toBe(200);
    expect((await mail('ann@example.test')).statusCode).toBe(429);
    const mails = await t.db.rows(
      z.object({ recipient: z.string(), text: z.string() }),
      sql`select recipient, body_text as text from mail`,
    );
    expect(mails).toHaveLength(3);
    expect(JSON.stringify(mails)).not.toContain(phone.activationToken);
    const { steps } = (await t.ask(at(phone.id, 'recorder'), { token })).json();
    expect(steps).toContainEqual({ name: 'Code sent', at: '2026-11-20T10:00:00.000Z' });
    t.clock.advance(25 * 3_600_000);
    const later = await givenAdmin(t.db);
    await t.db.run(sql`update session set expires_at = expires_at + interval '2 days'`);
    expect((await mail('ann@example.test', later.token)).json().errorCode).toBe('EXPIRED');
  });
});

describe('asking a device to sync', () => {
  it('requires one that is online and can be asked', async () => {
    const { accountId, token } = await office();
    const employer = await givenEmployer(t.db, { accountId });
    const ask = async (options: Parameters<typeof givenDevice>[2], who = employer.token) => {
      const { deviceId } = await givenDevice(t.db, accountId, options);
      return (await t.ask(`/v2/device/${deviceId}/trigger-sync`, { method: 'POST', token: who })).statusCode;
    };
    const lastContact = '2026-11-20T09:58:00Z';
    expect(await ask({ kind: 'unmanaged', lastContact })).toBe(200);
    expect(await ask({ kind: 'adms', lastContact }, token)).toBe(200);
    expect(await ask({ kind: 'unmanaged', lastContact: '2026-11-20T09:50:00Z' })).toBe(409);
    expect(await ask({ kind: 'unmanaged' })).toBe(409);
    expect(await ask({ kind: 'standalone', lastContact })).toBe(409);
    const without = await givenEmployer(t.db, { accountId, permissions: [] });
    expect(await ask({ kind: 'unmanaged', lastContact }, without.token)).toBe(401);
  });
});

describe('the connection log', () => {
  it('tells what arrived, what did not and what to do next', async () => {
    const { post, token, at } = await office();
    const { id } = (await post('adms', { serial: 'X9' })).json();
    const recorder = async () => (await t.ask(at(id, 'recorder'), { token })).json();
    expect((await recorder()).nextStep).toContain('has not called yet');
    const lines = [
      '1042\t2026-11-20 07:00:00\t0\t1',
      '1042\t2026-11-20 08:00:00\t1\t1',
      '7\t2026-13-20 08:00:00\t1\t1',
    ];
    const upload = () =>
      t.ask('/iclock/cdata?SN=X9&table=ATTLOG', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: lines.join('\n'),
      });
    await upload();
    t.clock.advance(60_000);
    await upload();
    expect(await recorder()).toMatchObject({
      nextStep: 'PIN 1042 matches no employee: 2 punches waiting',
      accepted: 2,
      duplicates: 2,
      rejected: [{ reason: 'bad-time', count: 1 }],
      unmatchedPins: [{ timeId: '1042', count: 2 }],
      pendingCommands: 0,
      recentRejects: [{ at: '2026-11-20T10:00:00.000Z', reason: 'bad-time', raw: '7\t2026-13-20 08:00:00\t1\t1' }],
      steps: [
        { name: 'Created', at: '2026-11-20T10:00:00.000Z' },
        { name: 'First contact', at: '2026-11-20T10:00:00.000Z' },
        { name: 'First punch', at: '2026-11-20T10:00:00.000Z' },
        { name: 'Last data', at: '2026-11-20T10:00:00.000Z' },
        { name: 'Last contact', at: '2026-11-20T10:01:00.000Z' },
      ],
    });
  });

  it('has the options of a terminal: trust, zone, secret path', async () => {
    const { post, token, at } = await office();
    const { id } = (await post('adms', { serial: 'X9' })).json();
    const options = async (body?: object) =>
      (await t.ask(at(id, 'options'), { token, ...(body && { method: 'PUT' as const, body }) })).json();
    expect(await options()).toEqual({
      make: 'adms',
      directions: 'found',
      sendsDirections: false,
      timeZone: null,
      hasSecretPath: false,
      secretPath: null,
    });
    const changed = await options({ directions: 'alternate', timeZone: 'Asia/Kolkata', useSecretPath: true });
    expect(changed).toEqual({
      make: 'adms',
      directions: 'alternate',
      sendsDirections: false,
      timeZone: 'Asia/Kolkata',
      hasSecretPath: true,
      secretPath: expect.stringMatching(/^[\w-]{22}$/),
    });
    // The code is shown once and stored nowhere.
    expect(await options({ useSecretPath: true })).toEqual({ ...changed, secretPath: null });
    const everything = sql`select d::text as text from device d`;
    for (const { text } of await t.db.rows(z.object({ text: z.string() }), everything))
      expect(text).not.toContain(changed.secretPath);
    expect(await options({ timeZone: 'Mars/Base' })).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
    expect(await options({ timeZone: null, useSecretPath: false })).toEqual({
      make: 'adms',
      directions: 'alternate',
      sendsDirections: false,
      timeZone: null,
      hasSecretPath: false,
      secretPath: null,
    });
    const phone = (await post('v2', { serialNumber: 'P', imei: '1' })).json();
    expect((await t.ask(at(phone.id, 'options'), { token })).statusCode).toBe(409);
    const command = await t.ask(at(phone.id, 'commands'), { token, body: { command: 'CHECK' } });
    expect(command.statusCode).toBe(409);
  });
});
