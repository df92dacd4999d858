import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send, raw, records, http } = useTerminals(t);

/** An account in South Africa with a terminal and one employee whose PIN is 7. */
async function enrolled(
  options: Parameters<typeof givenDevice>[2] = {},
  account: Parameters<typeof givenAccount>[1] = {},
) {
  const accountId = await givenAccount(t.db, account);
  const employeeId = await givenEmployee(t.db, accountId, { timeId: '7' });
  const { deviceId, serialNumber } = await givenDevice(t.db, accountId, options);
  return { accountId, employeeId, deviceId, serial: serialNumber };
}
const sightings = () =>
  t.db.rows(
    z.object({ serial: z.string(), model: z.string().nullable(), attempts: z.int() }),
    sql`select serial_number as serial, model, attempts from terminal_sighting order by serial_number`,
  );
const rejects = (deviceId: string) =>
  t.db.rows(
    z.object({ reason: z.string(), raw: z.string() }),
    sql`select reason, raw from rejected_line where device_id = ${deviceId} order by raw`,
  );
const deviceState = (deviceId: string) =>
  t.db.single(
    z.object({
      accepted: z.int(),
      duplicates: z.int(),
      drift: z.int().nullable(),
      lastContact: z.coerce.date().nullable(),
      state: z.looseObject({}),
      info: z.looseObject({}).nullable(),
    }),
    sql`select accepted_count::int as accepted, duplicate_count::int as duplicates, drift_ms::int as drift,
          last_contact as "lastContact", state, device_info as info from device where device_id = ${deviceId}`,
  );

