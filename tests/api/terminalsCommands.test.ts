import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const lines: string[] = [];
const t = useTestApp({ services: { log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) } });
const { send, terminal, records, http } = useTerminals(t);

async function enrolled(
  options: Parameters<typeof givenDevice>[2] = {},
  account: Parameters<typeof givenAccount>[1] = {},
) {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, account);
  const { deviceId, serialNumber } = await givenDevice(t.db, accountId, options);
  return { token, accountId, deviceId, serial: serialNumber };
}
type Given = Awaited<ReturnType<typeof enrolled>>;

const order = ({ token, accountId, deviceId }: Given, command: string) =>
  t.ask(`/v2/device/by-account/${accountId}/${deviceId}/commands`, { token, body: { command } });
const assign = ({ token, accountId, deviceId }: Given, employeeIds: string[]) =>
  t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, {
    method: 'PUT',
    token,
    body: { employeeIds, description: 'Gate' },
  });
const commands = ({ deviceId }: Given) =>
  t.db.rows(
    z.object({ id: z.string(), command: z.string(), status: z.string(), tries: z.int(), code: z.int().nullable() }),
    sql`select command_id as id, command, status, tries, return_code as code from terminal_command where device_id = ${deviceId}
        order by queued_at, command_id`,
  );
/** The terminal has shaken hands, so that polls bring only what a test queues. */
const shaken = async (given: Given) => {
  await send('GET', `/iclock/cdata?SN=${given.serial}&options=all&pushver=2.4.1`);
  await send('GET', `/iclock/getrequest?SN=${given.serial}`);
  return given;
};
const poll = async ({ serial }: Given) => (await send('GET', `/iclock/getrequest?SN=${serial}`)).body;
const report = ({ serial }: Given, body: string) => send('POST', `/iclock/devicecmd?SN=${serial}`, body);

describe('the life of a command', () => {
  it('goes from queued to sent to done, and a repeated result is harmless', async () => {
    const given = await shaken(await enrolled());
    expect((await order(given, 'INFO')).statusCode).toBe(200);
    const reply = await poll(given);
    expect(reply).toMatch(/^C:[A-Za-z0-9]{1,16}:INFO\n$/);
    expect(await poll(given)).toBe('OK');
    const [sent] = await commands(given);
    expect(sent).toMatchObject({ status: 'sent', tries: 1 });
    for (let again = 0; again < 2; again++)
      expect((await report(given, `ID=${sent?.id}&Return=0&CMD=INFO\n~DeviceName=K40\nFWVersion=Ver 8\n`)).body).toBe(
        'OK',
      );
    expect(await commands(given)).toMatchObject([{ status: 'done', code: 0 }]);
    await report(given, `ID=${sent?.id}&Return=-1&CMD=INFO\n`);
    expect(await commands(given)).toMatchObject([{ status: 'done', code: 0 }]);
    const recorder = (
      await t.ask(`/v2/device/by-account/${given.accountId}/${given.deviceId}/recorder`, { token: given.token })
    ).json();
    expect(recorder.commands).toMatchObject([{ command: 'INFO', status: 'done', returnCode: 0 }]);
    const device = (await t.ask(`/v2/device/by-account/${given.accountId}`, { token: given.token })).json().devices[0];
    expect(device.deviceInfo).toMatchObject({ model: 'K40', platformVersion: 'Ver 8' });
  });

  it('is given to one of many simultaneous polls', async () => {
    const given = await shaken(await enrolled());
    await order(given, 'LOG');
    const replies = await Promise.all(Array.from({ length: 10 }, () => poll(given)));
    expect(replies.filter((reply) => reply.includes(':LOG'))).toHaveLength(1);
  });

  it('is offered again without a result, at most five times, and then expires', async () => {
    const given = await shaken(await enrolled());
    await order(given, 'INFO');
    for (let i = 0; i < 5; i++) {
      expect(await poll(given)).toContain(':INFO\n');
      expect(await poll(given)).toBe('OK');
      t.clock.advance(181_000);
    }
    expect(await poll(given)).toBe('OK');
    expect(await commands(given)).toMatchObject([{ status: 'expired', tries: 5 }]);
  });

  it.each([
    [-1, 'failed'],
    [-1004, 'failed'],
    [-5000, 'sent'],
    [-1003, 'queued'],
    [7, 'done'],
  ])('return %d makes it %s', async (code, status) => {
    const given = await shaken(await enrolled());
    await order(given, 'INFO');
    await poll(given);
    const [sent] = await commands(given);
    await report(given, `ID=${sent?.id}&Return=${code}&CMD=INFO\n`);
    expect(await commands(given)).toMatchObject([{ status, code }]);
  });

  it('accepts results of its own terminal only', async () => {
    const given = await shaken(await enrolled());
    const other = await shaken({
      ...given,
      ...(await givenDevice(t.db, given.accountId).then(({ deviceId, serialNumber }) => ({
        deviceId,
        serial: serialNumber,
      }))),
    });
    await order(given, 'INFO');
    await poll(given);
    const [sent] = await commands(given);
    expect((await report(other, `ID=${sent?.id}&Return=0&CMD=INFO\n`)).body).toBe('OK');
    await report(given, `ID=${sent?.id}&Return=0&CMD=INFO&SN=${other.serial}\n`);
    expect(await commands(given)).toMatchObject([{ status: 'sent' }]);
  });

  it('that is unknown is acknowledged and logged, once an hour; a repeated result is not', async () => {
    const given = await shaken(await enrolled());
    await order(given, 'INFO');
    await poll(given);
    const [sent] = await commands(given);
    const logged = () =>
      lines
        .filter((line) => line.includes(given.serial))
        .map((line) => z.object({ ids: z.array(z.string()) }).parse(JSON.parse(line)).ids);
    for (let again = 0; again < 2; again++) await report(given, `ID=${sent?.id}&Return=0&CMD=INFO\n`);
    expect(logged()).toEqual([]);
    const stray = `ID=${sent?.id}&Return=0&CMD=INFO\nID=77&Return=0&CMD=DATA\nID=78&Return=-1&CMD=DATA\n`;
    for (let again = 0; again < 2; again++) expect((await report(given, stray)).body).toBe('OK');
    expect(logged()).toEqual([['77', '78']]);
    t.clock.advance(3_601_000);
    await report(given, stray);
    expect(logged()).toHaveLength(2);
  });

  it('is queued once however often it is asked for, and a reboot comes last', async () => {
    const given = await shaken(await enrolled());
    for (const command of ['REBOOT', 'INFO', 'INFO', 'REBOOT']) await order(given, command);
    const lines = (await poll(given))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(':')[2]);
    expect(lines).toEqual(['INFO', 'REBOOT']);
  });

  it('asked for by Request sync is CHECK and LOG', async () => {
    const given = await shaken(await enrolled());
    const answer = await t.ask(`/v2/device/${given.deviceId}/trigger-sync`, { method: 'POST', token: given.token });
    expect(answer.statusCode).toBe(200);
    expect((await commands(given)).map(({ command }) => command)).toEqual(['CHECK', 'LOG']);
  });
});

