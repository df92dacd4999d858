import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenEmployee, givenLookup } from '../support/factories.work.ts';
import { PhoneEmulator, type Transport } from '../support/phone.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

const transport: Transport = async (url, body, token) => {
  const { statusCode, body: text } = await t.ask(url, { method: 'POST', body, ...(token && { token }) });
  return { status: statusCode, body: text };
};
const phone = (over: Transport = transport, batch?: number) => new PhoneEmulator(over, () => t.clock.now(), batch);

async function added(kind: 'v2' | 'standalone' = 'v2') {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const body = { serialNumber: 'PH1', imei: '350', ...(kind === 'standalone' && { make: 'Samsung', model: 'A5' }) };
  const made = (await t.ask(`/v2/device/${kind}/for-account/${accountId}`, { token: admin.token, body })).json();
  const code: string = made.activationToken;
  const deviceId: string = made.id;
  return { admin, accountId, deviceId, code };
}
async function activated() {
  const given = await added();
  const device = phone();
  expect(await device.activate(given.code)).toBe(200);
  return { ...given, device };
}
const count = async (table: 'clock_record' | 'piecework_entry') =>
  (
    await t.db.single(
      z.object({ total: z.int() }),
      table === 'clock_record'
        ? sql`select count(*)::int as total from clock_record`
        : sql`select count(*)::int as total from piecework_entry`,
    )
  ).total;
const deviceRow = (deviceId: string) =>
  t.db.single(
    z.object({ drift: z.int().nullable(), accepted: z.int(), duplicates: z.int(), info: z.looseObject({}).nullable() }),
    sql`select drift_ms as drift, accepted_count as accepted, duplicate_count as duplicates, device_info as info from device
        where device_id = ${deviceId}`,
  );
const punch = (n: number, extra: object = {}) => ({
  recordId: `r${n}`,
  timeId: '7',
  at: new Date(Date.parse('2026-11-20T05:00:00Z') + n * 60_000).toISOString(),
  direction: 'auto' as const,
  ...extra,
});

describe('activation', () => {
  it('exchanges a code once for a token; of 100 simultaneous attempts one succeeds', async () => {
    const { code } = await added();
    const body = { activationToken: code };
    const answers = await Promise.all(Array.from({ length: 100 }, () => t.ask('/v2/rc/activate', { body })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => [200, 410, 429].includes(statusCode))).toBe(true);
  });

  it('accepts the code as people type it, and returns the device’s account', async () => {
    const { code, accountId, deviceId } = await added();
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    const answer = await t.ask('/v2/rc/activate', {
      body: { activationToken: typed, deviceInfo: { make: 'Samsung', clientVersion: '4' } },
    });
    expect(answer.json()).toMatchObject({
      deviceId,
      accountName: expect.stringContaining('Account'),
      timeZone: 'Africa/Johannesburg',
    });
    expect((await deviceRow(deviceId)).info).toMatchObject({ make: 'Samsung', model: null, clientVersion: '4' });
    const stored = await t.db.rows(
      z.object({ row: z.string() }),
      sql`select c::text as row from activation_directory c where owner_account_id = ${accountId}`,
    );
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  it('refuses a code that is used, replaced, a day old or unknown', async () => {
    const { admin, accountId, deviceId, code } = await added();
    const tryCode = async (activationToken: string) =>
      (await t.ask('/v2/rc/activate', { body: { activationToken } })).statusCode;
    const regenerate = async () => {
      const answer = await t.ask(`/v2/device/regenerate-activation/for-account/${accountId}`, {
        token: admin.token,
        body: { deviceId },
      });
      const made: string = answer.json().activationToken;
      return made;
    };
    const second = await regenerate();
    expect(await tryCode(code)).toBe(410);
    expect(await tryCode(second)).toBe(200);
    expect(await tryCode(second)).toBe(410);
    const third = await regenerate();
    t.clock.advance(24 * 3_600_000);
    expect(await tryCode(third)).toBe(410);
    expect(await tryCode('ZZZZZZZZ')).toBe(404);
  });

  it('cannot be guessed: after five wrong tries in an hour even the right code has to wait', async () => {
    const { code } = await added();
    const tryCode = async (activationToken: string) => t.ask('/v2/rc/activate', { body: { activationToken } });
    for (let i = 0; i < 5; i++) expect((await tryCode(`ZZZZZZZ${i + 2}`)).statusCode).toBe(404);
    const refused = await tryCode(code);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    t.clock.advance(3_600_001);
    expect((await tryCode(code)).statusCode).toBe(200);
  });

  it('20 wrong codes with its beginning invalidate a code, wherever they come from; a new one works', async () => {
    const { admin, accountId, deviceId, code } = await added();
    const from = (activationToken: string, remoteAddress: string) =>
      t.app.inject({ method: 'POST', url: '/v2/rc/activate', remoteAddress, payload: { activationToken } });
    const wrong = (n: number) => `${code.slice(0, 4)} ${code.slice(4, 6) === 'ZZ' ? 'YY' : 'ZZ'}${(n % 8) + 2}Z`;
    for (let n = 0; n < 20; n++) expect((await from(wrong(n), `198.51.100.${n}`)).statusCode, `${n}`).toBe(404);
    const refused = await from(code, '203.0.113.1');
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 20 * 3_600]).toEqual([429, true]);
    // Other codes and the device of this one stay unchanged.
    const body = { token: admin.token, body: { deviceId } };
    const again = (await t.ask(`/v2/device/regenerate-activation/for-account/${accountId}`, body)).json();
    expect((await from(again.activationToken, '203.0.113.1')).statusCode).toBe(200);
  });

  it('ends with the device, and with a new code', async () => {
    const { admin, accountId, deviceId, device } = await activated();
    await t.ask(`/v2/device/regenerate-activation/for-account/${accountId}`, {
      token: admin.token,
      body: { deviceId },
    });
    device.clockRecords.push(punch(1));
    expect(await device.sync()).toBe(false);
    expect(device.token).toBeNull();
    const other = await (async () => {
      const body = { serialNumber: 'PH2', imei: '351' };
      return (await t.ask(`/v2/device/v2/for-account/${accountId}`, { token: admin.token, body })).json();
    })();
    const second = phone();
    await second.activate(other.activationToken);
    const { statusCode } = await t.ask(`/v2/device/by-account/${accountId}/${other.id}`, {
      method: 'DELETE',
      token: admin.token,
    });
    expect(statusCode).toBe(200);
    await second.heartbeat();
    expect(second.token).toBeNull();
    expect(await count('clock_record')).toBe(0);
  });
});

