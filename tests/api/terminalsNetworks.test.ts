import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send, http, records, terminal } = useTerminals(t);
/** Addresses in other networks than 127.0.0.1's. */
const from = (address: string) => (method: string, target: string, body?: string) =>
  http({ from: address }).send(method, target, body);
const second = from('127.0.1.2');
const third = from('127.0.2.2');

async function enrolled(account: Parameters<typeof givenAccount>[1] = {}) {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, account);
  const employeeId = await givenEmployee(t.db, accountId, { timeId: '7', firstName: 'Ann', lastName: 'Lee' });
  const { deviceId, serialNumber: serial } = await givenDevice(t.db, accountId);
  const of = `/v2/device/by-account/${accountId}/${deviceId}`;
  const recorder = async () => (await t.ask(`${of}/recorder`, { token: admin.token })).json();
  const decide = ({ origin, ...how }: { origin: string; decision: string; scope?: string }, token = admin.token) =>
    origin === 'age'
      ? t.ask(`/v2/device/${deviceId}/quarantine`, { token, body: { origin, ...how } })
      : t.ask(`/v2/device/${deviceId}/networks`, { token, body: { network: origin, ...how } });
  const order = (command: string) => t.ask(`${of}/commands`, { token: admin.token, body: { command } });
  const assign = (employeeIds: string[]) =>
    t.ask(of, { method: 'PUT', token: admin.token, body: { employeeIds, description: 'Gate' } });
  return { token: admin.token, accountId, employeeId, deviceId, serial, recorder, decide, order, assign };
}
const attlog = (serial: string) => `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;
const poll = (serial: string) => `/iclock/getrequest?SN=${serial}`;
const hello = (serial: string) => `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1`;
const standings = async (accountId: string) => (await records(accountId)).map(({ standing }) => standing).sort();
const factDays = async (accountId: string) =>
  (
    await t.db.rows(
      z.object({ day: z.string() }),
      sql`select day::text as day from day_fact where account_id = ${accountId} and events <> '' order by day`,
    )
  ).map(({ day }) => day);

it('punches older than 45 days are stored and shown, and count nowhere until somebody accepts them', async () => {
  const { accountId, serial, recorder, decide } = await enrolled();
  const lines = ['7\t2026-10-05 07:00:00\t0\t1', '7\t2026-10-07 07:00:00\t0\t1', '8\t2026-10-05 07:01:00\t0\t1'];
  expect((await send('POST', attlog(serial), lines.join('\n'))).body).toBe('OK: 3');
  expect(await standings(accountId)).toEqual(['counted', 'quarantined', 'quarantined']);
  expect(await factDays(accountId)).toEqual(['2026-10-07']);
  expect(await recorder()).toMatchObject({
    quarantine: [{ origin: 'age', network: null, punches: 2, entries: 0 }],
    nextStep: '2 records older than 45 days wait: accept what is right.',
  });

  // Sent again, they stay quarantined; accepted, they count once, also where another device has sent the same punch.
  expect((await send('POST', attlog(serial), lines.join('\n'))).body).toBe('OK: 3');
  expect((await send('POST', attlog(serial), '7\t2026-10-05 07:00:00\t0\t15')).body).toBe('OK: 1');
  expect((await recorder()).quarantine).toMatchObject([{ punches: 3 }]);
  expect((await decide({ origin: 'age', decision: 'accept' })).json()).toEqual({ records: 2 });
  expect(await standings(accountId)).toEqual(['counted', 'counted', 'counted', 'duplicate']);
  expect(await factDays(accountId)).toEqual(['2026-10-05', '2026-10-07']);
  await send('POST', attlog(serial), lines.join('\n'));
  expect(await records(accountId)).toHaveLength(4);
  expect((await recorder()).quarantine).toEqual([]);
  expect((await decide({ origin: 'age', decision: 'accept' })).statusCode).toBe(409);
});

it('a caller from a second network at the same time gets nothing and changes nothing, and their punches wait', async () => {
  const { accountId, deviceId, serial, recorder, assign, employeeId } = await enrolled();
  await assign([employeeId]);
  await send('GET', `/iclock/ping?SN=${serial}`);
  t.clock.advance(60_000);
  // The commands of the roster are queued.
  expect((await second('GET', poll(serial))).body).toBe('OK');
  expect((await second('GET', `/iclock/cdata?SN=${serial}&PIN=7`)).body).toBe('NONE');
  expect((await second('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=3.1.2&DeviceType=acc`)).body).toBe('OK');
  expect((await second('POST', `/iclock/registry?SN=${serial}`, 'DeviceType=acc')).status).toBe(406);
  // The upload is acknowledged, so that it is not repeated for ever, but not read.
  for (const [target, body] of [
    [`/iclock/cdata?SN=${serial}&table=OPERLOG`, 'OPLOG 23\t1\t2026-11-20 07:00:00\t0\n'],
    [`/iclock/cdata?SN=${serial}&table=options`, '~DeviceName=Evil'],
    [`/iclock/devicecmd?SN=${serial}`, 'ID=1&Return=0&CMD=DATA'],
  ] as const)
    expect((await second('POST', target, body)).body).toBe('OK');
  expect((await second('POST', attlog(serial), '7\t2026-11-20 09:00:00\t0\t1')).body).toBe('OK: 1');
  expect(await standings(accountId)).toEqual(['quarantined']);
  const device = await t.db.single(
    z.object({ dialect: z.string().nullable(), network: z.string(), drift: z.int().nullable(), state: z.string() }),
    sql`select dialect, network, drift_ms::int as drift, state::text as state from device where device_id = ${deviceId}`,
  );
  expect(device).toEqual({ dialect: null, network: '127.0.0.0/24', drift: null, state: '{}' });
  expect(await recorder()).toMatchObject({
    nextStep:
      "1 record from another network (127.0.1.0/24) waits: accept the network if it is the terminal's, else reject it.",
    quarantine: [{ network: '127.0.1.0/24', range: '127.0.0.0/16', address: '127.0.1.2', punches: 1 }],
    networks: expect.arrayContaining([
      expect.objectContaining({ network: '127.0.0.0/24', status: 'accepted', isCurrent: true, decidedBy: null }),
      expect.objectContaining({ network: '127.0.1.0/24', status: 'seen', isCurrent: false }),
    ]),
  });
  const trail = await t.db.rows(
    z.object({ detail: z.string(), address: z.string() }),
    sql`select detail, address from audit_entry where account_id = ${accountId} and action = 'device.network'`,
  );
  expect(trail).toEqual([{ detail: 'Calls from two networks at once (127.0.1.0/24)', address: '127.0.1.2' }]);
  // The terminal itself continues as before.
  const { body: commands } = await send('GET', poll(serial));
  expect(commands).toContain(':CHECK\n');
  expect(commands).toContain('USERINFO PIN=7\t');
});