describe('the roster', () => {
  it('reaches the terminal, follows changes and leaves it with them', async () => {
    const given = await shaken(await enrolled());
    const ann = await givenEmployee(t.db, given.accountId, { firstName: 'Ann', lastName: 'Lee', timeId: '007' });
    const ben = await givenEmployee(t.db, given.accountId, {
      firstName: 'Ben',
      lastName: 'Ngcongolo-Featherstonehaugh',
      timeId: 'A_9',
    });
    const device = terminal(given.serial);
    device.users.set('admin', 'made at the terminal');
    await assign(given, [ann, ben]);
    await device.poll();
    expect(Object.fromEntries(device.users)).toEqual({
      admin: 'made at the terminal',
      '007': 'Ann Lee',
      A_9: 'Ben Ngcongolo-Feathersto',
    });
    expect((await commands(given)).every(({ status }) => status === 'done')).toBe(true);

    await t.db.run(sql`update employee set first_name = 'Anna' where employee_id = ${ann}`);
    await t.db.run(sql`update employee set is_active = false where employee_id = ${ben}`);
    await t.db.run(sql`update account set data_version = data_version + 1`);
    t.clock.advance(61_000);
    await device.poll();
    expect(Object.fromEntries(device.users)).toEqual({ admin: 'made at the terminal', '007': 'Anna Lee' });

    await assign(given, []);
    await device.poll();
    expect([...device.users.keys()]).toEqual(['admin']);
    expect(device.violations).toEqual([]);
  });

  it('gives up pending commands about a person once something else holds, so that nobody who was removed returns', async () => {
    const given = await shaken(await enrolled());
    const ann = await givenEmployee(t.db, given.accountId, { timeId: '7' });
    const device = terminal(given.serial);
    await assign(given, [ann]);
    // The terminal has executed the command, but its result was lost.
    expect(await poll(given)).toContain('DATA UPDATE USERINFO PIN=7');
    await assign(given, []);
    await device.poll();
    t.clock.advance(181_000);
    await device.poll();
    expect(device.executed).toEqual(['DATA DELETE USERINFO PIN=7']);
    expect((await commands(given)).map(({ status }) => status).sort()).toEqual(['done', 'expired']);
  });

  it('loses people on the day on which their activity ends, without any other change', async () => {
    const given = await shaken(await enrolled());
    const ann = await givenEmployee(t.db, given.accountId, { timeId: '7' });
    await t.db.run(sql`update employee set inactive_from = '2026-11-22',
      activity = '[{"from": null, "isActive": true}, {"from": "2026-11-22", "isActive": false}]' where employee_id = ${ann}`);
    await assign(given, [ann]);
    const device = terminal(given.serial);
    t.clock.set('2026-11-21T12:00:00Z');
    await device.poll();
    expect([...device.users.keys()]).toEqual(['7']);
    t.clock.set('2026-11-22T12:00:00Z');
    await device.poll();
    expect([...device.users.keys()]).toEqual([]);
    expect((await send('GET', `/iclock/cdata?SN=${given.serial}&PIN=7`)).body).toBe('NONE');
  });

  it('of 450 people is sent in portions and again on request', async () => {
    const given = await shaken(await enrolled());
    const ids: string[] = [];
    for (let n = 0; n < 450; n++) ids.push(await givenEmployee(t.db, given.accountId, { timeId: String(n) }));
    await assign(given, ids);
    const device = terminal(given.serial);
    for (let i = 0; i < 3; i++) await device.poll();
    expect(device.users.size).toBe(450);
    device.users.clear();
    await order(given, 'RESEND_ROSTER');
    for (let i = 0; i < 3; i++) await device.poll();
    expect(device.users.size).toBe(450);
    expect(device.executed).toHaveLength(900);
  });

  it('cannot be used to smuggle in a command', async () => {
    const given = await shaken(await enrolled());
    const evil = await givenEmployee(t.db, given.accountId, {
      firstName: 'Eve\r\nC:9:CLEAR DATA\n',
      lastName: 'X\tPri=14',
      timeId: '1',
    });
    const worse = await givenEmployee(t.db, given.accountId, { timeId: '2\tPri=14' });
    await assign(given, [evil, worse]);
    const reply = await poll(given);
    expect(reply.split('\n').filter(Boolean)).toHaveLength(1);
    expect(reply).toMatch(/^C:\w+:DATA UPDATE USERINFO PIN=1\tName=[^\t\n]+\n$/);
  });

  it('includes the templates for a replaced terminal, where the account keeps them', async () => {
    const given = await shaken(await enrolled({}, { storeTemplates: true }));
    const ann = await givenEmployee(t.db, given.accountId, { timeId: '7' });
    await send(
      'POST',
      `/iclock/cdata?SN=${given.serial}&table=OPERLOG`,
      'FP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJDREVG\n',
    );
    const next = await givenDevice(t.db, given.accountId);
    const replaced = await shaken({ ...given, deviceId: next.deviceId, serial: next.serialNumber });
    await assign(replaced, [ann]);
    // Templates are sent only to accepted networks.
    const body = { network: '127.0.0.0/24', decision: 'accept' };
    await t.ask(`/v2/device/${replaced.deviceId}/networks`, { token: replaced.token, body });
    const reply = await poll(replaced);
    expect(reply).toMatch(
      /:DATA UPDATE USERINFO PIN=7\t.*\n(?:C:\w+:CHECK\n)?C:\w+:DATA UPDATE FINGERTMP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJDREVG\n$/,
    );
    const kept = await t.db.rows(z.object({ row: z.string() }), sql`select c::text as row from terminal_command c`);
    expect(JSON.stringify(kept)).not.toContain('QUJD');
  });
});