describe('sync', () => {
  it('says which field it does not know as long as a reason may be, and counts such records together', async () => {
    const { device, deviceId, accountId } = await activated();
    const clockRecords = Array.from({ length: 200 }, (_, n) =>
      punch(n, { [`${'k'.repeat(4_000)}${n}`]: 1, [`x${n}`]: 1 }),
    );
    clockRecords.push(punch(200, { color: 'red' }));
    const body = { sentAt: t.clock.now().toISOString(), clockRecords };
    const { rejected } = (await t.ask('/v2/rc/sync', { token: device.token ?? '', body })).json();
    expect(rejected).toHaveLength(201);
    expect(rejected.at(-1)).toEqual({ recordId: 'r200', reason: 'Unrecognized key: "color"' });
    expect(Math.max(...rejected.map(({ reason }: { reason: string }) => reason.length))).toBeLessThanOrEqual(200);
    const { reasons } = await t.db.single(
      z.object({ reasons: z.array(z.tuple([z.string(), z.int()])) }),
      sql`select json_agg(json_build_array(reason, lines)) as reasons from rejected_count where account_id = ${accountId} and device_id = ${deviceId}`,
    );
    expect(reasons).toEqual([['Unrecognized key', 201]]);
  });

  it('answers each record: accepted, duplicate, rejected with a reason; an unknown PIN is stored unmatched', async () => {
    const { accountId, deviceId, device } = await activated();
    await givenEmployee(t.db, accountId, { timeId: '7', number: '1001' });
    const clockRecords = [
      punch(1),
      punch(1),
      punch(2, { timeId: 'nobody' }),
      punch(3, { timeId: undefined, employeeNumber: '1001' }),
      punch(4, { timeId: undefined, employeeNumber: '9999' }),
      punch(5, { at: 'yesterday' }),
      punch(6, { timeId: undefined }),
      punch(7, { direction: 'up' }),
      punch(8, { timeId: 'a\0b' }),
      'nonsense',
      null,
    ];
    const pieceworkEntries = [
      {
        recordId: 'p1',
        employeeNumber: '1001',
        lookup1Code: null,
        units: '12.125',
        startedAt: '2026-11-20T06:00:00Z',
        endedAt: '2026-11-20T07:00:00Z',
      },
      { recordId: 'p2', employeeNumber: '1001', units: '1.1234', startedAt: '2026-11-20T06:00:00Z' },
      {
        recordId: 'p3',
        employeeNumber: '1001',
        units: 1,
        startedAt: '2026-11-20T06:00:00Z',
        endedAt: '2026-11-20T05:00:00Z',
      },
    ];
    const body = { sentAt: t.clock.now().toISOString(), clockRecords, pieceworkEntries };
    const first = await t.ask('/v2/rc/sync', { token: device.token ?? '', body });
    expect(first.statusCode).toBe(200);
    const answer = first.json();
    expect(answer).toMatchObject({ accepted: 4, duplicates: 1 });
    expect(answer.rejected).toHaveLength(9);
    expect(answer.rejected).toContainEqual({ recordId: 'r4', reason: 'unknown-employee' });
    expect(answer.rejected.map(({ recordId }: { recordId: string }) => recordId).sort()).toEqual([
      '',
      '',
      'p2',
      'p3',
      'r4',
      'r5',
      'r6',
      'r7',
      'r8',
    ]);
    const again = (await t.ask('/v2/rc/sync', { token: device.token ?? '', body })).json();
    expect(again).toMatchObject({ accepted: 0, duplicates: 5 });
    expect(await count('clock_record')).toBe(3);
    expect(await count('piecework_entry')).toBe(1);
    expect(await deviceRow(deviceId)).toMatchObject({ accepted: 4, duplicates: 6 });
  });

  it('accepts at most 5,000 records, even several times at once', async () => {
    const { device } = await activated();
    const many = Array.from({ length: 5_001 }, (_, n) => ({
      ...punch(n),
      recordId: `record-number-${n}`.padEnd(50, 'x'),
    }));
    const sentAt = t.clock.now().toISOString();
    const token = device.token ?? '';
    expect((await t.ask('/v2/rc/sync', { token, body: { sentAt, clockRecords: many } })).statusCode).toBe(400);
    const answer = await t.ask('/v2/rc/sync', { token, body: { sentAt, clockRecords: many.slice(0, 5_000) } });
    expect(answer.json()).toMatchObject({ accepted: 5_000, duplicates: 0, rejected: [] });
  });

  it('returns what changed since the cursor: people, assignments, lookups', async () => {
    const { admin, accountId, deviceId, device } = await activated();
    const [ann, ben, cid] = await Promise.all(
      ['Ann', 'Ben', 'Cid'].map((firstName) => givenEmployee(t.db, accountId, { firstName })),
    );
    await givenLookup(t.db, accountId, 1, 'A');
    await device.sync();
    const names = () => [...device.people.values()].map(({ firstName }) => firstName).sort();
    expect(names()).toEqual(['Ann', 'Ben', 'Cid']);
    expect([...device.lookups.keys()]).toEqual(['1 A']);

    const assign = (employeeIds: (string | undefined)[]) =>
      t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, {
        method: 'PUT',
        token: admin.token,
        body: { employeeIds, description: 'Gate' },
      });
    expect((await assign([ann, ben])).statusCode).toBe(200);
    // If the answer is lost, the same cursor must return the same changes.
    const kept = device.cursor;
    await t.ask('/v2/rc/sync', {
      token: device.token ?? '',
      body: { sentAt: t.clock.now().toISOString(), cursor: kept },
    });
    await device.sync();
    expect(names()).toEqual(['Ann', 'Ben']);
    await assign([cid]);
    await device.sync();
    expect(names()).toEqual(['Cid']);
    // What becomes of those who were assigned once is none of its business.
    await t.db.run(sql`update employee set last_name = 'New', time_id = '77', changed_version = (
        select data_version + 1 from account where account_id = ${accountId}) where employee_id = ${ann ?? ''}`);
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    const told = await t.ask('/v2/rc/sync', {
      token: device.token ?? '',
      body: { sentAt: t.clock.now().toISOString(), cursor: device.cursor },
    });
    expect(told.json().employees).toEqual([]);
    await assign([]);
    await device.sync();
    expect(names()).toEqual(['Ann', 'Ben', 'Cid']);

    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    await t.db.run(sql`
      update employee set is_active = false, changed_version = (select data_version from account where account_id = ${accountId})
      where employee_id = ${ben ?? ''}`);
    await t.db.run(sql`
      update lookup_entry set deleted_at = now(), changed_version = (select data_version from account where account_id = ${accountId})`);
    await device.sync();
    expect(names()).toEqual(['Ann', 'Cid']);
    expect([...device.lookups.keys()]).toEqual([]);

    const quiet = await t.ask('/v2/rc/sync', {
      token: device.token ?? '',
      body: { sentAt: t.clock.now().toISOString(), cursor: device.cursor },
    });
    expect(quiet.json()).toMatchObject({ employees: [], lookups: [], cursor: device.cursor });
    const stranger = await t.ask('/v2/rc/sync', {
      token: device.token ?? '',
      body: { sentAt: t.clock.now().toISOString(), cursor: '999999.9' },
    });
    expect(stranger.json().employees).toHaveLength(2);
  });

  it('removes people on the day on which their activity ends, once, without any other change', async () => {
    const { accountId, device } = await activated();
    const ann = await givenEmployee(t.db, accountId, { firstName: 'Ann' });
    await t.db.run(sql`update employee set inactive_from = '2026-11-22',
      activity = '[{"from": null, "isActive": true}, {"from": "2026-11-22", "isActive": false}]' where employee_id = ${ann}`);
    t.clock.set('2026-11-21T12:00:00Z');
    await device.sync();
    expect(device.people.size).toBe(1);
    t.clock.set('2026-11-22T12:00:00Z');
    await device.sync();
    expect(device.people.size).toBe(0);
    const { cursor } = device;
    await device.sync();
    expect(device.cursor).toBe(cursor);
  });

  it('loses and doubles nothing over days offline, lost answers and a failing server', async () => {
    const { accountId, code } = await added('standalone');
    await givenEmployee(t.db, accountId, { timeId: '7' });
    let turn = 0;
    const shaky: Transport = async (url, body, token) => {
      turn++;
      if (url.endsWith('sync') && turn % 5 === 2) throw new Error('offline');
      const answer = await transport(url, body, token);
      if (url.endsWith('sync') && turn % 3 === 0) throw new Error('answer lost');
      return answer;
    };
    const device = phone(shaky, 40);
    expect(await device.activate(code)).toBe(200);
    for (let day = 0; day < 5; day++) {
      for (let n = 0; n < 100; n++) device.clockRecords.push({ ...punch(day * 100 + n), recordId: `d${day}n${n}` });
      for (let tries = 0; tries < 20 && !(await device.sync()); tries++);
    }
    expect(device.clockRecords).toEqual([]);
    expect(device.rejected).toEqual([]);
    expect(await count('clock_record')).toBe(500);
  });

  it('measures the error of a clock', async () => {
    const { deviceId, device } = await activated();
    const sentAt = new Date(t.clock.now().getTime() + 90_000).toISOString();
    await t.ask('/v2/rc/sync', { token: device.token ?? '', body: { sentAt } });
    expect((await deviceRow(deviceId)).drift).toBe(90_000);
  });

  it('learns of a requested sync at its next heartbeat, once', async () => {
    const { admin, deviceId, device } = await activated();
    expect(await device.heartbeat()).toBe(false);
    expect(
      (await t.ask(`/v2/device/${deviceId}/trigger-sync`, { method: 'POST', token: admin.token })).statusCode,
    ).toBe(200);
    expect(await device.heartbeat()).toBe(true);
    await device.sync();
    expect(await device.heartbeat()).toBe(false);
  });
});

