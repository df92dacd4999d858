import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send, raw, records } = useTerminals(t);

/** An administrator, and an account in South Africa with a terminal and one employee whose PIN is 7. */
async function enrolled(options: Parameters<typeof givenDevice>[2] = {}) {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  await givenEmployee(t.db, accountId, { timeId: '7', firstName: 'Ann', lastName: 'One' });
  const { deviceId, serialNumber: serial } = await givenDevice(t.db, accountId, options);
  const of = `/v2/device/by-account/${accountId}/${deviceId}`;
  const recorder = async () => (await t.ask(`${of}/recorder`, { token: admin.token })).json();
  return { admin, accountId, deviceId, serial, of, recorder };
}
const line = '7\t2026-11-20 07:01:02\t0\t1\n';
const times = async (accountId: string) => (await records(accountId)).map(({ at }) => at.toISOString());
const rejects = (deviceId: string) =>
  t.db.rows(
    z.object({ reason: z.string(), raw: z.string() }),
    sql`select reason, raw from rejected_line where device_id = ${deviceId} order by raw`,
  );

describe('an upload that is acknowledged is stored', () => {
  it.each([
    '/iclock/cdata.php?SN=%&table=ATTLOG&Stamp=9999',
    '/iclock/edata?SN=%&table=ATTLOG&Stamp=9999',
    '/iclock/fdata?SN=%&table=ATTLOG&Stamp=9999',
    '/iclock/fdata.aspx?SN=%&Stamp=9999',
    '/iclock/attendance?SN=%&table=attlog',
    '/cdata.php?SN=%&Stamp=1',
  ])('%s', async (target) => {
    const { accountId, serial } = await enrolled();
    expect((await send('POST', target.replace('%', serial), line)).body).toMatch(/^OK/);
    expect(await times(accountId)).toEqual(['2026-11-20T05:01:02.000Z']);
  });

  it('at an unknown path: as lines that became no punch', async () => {
    const { deviceId, serial } = await enrolled();
    expect((await send('POST', `/iclock/upload?SN=${serial}`, 'something\t1')).body).toBe('OK');
    expect(await rejects(deviceId)).toEqual([{ reason: 'unknown-table', raw: 'something\t1' }]);
  });

  it('beside a line of a year that no clock reaches, which would be sent for ever', async () => {
    const { accountId, deviceId, serial } = await enrolled({ timeZone: 'Pacific/Pitcairn' });
    const far = '7\t9999-12-31 23:59:59\t0\t1';
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, `${far}\n${line}`)).body).toBe('OK: 2');
    // The first waits, at its receipt.
    expect(await times(accountId)).toEqual(['2026-11-20T10:00:00.000Z', '2026-11-20T15:01:02.000Z']);
    expect(await rejects(deviceId)).toEqual([{ reason: 'bad-time', raw: far }]);
  });

  it('but not where a request has a body without its length', async () => {
    const { accountId, serial } = await enrolled();
    const head = `POST /iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999 HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect((await raw(`${head}${line}`)).status).toBe(411);
    expect((await raw(`POST /iclock/devicecmd?SN=${serial} HTTP/1.0\r\n\r\nID=1&Return=0&CMD=DATA`)).status).toBe(411);
    expect(await times(accountId)).toEqual([]);
    // An empty POST that asks is a GET in old firmware.
    expect((await raw(`POST /iclock/cdata?SN=${serial}&options=all HTTP/1.0\r\n\r\n`)).body).toMatch(
      /^GET OPTION FROM/,
    );
  });

  it('whatever bytes follow the length that was declared', async () => {
    const { accountId, serial } = await enrolled();
    for (const tail of ['\0', '\r\n', '\0\0\r\n', '\t\0\n', 'rest of a line\n']) {
      const reply = await raw(
        `POST /iclock/cdata?SN=${serial}&table=ATTLOG HTTP/1.1\nContent-Length: ${line.length}\n\n${line}${tail}`,
      );
      expect(reply).toMatchObject({ status: 200, body: 'OK: 1', violations: [] });
    }
    expect(await times(accountId)).toEqual(['2026-11-20T05:01:02.000Z']);
  });

  it('with times without seconds, and with several punches on a line', async () => {
    const { accountId, serial } = await enrolled();
    const lines = '7\t2026-11-20 07:01\t0\t1;7\t2026-11-20 12:00\t1\t1;\n7;2026-11-20 13:00:00;0;1\n';
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, lines)).body).toBe('OK: 3');
    expect(await times(accountId)).toEqual([
      '2026-11-20T05:01:00.000Z',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
    ]);
  });
});

describe('a serial number', () => {
  const claim = (accountId: string, token: string, serial: string) =>
    t.ask(`/v2/device/adms/for-account/${accountId}`, { token, body: { serial } });

  it('is the same in any case, and as people type it with spaces: enrolled, called, sighted and claimed', async () => {
    const { admin, accountId } = await enrolled();
    expect((await send('GET', '/iclock/cdata?SN=cgkk2134&options=all')).body).toMatch(/^GET OPTION FROM: cgkk2134\n/);
    const { results } = (await t.ask('/v2/device/sightings', { token: admin.token })).json();
    expect(results).toMatchObject([{ serialNumber: 'CGKK2134', attempts: 1 }]);
    expect((await claim(accountId, admin.token, ' cgkk 2134')).statusCode).toBe(200);
    expect((await t.ask('/v2/device/sightings', { token: admin.token })).json()).toEqual({ results: [] });
    for (const spelled of ['CGKK2134', 'cgkk2134', 'Cgkk2134'])
      expect((await send('POST', `/iclock/cdata?SN=${spelled}&table=ATTLOG`, line)).body).toBe('OK: 1');
    expect(await times(accountId)).toHaveLength(1);
  });

  it('cannot be taken by another account in another spelling, and the answer says who has it', async () => {
    const { admin, serial } = await enrolled();
    const other = await givenAccount(t.db);
    const answer = await claim(other, admin.token, serial.toLowerCase());
    expect(answer.statusCode).toBe(409);
    expect(answer.json().issues[0].message).toMatch(
      /^A device with this serial number already exists in the account .+: delete it there first$/,
    );
  });

  it('of an inactive account is not listed as unknown, and says so when it is claimed', async () => {
    const { admin, accountId, serial } = await enrolled();
    await t.db.run(sql`update account set is_active = false, name = 'Acme' where account_id = ${accountId}`);
    await send('GET', `/iclock/cdata?SN=${serial}&options=all`);
    expect((await t.ask('/v2/device/sightings', { token: admin.token })).json()).toEqual({ results: [] });
    const answer = await claim(await givenAccount(t.db), admin.token, serial);
    expect(answer.json().issues[0].message).toBe(
      'A device with this serial number already exists in the account Acme, which is inactive: delete it there first',
    );
  });
});

it('a terminal that called in shows the model that it reports, not its protocol', async () => {
  const admin = await givenAdmin(t.db);
  const seen = async () => (await t.ask('/v2/device/sightings', { token: admin.token })).json().results[0];
  await send('GET', '/iclock/cdata?SN=NEW9&options=all&pushver=2.4.1&language=69');
  expect(await seen()).toMatchObject({ serialNumber: 'NEW9', model: null });
  await send('POST', '/iclock/registry?SN=NEW9', 'DeviceType=acc,~DeviceName=SpeedFace-V5L,FirmVer=ZAM180');
  expect(await seen()).toMatchObject({ serialNumber: 'NEW9', model: 'SpeedFace-V5L', attempts: 2 });
});

it('registering does not make an attendance terminal use 3.x', async () => {
  const { serial, of, admin } = await enrolled();
  await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1&DeviceType=att`);
  await send('POST', `/iclock/registry?SN=${serial}`, 'DeviceType=att,~DeviceName=SenseFace 3A');
  await t.ask(`${of}/commands`, { token: admin.token, body: { command: 'REBOOT' } });
  expect((await send('GET', `/iclock/getrequest?SN=${serial}`)).body).toMatch(/:REBOOT\n$/);
});