describe('handshakes', () => {
  it('are requested at a claimed terminal’s first poll, which then delivers what it kept', async () => {
    const device = terminal('CLAIM1');
    device.punch('7', '2026-11-20 07:00:00');
    await device.handshake();
    await device.upload();
    expect(device.backlog).toBe(1);
    const { token } = await givenAdmin(t.db);
    const accountId = await givenAccount(t.db);
    const seen = (await t.ask('/v2/device/sightings', { token })).json();
    expect(seen.results).toMatchObject([{ serialNumber: 'CLAIM1' }]);
    expect(
      (await t.ask(`/v2/device/adms/for-account/${accountId}`, { token, body: { serial: 'CLAIM1' } })).statusCode,
    ).toBe(200);
    expect((await t.ask('/v2/device/sightings', { token })).json().results).toEqual([]);
    await device.poll();
    expect(device.executed).toEqual(['CHECK']);
    expect(device.backlog).toBe(0);
    expect(await records(accountId)).toHaveLength(1);
  });

  it('are requested when the zone’s clocks change, and bring the new offset', async () => {
    t.clock.set('2026-10-25T00:30:00Z');
    const given = await enrolled({ timeZone: 'Europe/Berlin' });
    const device = terminal(given.serial);
    await device.handshake();
    expect(device.options.get('TimeZone')).toBe('2');
    await device.poll();
    expect(device.executed).toEqual([]);
    t.clock.set('2026-10-25T01:00:10Z');
    await device.poll();
    expect(device.executed).toEqual(['CHECK']);
    expect(device.options.get('TimeZone')).toBe('1');
    await device.poll();
    expect(device.executed).toEqual(['CHECK']);
  });

  it('bring everything again when the history is requested, once', async () => {
    const given = await shaken(await enrolled());
    const device = terminal(given.serial);
    for (let n = 10; n < 60; n++) device.punch('7', `2026-11-20 07:00:${n}`);
    await device.handshake();
    await device.upload();
    await order(given, 'RELOAD_HISTORY');
    await device.poll();
    expect(device.options.get('ATTLOGStamp')).toBe('0');
    expect(device.backlog).toBe(0);
    expect(await records(given.accountId)).toHaveLength(50);
    await device.handshake();
    expect(device.options.get('ATTLOGStamp')).toBe('None');
  });

  it('and a wrong clock is told the time', async () => {
    const given = await shaken(await enrolled());
    const device = terminal(given.serial);
    await device.handshake();
    device.punch('7', '2026-11-20 12:09:00');
    await device.upload();
    const recorder = (
      await t.ask(`/v2/device/by-account/${given.accountId}/${given.deviceId}/recorder`, { token: given.token })
    ).json();
    expect(recorder.driftMs).toBe(9 * 60_000);
    await device.poll();
    expect(device.clock).toBe('2026-11-20 12:00:00');
  });
});