it('shows records that a device counted and never sent, until they arrive', async () => {
  const { admin, accountId, deviceId, code } = await added('standalone');
  const device = phone();
  await device.activate(code);
  const recorder = async () =>
    (await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/recorder`, { token: admin.token })).json();
  const sync = (numbers: number[], extra: object = {}) =>
    t.ask('/v2/rc/sync', {
      token: device.token ?? '',
      body: {
        sentAt: t.clock.now().toISOString(),
        clockRecords: numbers.map((n) => ({ ...punch(n), sequence: n, ...extra })),
      },
    });
  expect((await sync([1, 2])).json()).toMatchObject({ accepted: 2 });
  expect((await recorder()).missingRecords).toEqual([]);
  expect((await sync([5, 8])).json()).toMatchObject({ accepted: 2 });
  expect(await recorder()).toMatchObject({
    missingRecords: [
      [3, 4],
      [6, 7],
    ],
    nextStep: 'Records 3 to 4, 6 to 7 of this device never arrived: let it sync, then ask who has had it.',
  });
  // A repeated heartbeat is ignored, and a refused one still counts as contact.
  expect((await sync([5, 3, 4])).json()).toMatchObject({ accepted: 2, duplicates: 1 });
  expect((await sync([6, 7], { at: 'yesterday' })).json()).toMatchObject({ accepted: 0 });
  expect((await recorder()).missingRecords).toEqual([]);
});