it('a quarantined punch is evidence: unverified until somebody decides, an exception of its day with what to decide', async () => {
  const { accountId, serial, decide, deviceId } = await enrolled();
  const { token } = await givenEmployer(t.db, { accountId });
  const group = await givenGroup(t.db, accountId, 'time');
  await givenStandardTimes(t.db, accountId, group, { start: '07:00', end: '16:00' });
  await t.db.run(sql`update employee set time_group_id = ${group} where account_id = ${accountId}`);
  const status = async () => (await t.ask('/v2/stats/employee/attendance-status-totals', { token })).json();
  const exceptions = async () =>
    (await t.ask('/v2/exceptions?from=2026-11-20&to=2026-11-20', { token })).json().exceptions;
  await send('GET', `/iclock/ping?SN=${serial}`);
  expect(await status()).toMatchObject({ absent: 1, unverified: 0 });
  await second('POST', attlog(serial), '7\t2026-11-20 07:00:00\t0\t1');
  expect(await status()).toMatchObject({ absent: 0, unverified: 1, present: 0 });
  expect(await exceptions()).toMatchObject([
    {
      kind: 'quarantined',
      quarantine: { deviceId, origin: '127.0.1.0/24', network: '127.0.1.0/24', address: '127.0.1.2' },
    },
  ]);
  // They are not called absent, however long nobody decides.
  t.clock.advance(3 * 86_400_000);
  await t.db.run(
    sql`update session set created_at = ${t.clock.now()}, expires_at = ${t.clock.now()}::timestamptz + interval '1 hour'`,
  );
  const later = await t.ask('/v2/stats/employee/attendance-status-totals?referenceDate=2026-11-20', { token });
  expect(later.json()).toMatchObject({ absent: 0, unverified: 1 });

  expect((await decide({ origin: '127.0.1.0/24', decision: 'reject' })).json()).toEqual({ records: 1 });
  const rejected = await t.ask('/v2/stats/employee/attendance-status-totals?referenceDate=2026-11-20', { token });
  expect(rejected.json()).toMatchObject({ absent: 1, unverified: 0 });
  // After the network was rejected no upload from it is acknowledged, not even after a long silence.
  expect((await second('POST', attlog(serial), '7\t2026-11-20 08:00:00\t0\t1')).status).toBe(403);
  expect(await standings(accountId)).toEqual(['rejected']);
});

