import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send, http, records } = useTerminals(t);
/** Another network than that of 127.0.0.1. */
const elsewhere = (method: string, target: string, body?: string) =>
  http({ from: '127.0.1.2' }).send(method, target, body);

async function enrolled() {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const employeeId = await givenEmployee(t.db, accountId, { timeId: '7' });
  const { deviceId, serialNumber: serial } = await givenDevice(t.db, accountId);
  const of = `/v2/device/by-account/${accountId}/${deviceId}`;
  const recorder = async () => (await t.ask(`${of}/recorder`, { token: admin.token })).json();
  const accept = () => t.ask(`${of}/commands`, { token: admin.token, body: { command: 'ACCEPT_HELD' } });
  return { accountId, employeeId, deviceId, serial, recorder, accept };
}
const attlog = (serial: string) => `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;
const standings = async (accountId: string) => (await records(accountId)).map(({ standing }) => standing);
const factDays = async (accountId: string) =>
  (
    await t.db.rows(
      z.object({ day: z.string() }),
      sql`select day::text as day from day_fact where account_id = ${accountId} and events <> '' order by day`,
    )
  ).map(({ day }) => day);

it('S-42: punches older than 45 days are stored and shown, and in no number until somebody accepts them', async () => {
  const { accountId, serial, recorder, accept } = await enrolled();
  const lines = ['7\t2026-10-05 07:00:00\t0\t1', '7\t2026-10-07 07:00:00\t0\t1', '8\t2026-10-05 07:01:00\t0\t1'];
  expect((await send('POST', attlog(serial), lines.join('\n'))).body).toBe('OK: 3');
  expect(await standings(accountId)).toEqual(['quarantined', 'quarantined', 'counted']);
  expect(await factDays(accountId)).toEqual(['2026-10-07']);
  expect(await recorder()).toMatchObject({
    held: 2,
    nextStep:
      '2 punches held back, older than 45 days or sent from a second network at the same time: accept them if they are right.',
  });

  // Sent again they are what they were; accepted they count once, also where somebody else had told of the same punch.
  expect((await send('POST', attlog(serial), lines.join('\n'))).body).toBe('OK: 3');
  expect((await send('POST', attlog(serial), '7\t2026-10-05 07:00:00\t0\t15')).body).toBe('OK: 1');
  expect((await recorder()).held).toBe(3);
  expect((await accept()).statusCode).toBe(200);
  expect((await standings(accountId)).sort()).toEqual(['counted', 'counted', 'counted', 'duplicate']);
  expect(await factDays(accountId)).toEqual(['2026-10-05', '2026-10-07']);
  expect((await recorder()).held).toBe(0);
  expect((await accept()).statusCode).toBe(200);
});

it('S-40, S-42: who calls from a second network at the same time is given nothing, changes nothing, and their punches are held', async () => {
  const { accountId, deviceId, serial, recorder, accept } = await enrolled();
  // The roster is waiting to be fetched.
  await send('GET', `/iclock/ping?SN=${serial}`);
  t.clock.advance(60_000);
  expect((await elsewhere('GET', `/iclock/getrequest?SN=${serial}`)).body).toBe('OK');
  expect((await elsewhere('GET', `/iclock/cdata?SN=${serial}&PIN=7`)).body).toBe('NONE');
  expect((await elsewhere('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=3.1.2&DeviceType=acc`)).body).toBe(
    'OK',
  );
  expect(
    (await elsewhere('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, 'FP PIN=7\tFID=1\tTMP=QUJD')).status,
  ).toBe(403);
  expect((await elsewhere('POST', `/iclock/devicecmd?SN=${serial}`, 'ID=1&Return=0&CMD=DATA')).status).toBe(403);
  expect((await elsewhere('POST', attlog(serial), '7\t2026-11-20 09:00:00\t0\t1')).body).toBe('OK: 1');
  expect(await standings(accountId)).toEqual(['quarantined']);
  const device = await t.db.single(
    z.object({ dialect: z.string().nullable(), network: z.string(), drift: z.int().nullable() }),
    sql`select dialect, network, drift_ms::int as drift from device where device_id = ${deviceId}`,
  );
  expect(device).toEqual({ dialect: null, network: '127.0.0.0/24', drift: null });
  expect((await recorder()).nextStep).toContain('1 punch held back');
  const trail = await t.db.rows(
    z.object({ detail: z.string(), address: z.string() }),
    sql`select detail, address from audit_entry where account_id = ${accountId} and action = 'device.network'`,
  );
  expect(trail).toEqual([{ detail: 'Calls from two networks at once (127.0.1.0/24)', address: '127.0.1.2' }]);

  // The terminal itself goes on as if nothing were.
  expect((await send('GET', `/iclock/getrequest?SN=${serial}`)).body).toContain(':CHECK');

  // Two lines to the internet: once accepted, both are its own.
  await accept();
  expect(await standings(accountId)).toEqual(['counted']);
  for (const [i, call] of [elsewhere, send, elsewhere].entries()) {
    t.clock.advance(30_000);
    await call('POST', attlog(serial), `7\t2026-11-20 09:0${i + 1}:30\t0\t1`);
  }
  expect(await standings(accountId)).toEqual(['counted', 'counted', 'counted', 'counted']);
});

it('S-40: a terminal that has moved is believed when its earlier network has been silent for three minutes', async () => {
  const { accountId, serial, recorder } = await enrolled();
  await send('GET', `/iclock/ping?SN=${serial}`);
  t.clock.advance(200_000);
  expect((await elsewhere('POST', attlog(serial), '7\t2026-11-20 09:00:00\t0\t1')).body).toBe('OK: 1');
  expect(await standings(accountId)).toEqual(['counted']);
  expect((await recorder()).nextStep).toBe('Calls from another network (127.0.1.0/24): ask who did it.');
});