describe('requests as they were captured', () => {
  const body = '7\t2026-11-20 07:01:02\t0\t1\t\t0\t0\t\r\n7\t2026-11-20 09:01:02\t255\t15';
  it.each([
    [
      'no Content-Type, CRLF, trailing tab, no last newline',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=9999 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      '.aspx and no Host',
      (sn: string) =>
        `POST /iclock/cdata.aspx?SN=${sn}&table=ATTLOG&Stamp=9999 HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'HTTP/1.0 without a table',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&Stamp=289515406 HTTP/1.0\r\nUser-Agent: iClock Proxy/1.09\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'a form content type',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'application/push',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nHost: x\r\nContent-Type: application/push;charset=UTF-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'a content type that is none',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nHost: x\r\nContent-Type: text\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'JSON as content type',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'raw spaces in the target',
      (sn: string) =>
        `POST /iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=2026-11-20 07:01:02 HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'a doubled prefix and lower case',
      (sn: string) =>
        `POST /iclock/iclock/cdata/?sn=${sn}&Table=attlog HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'a bare base address',
      (sn: string) => `POST /cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
  ])('%s', async (_what, capture) => {
    const { accountId, employeeId, serial } = await enrolled();
    for (let replay = 0; replay < 3; replay++) {
      const reply = await raw(capture(serial));
      expect(reply).toMatchObject({ status: 200, violations: [] });
      expect(reply.body).toMatch(/^OK(: 2)?$/);
    }
    const stored = await records(accountId);
    expect(stored.map(({ at, direction }) => [at.toISOString(), direction])).toEqual([
      // 0 and 255 state no direction: terminals without state keys send both.
      ['2026-11-20T05:01:02.000Z', 'auto'],
      ['2026-11-20T07:01:02.000Z', 'auto'],
    ]);
    expect(stored.map((record) => record.raw)).toEqual([
      '7\t2026-11-20 07:01:02\t0\t1\t\t0\t0\t',
      '7\t2026-11-20 09:01:02\t255\t15',
    ]);
    expect(stored.every((record) => record.employeeId === employeeId)).toBe(true);
  });

  it('answers every captured request of an enrolled terminal with a 200 that it can read', async () => {
    const { serial } = await enrolled();
    const requests: [string, string, string?][] = [
      ['GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1&language=69`],
      ['GET', `/iclock/cdata?SN=${serial}&options=all`],
      ['GET', `/iclock/cdata?SN=${serial}`],
      ['GET', `/iclock/cdata?SN=${serial}&PIN=7`],
      ['GET', `/iclock/cdata?SN=${serial}&table=RemoteAtt&PIN=99`],
      [
        'POST',
        `/iclock/cdata?SN=${serial}&table=options`,
        '~DeviceName=K40/ID,~OEMVendor=ZKTECO CO., LTD.,FWVersion=Ver 8.0.4',
      ],
      ['POST', `/iclock/cdata?SN=${serial}`, 'FingerFunOn=1\nFaceFunOn=0'],
      [
        'POST',
        `/iclock/cdata?SN=${serial}&table=OPERLOG&OpStamp=9999`,
        'OPLOG 4\t0\t2026-11-20 07:00:00\t0\t0\t0\t0\n',
      ],
      ['POST', `/iclock/cdata?SN=${serial}&OpStamp=1`, 'USER PIN=7\tName=A\tPri=0\n'],
      ['POST', `/iclock/cdata?SN=${serial}&table=BIODATA&Stamp=1`, 'BIODATA Pin=7\tNo=0\tTmp=QUJD\n'],
      [
        'POST',
        `/iclock/cdata?SN=${serial}&table=ATTPHOTO&Stamp=1`,
        `PIN=20261120070000-7.jpg\nSN=${serial}\nsize=3\nCMD=uploadphoto\0abc`,
      ],
      ['POST', `/iclock/fdata?SN=${serial}&table=ATTPHOTO&PhotoStamp=1`, 'PIN=1.jpg\0abc'],
      ['POST', `/iclock/cdata?SN=${serial}&type=PostVerifyData`, 'x'],
      ['POST', `/iclock/cdata?SN=${serial}&AuthType=PWD`, 'PIN=7\tPwd=1'],
      ['POST', `/iclock/cdata?SN=${serial}&table=ERRORLOG&Stamp=1`, 'ERRORLOG ErrCode=D01E0001\n'],
      ['GET', `/iclock/getrequest?SN=${serial}&INFO=Ver%208.0.4,1,2,3,192.168.1.2,10`],
      ['GET', `/iclock/getrequest?SN=${serial}`],
      ['POST', `/iclock/devicecmd?SN=${serial}`, 'ID=nobody&Return=0&CMD=DATA\n'],
      ['GET', `/iclock/ping?SN=${serial}`],
      ['POST', `/iclock/event?SN=${serial}`, 'x'],
      ['GET', `/iclock/getreq?SN=${serial}`],
      ['GET', `/iclock/service/control?SN=${serial}`],
      ['POST', `/iclock/upgrade.aspx?SN=${serial}`, 'x'],
      ['GET', `/iclock/rtdata?SN=${serial}&type=time`],
      ['POST', `/iclock/exchange?SN=${serial}&type=publickey`, 'x'],
      ['POST', `/iclock/push?SN=${serial}`],
      ['GET', '/iclock/test'],
    ];
    for (const [method, target, body] of requests) {
      const reply = await send(method, target, body);
      expect([target, reply.status, reply.violations]).toEqual([target, 200, []]);
    }
    expect((await send('GET', `/iclock/getrequest?SN=${serial}`)).body).toBe('OK');
    await t.db.run(sql`insert into device_employee (account_id, device_id, employee_id)
      select d.account_id, d.device_id, e.employee_id from device d join employee e using (account_id)
      where d.serial_number = ${serial} and e.time_id = '7'`);
    expect((await send('GET', `/iclock/cdata?SN=${serial}&PIN=7`)).body).toMatch(
      /^DATA UPDATE USERINFO PIN=7\tName=[^\n]+\n$/,
    );
    expect((await send('GET', `/iclock/cdata?SN=${serial}&PIN=99`)).body).toBe('NONE');
  });

  it('refuses invalid serial numbers, and never fetches anything for a terminal', async () => {
    const { serial } = await enrolled();
    expect((await send('POST', '/iclock/cdata?table=ATTLOG', '7\t2026-11-20 07:00:00')).status).toBe(400);
    expect(
      (await send('POST', `/iclock/cdata?SN=${serial}&sn=OTHER&table=ATTLOG`, '7\t2026-11-20 07:00:00')).status,
    ).toBe(400);
    expect((await send('GET', `/iclock/cdata?SN=..%2F..&options=all`)).status).toBe(400);
    expect((await send('GET', `/iclock/file?SN=${serial}&url=http://127.0.0.1/`)).status).toBe(404);
  });
});

describe('the result of a line', () => {
  it('stores a bad line with its reason and never lets it block a batch', async () => {
    const { accountId, deviceId, serial } = await enrolled();
    const lines = [
      '7\t2026-11-20 07:00:00\t0\t1',
      '7\t2026-13-20 07:00:00\t0\t1',
      'garbage',
      '3\t7\t2026-11-20 07:00:00\t0\t1',
      '7\t1999-11-20 07:00:00\t0\t1',
      '0099\t2026-11-20 07:00:00\t0\t1',
      `7\t2026-11-20 08:00:00\t0\t1\t${'😀'.repeat(1500)}`,
      `${'😀'.repeat(2500)}`,
    ];
    for (let replay = 0; replay < 2; replay++) {
      const reply = await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, lines.join('\n'));
      expect(reply).toMatchObject({ status: 200, body: 'OK: 8' });
    }
    // Of those whose time cannot be read the person is known, and of a shifted line one of two numbers may be theirs: they wait.
    expect((await records(accountId)).map(({ timeId, standing }) => `${timeId} ${standing}`).toSorted()).toEqual([
      '0099 counted',
      '7 counted',
      '7 counted',
      '7 quarantined',
      '7 quarantined',
      '7 quarantined',
    ]);
    expect((await rejects(deviceId)).map(({ reason }) => reason).sort()).toEqual([
      'bad-time',
      'bad-time',
      'before-2000',
      'line-too-long',
      'unknown-layout',
    ]);
    expect(await deviceState(deviceId)).toMatchObject({ accepted: 3, duplicates: 3 });
  });

  it('reads times in the terminal’s own zone, and both hours of an autumn night', async () => {
    const { accountId, serial } = await enrolled({ timeZone: 'Europe/Berlin' });
    const night = ['01:50:00', '02:10:00', '02:50:00', '02:05:00', '02:40:00', '03:10:00'];
    await send(
      'POST',
      `/iclock/cdata?SN=${serial}&table=ATTLOG`,
      night.map((time) => `7\t2026-10-25 ${time}\t255\t1`).join('\n'),
    );
    expect((await records(accountId)).map(({ at }) => at.toISOString().slice(11, 16))).toEqual([
      '23:50',
      '00:10',
      '00:50',
      '01:05',
      '01:40',
      '02:10',
    ]);
  });

  it('ignores state keys where the terminal is not trusted', async () => {
    const { accountId, deviceId, serial } = await enrolled();
    await t.db.run(sql`update device set directions = 'alternate' where device_id = ${deviceId}`);
    await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, '7\t2026-11-20 07:00:00\t1\t1');
    expect((await records(accountId)).map(({ direction }) => direction)).toEqual(['auto']);
  });

  it('keeps a punch from the future out of the numbers', async () => {
    const { accountId, serial } = await enrolled();
    await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, '7\t2027-11-20 07:00:00\t1\t1');
    expect((await records(accountId)).map(({ standing }) => standing)).toEqual(['future-clock']);
  });

  it('stores what the terminal reports about itself, without its secrets, and raises alarms', async () => {
    const { deviceId, serial } = await enrolled();
    await send(
      'POST',
      `/iclock/cdata?SN=${serial}&table=options`,
      '~DeviceName=K40/ID,~OEMVendor=ZKTECO CO., LTD.,ComPassword=4711,PushCommKey=4712',
    );
    await send(
      'POST',
      `/iclock/cdata?SN=${serial}&table=OPERLOG`,
      'OPLOG 23\t1\t2026-11-20 07:00:00\t0\nUSER PIN=\tName=x\tPasswd=4713\nFP PIN=\tTMP=4714',
    );
    const { state, info } = await deviceState(deviceId);
    expect(info).toMatchObject({ make: 'ZKTECO CO., LTD.', model: 'K40/ID' });
    expect(state.alarms).toEqual([
      { at: '2026-11-20 07:00:00', op: 23, text: 'Clock records deleted on the terminal' },
    ]);
    expect(JSON.stringify([state, info, await rejects(deviceId)])).not.toMatch(/471\d/);
  });

  it('stores templates only where the account wants them, encrypted', async () => {
    const line = 'FP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJDREVG\n';
    const count = z.object({ sealed: z.string() });
    const without = await enrolled();
    await send('POST', `/iclock/cdata?SN=${without.serial}&table=OPERLOG`, line);
    expect(await t.db.rows(count, sql`select sealed from biometric_template`)).toEqual([]);
    const wanted = await enrolled({}, { storeTemplates: true });
    await send('POST', `/iclock/cdata?SN=${wanted.serial}&table=OPERLOG`, line + line);
    const [kept, ...more] = await t.db.rows(count, sql`select sealed from biometric_template`);
    expect(more).toEqual([]);
    expect(kept?.sealed).not.toContain('QUJD');
  });
});

