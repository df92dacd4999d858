import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '#server/operations/backups/manifest.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Bounds on what a device stores and is told. */
const t = useTestApp();
const { send, http } = useTerminals(t);

async function enrolled(account: Parameters<typeof givenAccount>[1] = {}) {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, account);
  const { deviceId, serialNumber: serial } = await givenDevice(t.db, accountId);
  const of = `/v2/device/by-account/${accountId}/${deviceId}`;
  const order = (command: string) => t.ask(`${of}/commands`, { token, body: { command } });
  return { token, accountId, deviceId, serial, of, order };
}

describe('the state of a device', () => {
  it('has known options only, however many are invented', async () => {
    const { deviceId, serial } = await enrolled();
    for (let n = 0; n < 20; n++) {
      const body = Array.from({ length: 300 }, (_, i) => `Invented${n}x${i}=${'y'.repeat(190)}`).join(',');
      await send('POST', `/iclock/cdata?SN=${serial}&table=options`, `~DeviceName=K40,${body}`);
    }
    const { size, name } = await t.db.single(
      z.object({ size: z.int(), name: z.string() }),
      sql`select length(state::text)::int as size, state #>> '{options,devicename}' as name from device where device_id = ${deviceId}`,
    );
    expect(name).toBe('K40');
    expect(size).toBeLessThan(1_000);
  });

  it('templates are bounded by person and by size', async () => {
    const { accountId, serial } = await enrolled({ storeTemplates: true });
    for (const timeId of ['7', '8']) await givenEmployee(t.db, accountId, { timeId });
    const lines = Array.from({ length: 200 }, (_, n) => `FP PIN=7\tFID=${n}\tSize=4\tValid=1\tTMP=QUJD`);
    const upload = (body: string) => send('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, body);
    expect((await upload(lines.join('\n'))).body).toBe('OK: 200');
    await upload(lines.toReversed().join('\n'));
    await upload(`FP PIN=8\tFID=1\tTMP=${'A'.repeat(600_000)}`);
    const kept = await t.db.rows(
      z.object({ timeId: z.string(), count: z.int() }),
      sql`select time_id as "timeId", count(*)::int as count from biometric_template where account_id = ${accountId} group by 1`,
    );
    expect(kept).toEqual([{ timeId: '7', count: 60 }]);
  });

  it('a template too large for a line of a backup is not stored, which the connection log shows', async () => {
    const { token, accountId, serial, of } = await enrolled({ storeTemplates: true });
    await givenEmployee(t.db, accountId, { timeId: '8' });
    // Each character takes three bytes, and the limit counts bytes.
    const wide = `FP PIN=8\tFID=1\tTMP=${'\u4e00'.repeat(500_000)}`;
    const fits = `FP PIN=8\tFID=2\tTMP=${'\u4e00'.repeat(170_000)}`;
    for (const line of [wide, fits])
      expect((await send('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, line)).body).toBe('OK: 1');
    const { size } = await t.db.single(
      z.object({ size: z.int() }),
      sql`select max(length(sealed))::int as size from biometric_template where account_id = ${accountId}`,
    );
    expect(size).toBeLessThan(LIMITS.lineBytes - 10_000);
    const recorder = (await t.ask(`${of}/recorder`, { token })).json();
    expect(recorder.recentRejects).toEqual([
      expect.objectContaining({ reason: 'template-too-large', raw: 'FINGERTMP PIN=8 1: 1465 KB, at most 512 KB' }),
    ]);
  });
});

it('templates are sent to known tables only', async () => {
  const { token, accountId, deviceId, serial, of } = await enrolled({ storeTemplates: true });
  const employeeId = await givenEmployee(t.db, accountId, { timeId: '7' });
  await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1`);
  await send('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, 'FP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJD\n');
  await send('POST', `/iclock/cdata?SN=${serial}&table=OPERLOG`, 'FP PIN=7\tFID=3\tSize=4\tValid=1\tTMP=QUJE\n');
  // A crafted backup would leave such a row.
  await t.db.run(sql`
    update biometric_template set kind = E'FINGERTMP x\\nC:EVIL1:SHELL wget' where account_id = ${accountId} and slot = '3'`);
  await t.ask(of, { method: 'PUT', token, body: { employeeIds: [employeeId], description: 'Gate' } });
  const body = { network: '127.0.0.0/24', decision: 'accept' };
  await t.ask(`/v2/device/${deviceId}/networks`, { token, body });
  const reply = (await send('GET', `/iclock/getrequest?SN=${serial}`)).body;
  expect(reply).toContain('FINGERTMP PIN=7\tFID=2');
  expect(reply).not.toContain('SHELL');
  expect(
    reply
      .split('\n')
      .filter((line) => line && !/^C:[A-Za-z0-9]{1,16}:(CHECK|DATA UPDATE (USERINFO|FINGERTMP) )/.test(line)),
  ).toEqual([]);
});

describe('a 3.x terminal that has proved itself', () => {
  const cookie = (token: string) => http({ headers: [`Cookie: token=${token}`] });
  async function proved() {
    const given = await enrolled();
    const { serial } = given;
    const hello = `/iclock/cdata?SN=${serial}&options=all&pushver=3.1.2&DeviceType=acc`;
    const register = async () => {
      await send('GET', hello);
      const reply = await send('POST', `/iclock/registry?SN=${serial}`, 'DeviceType=acc,~DeviceName=SpeedFace');
      const code = /RegistryCode=(\w+)/.exec(reply.body)?.[1] ?? '';
      const session = /SessionID=(\w+)/.exec((await send('POST', `/iclock/push?SN=${serial}`)).body)?.[1] ?? '';
      return { status: reply.status, code, session };
    };
    const codes = await register();
    const token = createHash('md5').update(`${codes.code}${serial}${codes.session}`).digest('hex');
    const row = (pin: string) => `time=2026-11-20 07:00:01\tpin=${pin}\tevent=3\tinoutstatus=0\tverifytype=15\tindex=1`;
    const upload = (by: { send: typeof send }, pin: string) =>
      by.send('POST', `/iclock/cdata?SN=${serial}&table=rtlog`, row(pin));
    expect((await upload(cookie(token), '42')).body).toBe('OK');
    return { ...given, admin: given.token, hello, register, codes, token, upload };
  }

  it('gives its codes to nobody else, and no announced dialect avoids the proof', async () => {
    const { serial, hello, register, codes, token, upload } = await proved();
    const anonymous = (await send('GET', hello)).body;
    expect(anonymous).toMatch(/^registry=ok\n/);
    expect(anonymous).not.toContain(codes.code);
    expect(anonymous).not.toContain('SessionID');
    expect(await register()).toEqual({ status: 406, code: '', session: '' });
    await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1`);
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, '7\t2026-11-20 07:00:00\t0\t1')).status).toBe(
      403,
    );
    expect((await upload({ send }, '43')).status).toBe(403);
    expect((await upload(cookie(token), '43')).body).toBe('OK');
    // It has proved its identity, so the network does not matter.
    t.clock.advance(30_000);
    const moved = http({ from: '127.0.1.2', headers: [`Cookie: token=${token}`] });
    expect((await upload(moved, '44')).body).toBe('OK');
    const standings = await t.db.rows(
      z.object({ standing: z.string() }),
      sql`select distinct standing from clock_record`,
    );
    expect(standings).toEqual([{ standing: 'counted' }]);
  });

  it('is refused from a network that a user rejected, whatever it proves: the token goes over the line as it is', async () => {
    const { admin, deviceId, token, upload } = await proved();
    const copied = http({ from: '127.0.1.2', headers: [`Cookie: token=${token}`] });
    expect((await upload(copied, '44')).body).toBe('OK');
    const decide = (network: string, decision: 'accept' | 'reject') =>
      t.ask(`/v2/device/${deviceId}/networks`, { token: admin, body: { network, decision } });
    expect((await decide('127.0.1.0/24', 'reject')).statusCode).toBe(200);
    expect((await upload(copied, '45')).status).toBe(403);
    expect((await upload(cookie(token), '46')).body).toBe('OK');
    await decide('127.0.1.0/24', 'accept');
    expect((await upload(copied, '45')).body).toBe('OK');
  });

  it('gets other codes, once, when an administrator lets it register again', async () => {
    const { order, register, codes, token, upload } = await proved();
    await order('REREGISTER');
    const next = await register();
    expect(next.status).toBe(200);
    expect(next.code).not.toBe(codes.code);
    expect(next.session).not.toBe(codes.session);
    // The earlier token is no longer proof; until the new one is proved, passes still count.
    expect((await upload(cookie(token), '45')).status).toBe(200);
  });
});