it('quarantined punches are limited by network and by device, without limiting the terminal itself', async () => {
  const { accountId, serial, recorder, decide } = await enrolled();
  await send('GET', `/iclock/ping?SN=${serial}`);
  const line = (pin: string) => `${pin}\t2026-11-20 09:00:00\t0\t1`;
  const fourth = from('127.0.4.2');
  await second('POST', attlog(serial), line('2'));
  const fill = (network: string, count: number) =>
    t.db.run(sql`
      insert into clock_record (account_id, clock_record_id, device_id, source, record_id, time_id, at, direction, received_at, standing)
      select account_id, gen_random_uuid(), device_id, split_part(source, '@', 1) || '@' || ${network}, 'r' || n, 'p' || n, at, direction,
        received_at, standing
      from (select * from clock_record where account_id = ${accountId} and standing = 'quarantined' limit 1) one, generate_series(1, ${count}) n`);
  await fill('127.0.1.0/24', 9_999);
  expect((await second('POST', attlog(serial), line('3'))).status).toBe(403);
  expect((await third('POST', attlog(serial), line('3'))).body).toBe('OK: 1');
  await fill('127.0.2.0/24', 9_999);
  // A different network at each call does not get around the limit.
  expect((await fourth('POST', attlog(serial), line('4'))).status).toBe(403);
  expect((await recorder()).networks).toContainEqual(expect.objectContaining({ network: '127.0.4.0/24' }));
  expect((await send('POST', attlog(serial), line('5'))).body).toBe('OK: 1');
  await decide({ origin: '127.0.1.0/24', decision: 'reject' });
  expect((await fourth('POST', attlog(serial), line('4'))).body).toBe('OK: 1');
  expect((await standings(accountId)).filter((standing) => standing === 'quarantined')).toHaveLength(10_001);
});

describe('quarantined punches of many people', () => {
  const PEOPLE = 120;
  /** Two punches of each of many employees, from a network that nobody accepted; one told already by somebody else. */
  async function waiting() {
    const world = await enrolled();
    const { accountId, serial } = world;
    for (let n = 1; n <= PEOPLE; n++) await givenEmployee(t.db, accountId, { timeId: String(100 + n) });
    await send('GET', `/iclock/ping?SN=${serial}`);
    const lines = Array.from({ length: PEOPLE }, (_, n) =>
      ['08:00:00\t0', '09:00:00\t1'].map((rest) => `${101 + n}\t2026-11-20 ${rest}\t1`),
    ).flat();
    await second('POST', attlog(serial), lines.join('\n'));
    await send('POST', attlog(serial), '101\t2026-11-20 08:00:00\t0\t15');
    return world;
  }
  const trail = async (accountId: string) =>
    (
      await t.db.rows(
        z.object({ detail: z.string() }),
        sql`select detail from audit_entry where account_id = ${accountId} and action = 'device.quarantine'`,
      )
    ).map(({ detail }) => detail);
  const counts = async (accountId: string) => {
    const all = await standings(accountId);
    return Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]));
  };

  it('are settled in one transaction with one line in the trail; the days of many are derived by a job', async () => {
    const { accountId, decide, recorder } = await waiting();
    expect((await decide({ origin: '127.0.1.0/24', decision: 'accept' })).json()).toEqual({ records: 2 * PEOPLE - 1 });
    expect(await counts(accountId)).toEqual({ counted: 2 * PEOPLE, duplicate: 1 });
    expect(await trail(accountId)).toEqual([`accept 127.0.1.0/24: ${2 * PEOPLE - 1} records`]);
    expect((await recorder()).quarantine).toEqual([]);
    expect(new Set(await factDays(accountId)).size).toBe(1);
    await t.jobs.drain();
    expect(await factDays(accountId)).toEqual(Array(PEOPLE).fill('2026-11-20'));
  });
});