describe('terminals that nobody enrolled', () => {
  it('are listed, get a neutral option block and keep their punches', async () => {
    const hello = await send('GET', '/iclock/cdata?SN=NEW1&options=all&pushver=2.4.1&DeviceName=K40');
    expect(hello).toMatchObject({ status: 200, violations: [] });
    expect(hello.body).toContain('Realtime=0\n');
    expect(hello.body).not.toContain('TimeZone');
    expect((await send('POST', '/iclock/cdata?SN=NEW1&table=ATTLOG', '7\t2026-11-20 07:00:00\t0\t1')).status).toBe(403);
    expect((await send('POST', '/iclock/cdata?SN=NEW1&table=options', 'a=b')).status).toBe(403);
    expect((await send('GET', '/iclock/getrequest?SN=NEW1')).body).toBe('OK');
    expect((await send('POST', '/iclock/registry?SN=NEW1', '~DeviceName=x')).status).toBe(406);
    expect(await sightings()).toEqual([{ serial: 'NEW1', model: 'K40', attempts: 1 }]);
    t.clock.advance(61_000);
    await send('GET', '/iclock/getrequest?SN=NEW1');
    expect(await sightings()).toEqual([{ serial: 'NEW1', model: 'K40', attempts: 2 }]);
    expect(await t.db.rows(z.object({}), sql`select 1 as one from clock_record`)).toEqual([]);
  });

  it('include those of an inactive account, and of a deleted device', async () => {
    const { serial } = await enrolled({}, { isActive: false });
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, '7\t2026-11-20 07:00:00\t0\t1')).status).toBe(
      403,
    );
  });

  it('include one that calls without its secret path', async () => {
    const { accountId, deviceId, serial } = await enrolled();
    await t.db.run(sql`update device set secret_path_hash = sha256('hidden-door') where device_id = ${deviceId}`);
    const line = '7\t2026-11-20 07:00:00\t0\t1';
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, line)).status).toBe(403);
    expect((await send('POST', `/d/wrong/iclock/cdata?SN=${serial}&table=ATTLOG`, line)).status).toBe(403);
    expect(await records(accountId)).toEqual([]);
    expect((await send('POST', `/d/hidden-door/iclock/cdata.aspx?SN=${serial}&table=ATTLOG`, line)).body).toBe('OK: 1');
    expect(await records(accountId)).toHaveLength(1);
  });
});