describe('access terminals (3.x)', () => {
  it('register, prove themselves, and their passes count', async () => {
    const given = await enrolled();
    const { serial } = given;
    const hello = `/iclock/cdata?SN=${serial}&options=all&pushver=3.1.2&DeviceType=acc`;
    expect((await send('GET', hello)).body).toBe('OK');
    const registration = await send(
      'POST',
      `/iclock/registry?SN=${serial}`,
      'DeviceType=acc,~DeviceName=SpeedFace V5L,FirmVer=Ver 3.1,~OEMVendor=ZKTECO CO., LTD.',
    );
    const code = /^RegistryCode=([0-9a-f]{32})$/.exec(registration.body)?.[1] ?? '';
    expect(code).not.toBe('');
    expect(registration.head).toMatch(/\r\nSet-Cookie: JSESSIONID=/);
    const session = /\nSessionID=([0-9a-f]+)\n/.exec((await send('POST', `/iclock/push?SN=${serial}`)).body)?.[1] ?? '';
    expect((await send('GET', hello)).body).toMatch(new RegExp(`^registry=ok\nRegistryCode=${code}\n`));

    const token = createHash('md5').update(`${code}${serial}${session}`).digest('hex');
    const row = (event: number, pin: string, index: number) =>
      `time=2026-11-20 07:00:0${index}\tpin=${pin}\tcardno=0\teventaddr=1\tevent=${event}\tinoutstatus=0\tverifytype=15\tindex=${index}`;
    const body = [row(3, '42', 1), row(27, '0', 2), row(0, '43', 3), row(23, '44', 4)].join('\r\n');
    const upload = (cookie: string) => useCookie(cookie).send('POST', `/iclock/cdata?SN=${serial}&table=rtlog`, body);
    expect((await upload('token=strange')).status).toBe(200);
    expect((await upload(`token=${token}; timestamp=1`)).body).toBe('OK');
    expect((await records(given.accountId)).map(({ timeId, direction }) => [timeId, direction])).toEqual([
      // It has sent only the key 0, so it is unknown whether it distinguishes IN from OUT.
      ['42', 'auto'],
      ['43', 'auto'],
    ]);
    // Once a terminal has proved its identity, calls without proof are not trusted.
    expect((await upload('token=strange')).status).toBe(403);
    expect((await upload('')).status).toBe(403);

    await order(given, 'REBOOT');
    const polled = await useCookie(`token=${token}`).send('GET', `/iclock/getrequest?SN=${serial}`);
    expect(polled.body).toMatch(/^C:\w+:CONTROL DEVICE 03000000\n$/);
    const table = await useCookie(`token=${token}`).send(
      'POST',
      `/iclock/cdata?SN=${serial}&table=tabledata&tablename=user&count=2`,
      'user pin=1\tname=A\nuser pin=2\tname=B',
    );
    expect(table.body).toBe('user=2');
  });

  const useCookie = (cookie: string) => {
    const headers = [
      'Connection: starting',
      'Content-Type: application/push;charset=UTF-8',
      ...(cookie ? [`Cookie: ${cookie}`] : []),
    ];
    return http({ headers });
  };
});