describe('changing and double internet connections', () => {
  it('one acceptance settles the case of two connections: the other network is accepted, not both', async () => {
    const { accountId, serial, decide } = await enrolled();
    await send('GET', `/iclock/ping?SN=${serial}`);
    await second('POST', attlog(serial), '7\t2026-11-20 09:00:00\t0\t1');
    await third('POST', attlog(serial), '7\t2026-11-20 09:05:00\t0\t1');
    expect((await decide({ origin: '127.0.1.0/24', decision: 'accept' })).json()).toEqual({ records: 1 });
    expect(await standings(accountId)).toEqual(['counted', 'quarantined']);
    for (const [i, call] of [second, send, second].entries()) {
      t.clock.advance(30_000);
      await call('POST', attlog(serial), `7\t2026-11-20 09:1${i}:30\t0\t1`);
    }
    await third('POST', attlog(serial), '7\t2026-11-20 09:06:00\t0\t1');
    expect(await standings(accountId)).toEqual([
      'counted',
      'counted',
      'counted',
      'counted',
      'quarantined',
      'quarantined',
    ]);
  });

  it.each([
    ['range', '127.0.0.0/16'],
    ['anywhere', '*'],
  ])('accepted with its %s, whatever address of it comes next counts at once', async (scope, network) => {
    const { accountId, serial, decide, recorder } = await enrolled();
    await send('GET', `/iclock/ping?SN=${serial}`);
    await second('POST', attlog(serial), '7\t2026-11-20 09:00:00\t0\t1');
    await decide({ origin: '127.0.1.0/24', decision: 'accept', scope });
    await third('POST', attlog(serial), '7\t2026-11-20 09:05:00\t0\t1');
    expect(await standings(accountId)).toEqual(['counted', 'counted']);
    expect((await recorder()).networks).toContainEqual(expect.objectContaining({ network, status: 'accepted' }));
  });

  it('a dynamic address: rebooted behind another one the terminal delivers at once, and nobody has to press anything', async () => {
    const { accountId, serial, recorder } = await enrolled();
    const device = terminal(serial);
    await device.handshake();
    await device.poll();
    t.clock.advance(30_000);
    const moved = terminal(serial, { from: '127.0.1.2' });
    moved.punch('7', '2026-11-20 11:59:00');
    await moved.handshake();
    expect(moved.options.get('Realtime')).toBe('1');
    await moved.upload();
    expect(moved.backlog).toBe(0);
    expect(await standings(accountId)).toEqual(['quarantined']);
    // Another kind of upload has arrived meanwhile.
    expect(
      (await second('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, 'OPLOG 0\t0\t2026-11-20 11:58:00\t0\n')).status,
    ).toBe(200);
    t.clock.advance(170_000);
    await moved.poll();
    expect(await standings(accountId)).toEqual(['counted']);
    expect(moved.executed).toEqual(['CHECK']);
    // The terminal sends again what was acknowledged unread.
    expect(moved.options.get('ATTLOGStamp')).toBe('0');
    expect(moved.options.get('TimeZone')).toBe('2');
    expect((await recorder()).nextStep).toBeNull();
  });

  it('names, templates and commands go to accepted networks only', async () => {
    const { serial, employeeId, assign, order, decide, recorder } = await enrolled({ storeTemplates: true });
    await send('GET', hello(serial));
    await send('GET', poll(serial));
    await send('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, 'FP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJD\n');
    t.clock.advance(200_000);
    await assign([employeeId]);
    await order('REBOOT');
    // The terminal has moved: its calls are trusted, but nobody has accepted the network.
    expect((await second('POST', attlog(serial), '7\t2026-11-20 12:03:20\t0\t1')).body).toBe('OK: 1');
    expect((await second('GET', poll(serial))).body).toBe('OK');
    expect((await second('GET', `/iclock/cdata?SN=${serial}&PIN=7`)).body).toBe('NONE');
    expect((await second('GET', hello(serial))).body).not.toContain('EnrollFP');
    expect((await recorder()).nextStep).toContain('1 command waits: nobody has accepted the network');
    await decide({ origin: '127.0.1.0/24', decision: 'accept' });
    const given = (await second('GET', poll(serial))).body;
    for (const command of [':CHECK\n', 'USERINFO PIN=7\t', 'FINGERTMP PIN=7\t', ':REBOOT\n'])
      expect(given).toContain(command);
    expect((await second('GET', hello(serial))).body).toContain('EnrollFP');
  });

  it('the first network gets names at once, templates once somebody has accepted it', async () => {
    const { serial, employeeId, assign, decide } = await enrolled({ storeTemplates: true });
    await send('GET', hello(serial));
    await send('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, 'FP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJD\n');
    await assign([employeeId]);
    const first = (await send('GET', poll(serial))).body;
    expect(first).toContain('USERINFO PIN=7');
    expect(first).not.toContain('FINGERTMP');
    await decide({ origin: '127.0.0.0/24', decision: 'accept' });
    expect((await send('GET', poll(serial))).body).toContain('FINGERTMP PIN=7');
  });

  it('a stranger who called first is rejected, and the first network is learnt again', async () => {
    const { accountId, serial, decide, order, recorder } = await enrolled();
    await second('GET', hello(serial));
    await send('POST', attlog(serial), '7\t2026-11-20 12:00:00\t0\t1');
    expect(await standings(accountId)).toEqual(['quarantined']);
    await decide({ origin: '127.0.1.0/24', decision: 'reject' });
    await decide({ origin: '127.0.0.0/24', decision: 'accept' });
    expect(await standings(accountId)).toEqual(['counted']);
    expect((await second('GET', `/iclock/cdata?SN=${serial}&PIN=7`)).body).toBe('NONE');
    await order('FORGET_NETWORKS');
    expect((await recorder()).networks).toEqual([]);
    await third('GET', poll(serial));
    expect((await recorder()).networks).toMatchObject([
      { network: '127.0.2.0/24', status: 'accepted', isCurrent: true },
    ]);
  });
});

describe('after whatever kept it from its options, a terminal is asked for a handshake without a press', () => {
  const isCalledIn = async (device: ReturnType<typeof terminal>) => {
    const before = device.executed.length;
    t.clock.advance(61_000);
    await device.poll();
    expect(device.executed.slice(before)).toEqual(['CHECK']);
    expect(device.options.get('Realtime')).toBe('1');
    await device.upload();
    expect(device.backlog).toBe(0);
  };

  it('an account that was inactive', async () => {
    const { accountId, serial } = await enrolled();
    const device = terminal(serial);
    await device.handshake();
    await device.poll();
    await t.db.run(sql`update account set is_active = false where account_id = ${accountId}`);
    device.punch('7', '2026-11-20 11:00:00');
    await device.handshake();
    expect(device.options.get('Realtime')).toBe('0');
    await t.db.run(sql`update account set is_active = true where account_id = ${accountId}`);
    await isCalledIn(device);
  });

  it('a secret path that was given and taken away', async () => {
    const { accountId, deviceId, serial, token } = await enrolled();
    const options = (useSecretPath: boolean) =>
      t.ask(`/v2/device/by-account/${accountId}/${deviceId}/options`, {
        method: 'PUT',
        token,
        body: { useSecretPath },
      });
    const device = terminal(serial);
    await device.handshake();
    await device.poll();
    await options(true);
    device.punch('7', '2026-11-20 11:00:00');
    await device.handshake();
    expect(device.options.get('Realtime')).toBe('0');
    await options(false);
    await isCalledIn(device);
  });
});