describe('when it cannot be stored', () => {
  it('refuses it, so that the terminal sends it again: too large, packed', async () => {
    const { serial, accountId } = await enrolled();
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, '7\t2026-11-20 07:00:00\n');
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, large)).status).toBe(413);
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, 'a\n'.repeat(60_000))).status).toBe(413);
    expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, 'LZO1xxxx')).status).toBe(415);
    const encoded = (path: string, encoding: string) =>
      raw(
        `POST /iclock/${path}?SN=${serial}&table=ATTLOG HTTP/1.1\r\nHost: x\r\nContent-Encoding: ${encoding}\r\nContent-Length: 4\r\n\r\nx\x9cab`,
      );
    expect(await encoded('cdata', 'deflate')).toMatchObject({ status: 415 });
    expect(await encoded('fdata', 'br')).toMatchObject({ status: 415 });
    expect(await records(accountId)).toEqual([]);
  });

  it.each([
    ['two lengths', 'Content-Length: 23\r\nContent-Length: 23\r\n'],
    ['a length beside chunks', 'Content-Length: 23\r\nTransfer-Encoding: chunked\r\n'],
    ['a blank before a colon', 'Content-Length : 23\r\n'],
  ])('refuses what can be read in two ways: %s', async (_, headers) => {
    const { serial, accountId } = await enrolled();
    const line = '7\t2026-11-20 07:00:00\t0';
    const { status } = await raw(
      `POST /iclock/cdata?SN=${serial}&table=ATTLOG HTTP/1.1\r\nHost: x\r\n${headers}\r\n${line}`,
    );
    expect(status).toBe(400);
    expect(await records(accountId)).toEqual([]);
  });

  it('the same second on two terminals is one punch, of the first', async () => {
    const { serial, accountId, deviceId } = await enrolled();
    const other = await givenDevice(t.db, accountId);
    for (const sn of [serial, other.serialNumber])
      expect((await send('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG`, '7\t2026-11-20 07:00:00\t0\t1')).body).toBe(
        'OK: 1',
      );
    const of = await t.db.rows(
      z.object({ id: z.string() }),
      sql`select device_id as id from clock_record where account_id = ${accountId}`,
    );
    expect(of).toEqual([{ id: deviceId }]);
  });

  it('answers 5xx while the storage fails, and stores exactly once afterwards', async () => {
    const { serial, accountId } = await enrolled();
    await t.db.run(sql`alter table clock_record add constraint broken check (time_id <> '7')`);
    const upload = () => send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, '7\t2026-11-20 07:00:00\t0\t1');
    expect((await upload()).status).toBe(500);
    await t.db.run(sql`alter table clock_record drop constraint broken`);
    expect((await upload()).body).toBe('OK: 1');
    expect((await upload()).body).toBe('OK: 1');
    expect(await records(accountId)).toHaveLength(1);
  });

  it('slows down a flooder, and nobody else with the same serial number', async () => {
    const { serial } = await enrolled();
    const replies = await Promise.all(Array.from({ length: 230 }, () => send('GET', `/iclock/ping?SN=${serial}`)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    // The serial number, which is printed on the case, is not enough to silence a terminal.
    expect((await http({ from: '127.0.0.2' }).send('GET', `/iclock/ping?SN=${serial}`)).status).toBe(200);
    t.clock.advance(60_000);
    expect((await send('GET', `/iclock/ping?SN=${serial}`)).status).toBe(200);
  });
});