describe('a clock that is wrong by years', () => {
  it.each([
    ['2000-01-01 00:05:00', 'quarantined', /^Its clock is 27 years slow: it has been told the time/, /27 years slow/],
    ['2036-11-20 12:00:00', 'future-clock', /^Its clock is 10 years fast: it has been told the time/, /10 years fast/],
  ])(
    '%s: its punch is in no number, its drift is shown, and it is told the time',
    async (time, standing, step, alarm) => {
      const { accountId, deviceId, serial, recorder, admin } = await enrolled();
      await send('GET', `/iclock/cdata?SN=${serial}&options=all`);
      expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, `7\t${time}\t0\t1\n`)).body).toBe('OK: 1');
      expect((await records(accountId)).map((record) => record.standing)).toEqual([standing]);
      expect((await send('GET', `/iclock/getrequest?SN=${serial}`)).body).toMatch(/SET OPTION DateTime=\d+\n/);
      const { alarms } = await t.db.single(
        z.object({ alarms: z.array(z.object({ text: z.string() })) }),
        sql`select state -> 'alarms' as alarms from device where device_id = ${deviceId}`,
      );
      expect(alarms[0]?.text).toMatch(alarm);
      // The quarantine is named first; once it is decided, the wrong clock remains.
      const body = { origin: 'clock', decision: 'reject' };
      await t.ask(`/v2/device/${deviceId}/quarantine`, { token: admin.token, body });
      expect((await recorder()).nextStep).toMatch(step);
    },
  );
});

it('the error log’s text about a command is shown beside its result', async () => {
  const { serial, of, admin, recorder } = await enrolled();
  await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1`);
  await t.ask(`${of}/commands`, { token: admin.token, body: { command: 'INFO' } });
  const id = /C:(\w+):INFO/.exec((await send('GET', `/iclock/getrequest?SN=${serial}`)).body)?.[1];
  const log = `ERRORLOG ErrCode=-1002\tErrMsg=Unsupported Passwd=1\tDataOrigin=cmd\tCmdId=${id}\tAdditional=\n`;
  expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ERRORLOG&Stamp=0`, log)).body).toBe('OK: 1');
  await send('POST', `/iclock/devicecmd?SN=${serial}`, `ID=${id}&Return=-1002&CMD=INFO`);
  const { commands } = await recorder();
  expect(commands.find((command: { id: string }) => command.id === id)).toMatchObject({
    status: 'failed',
    returnCode: -1002,
    errorText: 'Error -1002: Unsupported Passwd=***',
  });
});

it('how somebody clocked and their work code are shown in Why?', async () => {
  const { accountId, serial } = await enrolled();
  const employer = await givenEmployer(t.db, { accountId });
  const explained = async () => {
    const { entries } = (
      await t.ask('/v2/stats/employee/by-attendance-status/present', { token: employer.token })
    ).json();
    const { events } = (
      await t.ask(`/v2/stats/employee/${entries[0].employee._id}/day`, { token: employer.token })
    ).json();
    return events.flatMap(({ punches }: { punches: object[] }) => punches);
  };
  await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, '7\t2026-11-20 07:01:02\t0\t2\t12\n');
  // The second value is a card for a terminal that announces no version, and a PIN for a newer one.
  expect(await explained()).toMatchObject([{ clockedBy: 'Card', workCode: '12' }]);
  await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1`);
  expect(await explained()).toMatchObject([{ clockedBy: 'PIN', workCode: '12' }]);
});
