import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { PUSH_MAKES, type PushMake, secretPathOf } from '#contract/intake/makes.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { access, makesOf, NANDI } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Attacks on an address by an outsider, a middleware of one's own or a broken device. */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);
const MB = 1024 * 1024;
const TIME = '2026-11-19T07:00:00';

describe('bodies', () => {
  test.each(PUSH_MAKES)(
    'of %s that are compressed without saying so are refused, so that the sender keeps them',
    async (make) => {
      const site = await given(make);
      const packed = new Uint8Array(gzipSync(JSON.stringify({ pin: '30', time: TIME })));
      expect(await site.send(packed)).toEqual([415, 'ENCRYPTION NOT SUPPORTED']);
      expect(await site.rejects()).toEqual([]);
    },
  );

  it('of 4 MB are read, of a byte more are refused, in whatever way their length is told', async () => {
    t.clock.set('2026-11-19T06:00:00Z');
    const site = await given('hikvision');
    const sized = (bytes: number, n: number) => {
      const head = Buffer.from(
        `--m\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(access(75, n, `07:00:0${n}`, NANDI))}\r\n--m\r\nContent-Type: image/jpeg\r\n\r\n`,
      );
      const end = Buffer.from('\r\n--m--\r\n');
      return Buffer.concat([head, Buffer.alloc(bytes - head.length - end.length, 0xd8), end]);
    };
    expect(await site.send(new Uint8Array(sized(4 * MB, 1)), 'multipart/form-data; boundary=wrong')).toEqual([
      200,
      'OK',
    ]);
    expect(await site.send(new Uint8Array(sized(4 * MB + 1, 2)), 'multipart/form-data')).toEqual([413, 'TOO LARGE']);
    const inChunks = await fetch(`http://127.0.0.1:${terminals.port}${site.path}`, {
      method: 'POST',
      body: new Blob([new Uint8Array(sized(4 * MB + 1, 3))]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(inChunks.status).toBe(413);
    expect(await site.punches()).toEqual(['30 11-19T05:00:01 auto counted']);
  });

  it('whose length is a lie store nothing, or what came', async () => {
    const site = await given('json');
    const event = (second: number) => JSON.stringify({ pin: '30', time: `2026-11-19T07:00:0${second}` });
    /** Sends bytes, hangs up after a moment, and returns what was answered. */
    const exchange = (text: string) =>
      new Promise<string>((resolve) => {
        let answer = '';
        const socket = connect(terminals.port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (bytes) => {
          answer += bytes.toString('latin1');
        });
        setTimeout(() => socket.end(), 400);
        socket.on('close', () => resolve(answer)).on('error', () => resolve(answer));
      });
    const head = (length: string) => `POST ${site.path} HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`;
    // More than comes: the sender hung up, and will send it again.
    expect(await exchange(`${head('Content-Length: 5000')}${event(1)}`)).not.toMatch(/ 200 /);
    // Less: half an event, and what is no request behind it.
    expect(await exchange(`${head('Content-Length: 12')}${event(2)}`)).toMatch(/HTTP\/1.1 400 /);
    for (const length of ['Content-Length: x', 'Content-Length: -1', 'Content-Length: 5\r\nContent-Length: 6'])
      expect(await exchange(`${head(length)}${event(3)}`), length).toMatch(/^HTTP\/1.1 400 |^$/);
    expect(await exchange(`${head('Content-Length: 4\r\nTransfer-Encoding: chunked')}${event(4)}`)).not.toMatch(
      / 200 /,
    );
    expect(await site.punches()).toEqual([]);
  });

  it('of 20,000 events are stored at once, of one more not at all', async () => {
    const site = await given('json');
    const events = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, n) => ({ pin: `${n + 1}`, time: TIME })));
    expect(await site.send(events(20_001))).toEqual([413, 'TOO LARGE']);
    expect(await site.punches()).toEqual([]);
    expect(await site.send(events(20_000))).toEqual([200, 'OK']);
    expect(await site.punches()).toHaveLength(20_000);
  });

  test.each([
    String.raw`{"pin":"30","time":"${TIME}","id":"a\u0000b","direction":"in\u0000"}`,
    String.raw`["a\u0000b",{"pin":"30","time":"${TIME}","id":"\ud800","note":"\udfff\u0000"}]`,
  ])('with text that no database stores are no failure that repeats for ever: %s', async (body) => {
    const site = await given('json');
    expect(await site.send(body)).toEqual([200, 'OK']);
    expect(await site.punches()).toEqual([expect.stringMatching(/^30 11-19T05:00:00/)]);
  });
});

it('the same event five times at once, as after lost answers, is one punch', async () => {
  t.clock.set('2026-11-19T06:00:00Z');
  const site = await given('hikvision');
  const body = JSON.stringify(access(75, 7, '07:00:05', NANDI));
  const answers = await Promise.all(Array.from({ length: 5 }, () => site.send(body)));
  expect(answers).toEqual(Array(5).fill([200, 'OK']));
  expect(await site.punches()).toEqual(['30 11-19T05:00:05 auto counted']);
});

/** Of each make, an event at a wall clock or a second of an epoch. */
const AT: Record<PushMake, (local: string) => string> = {
  hikvision: (local) => JSON.stringify({ ...access(75, 7, '07:00:00', NANDI), dateTime: local }),
  dahua: (UTC) => JSON.stringify({ Events: [{ Code: 'AccessControl', Data: { Status: 1, UserID: '30', UTC } }] }),
  controlid: (time) =>
    JSON.stringify({
      object_changes: [
        { object: 'access_logs', type: 'inserted', values: { id: '1', time, event: '7', user_id: '30' } },
      ],
    }),
  bioconnect: (local) =>
    JSON.stringify({ type: 'verification', data: { user_id: '30', punch_time: local.replace(/\D/g, '') } }),
  json: (time) => JSON.stringify({ pin: '30', time }),
};

describe('clocks', () => {
  test.each(PUSH_MAKES)('of %s from before 2000 and beyond 2099 are told, and hold up nothing', async (make) => {
    const site = await given(make, { timeZone: 'Pacific/Pitcairn' });
    for (const local of ['9999-12-31T23:59:59', '2100-01-01T00:00:00', '1999-12-31T23:59:59', '0001-01-01T00:00:00'])
      expect((await site.send(AT[make](local)))[0], local).toBe(PUSH_DIALECTS[make].retries || local < '2' ? 200 : 400);
    expect(await site.rejects()).toEqual(['bad-time', 'bad-time', 'before-2000', 'before-2000']);
    expect(await site.punches()).toEqual(Array(4).fill('30 11-20T10:00:00 auto quarantined'));
  });

  it('an offset of before the clocks were changed is none of another zone', async () => {
    t.clock.set('2026-10-25T10:00:00Z');
    const site = await given('hikvision', { timeZone: 'Europe/Berlin' });
    const at = (serialNo: number, dateTime: string) => ({
      ...access(75, serialNo, '07:00:00', { ...NANDI, currentEvent: false }),
      dateTime,
    });
    await site.send(JSON.stringify(at(1, '2026-10-25T02:30:00+02:00')));
    await site.send(JSON.stringify(at(2, '2026-10-25T02:30:00+01:00')));
    expect(await site.alarms()).toEqual([]);
    expect(await site.punches()).toEqual(['30 10-25T00:30:00 auto counted', '30 10-25T01:30:00 auto counted']);
    await site.send(JSON.stringify(at(3, '2026-10-25T04:00:00+02:00')));
    expect(await site.alarms()).toEqual(['Its clock is set to UTC+02:00, the account’s is UTC+01:00']);
  });

  it('times without a zone, in the hour that is there twice, in the one that is not, and at UTC+14', async () => {
    t.clock.set('2026-10-25T10:00:00Z');
    const berlin = await given('json', { timeZone: 'Europe/Berlin' });
    await berlin.send(
      JSON.stringify(
        ['01:59:00', '02:30:00', '02:59:00', '02:31:00', '03:00:00'].map((time) => ({
          pin: '30',
          time: `2026-10-25 ${time}`,
        })),
      ),
    );
    expect(await berlin.punches()).toEqual([
      '30 10-24T23:59:00 auto counted',
      '30 10-25T00:30:00 auto counted',
      '30 10-25T00:59:00 auto counted',
      '30 10-25T01:31:00 auto counted',
      '30 10-25T02:00:00 auto counted',
    ]);
    t.clock.set('2026-03-29T10:00:00Z');
    const spring = await given('json', { timeZone: 'Europe/Berlin' });
    await spring.send(JSON.stringify({ pin: '30', time: '2026-03-29T02:30:00' }));
    expect(await spring.punches()).toEqual(['30 03-29T01:30:00 auto counted']);
    t.clock.set('2026-11-19T18:00:00Z');
    const far = await given('hikvision', { timeZone: 'Pacific/Kiritimati' });
    await far.send(JSON.stringify({ ...access(75, 1, '07:00:00', NANDI), dateTime: '2026-11-20T07:59:00+14:00' }));
    await far.send(JSON.stringify({ ...access(75, 2, '07:00:00', NANDI), dateTime: '2026-11-20T07:59:30' }));
    expect(await far.punches()).toEqual(['30 11-19T17:59:00 auto counted', '30 11-19T17:59:30 auto counted']);
    expect(await far.alarms()).toEqual([]);
  });

  it('events that never arrived are told in the terminal’s zone where their times name none', async () => {
    t.clock.set('2026-11-20T10:00:00Z');
    const site = await given('hikvision', { timeZone: 'Pacific/Kiritimati' });
    for (const [n, time] of [
      [1, '06:10:00'],
      [4, '06:40:00'],
    ] as const)
      await site.send(JSON.stringify({ ...access(75, n, '07:00:00', NANDI), dateTime: `2026-11-20T${time}` }));
    expect((await site.recorder()).nextStep).toMatch(/^2 events between Fri 20 Nov, 06:10 and Fri 20 Nov, 06:40 never/);
  });

  test.each(['json', 'hikvision'] as const)(
    'a single late event of %s after an outage is no clock that is slow',
    async (make) => {
      const site = await given(make);
      const send = (at: string) => {
        const dateTime = `2026-11-20T${at}:00+02:00`;
        return site.send(
          JSON.stringify(
            make === 'json'
              ? { pin: '30', time: dateTime }
              : { ...access(75, Number(at.slice(0, 2)), at, NANDI), dateTime },
          ),
        );
      };
      t.clock.set('2026-11-20T05:00:02Z');
      await send('07:00');
      // It tells nothing between events; that of 09:00 arrives at 11:00.
      t.clock.set('2026-11-20T09:00:00Z');
      await send('09:00');
      expect(await site.recorder()).toMatchObject({ driftMs: null });
    },
  );
});

describe('cards', () => {
  const give = (employeeId: string, cards: string) =>
    t.db.run(sql`update employee set cards = ${`{${cards}}`} where employee_id = ${employeeId}`);
  it('of who has left are theirs, of who was deleted too until another has them; without a PIN they count in all makes', async () => {
    const site = await given('dahua');
    const left = await givenEmployee(t.db, site.accountId, { timeId: '40', number: '40' });
    const gone = await givenEmployee(t.db, site.accountId, { timeId: '41', number: '41' });
    await give(left, '12EA30');
    await give(gone, '4711');
    await t.db.run(sql`update employee set is_active = false where employee_id = ${left}`);
    await t.db.run(sql`update employee set deleted_at = now() where employee_id = ${gone}`);
    const seconds = Date.parse('2026-11-19T05:00:00Z') / 1000;
    const pass = (n: number, over: object) => ({
      Code: 'AccessControl',
      Data: { Status: 1, UTC: seconds + n, RecNo: n, Type: 'Entry', ...over },
    });
    const Events = [pass(1, { UserID: '', CardNo: '0012ea30' }), pass(2, { CardNo: '4711' }), pass(3, { CardNo: '0' })];
    await site.send(JSON.stringify({ Events }));
    const holders = async () =>
      (
        await t.db.rows(
          z.object({ is: z.string() }),
          sql`select c.time_id || ' ' || coalesce(e.number, 'nobody') as is from clock_record c
            left join employee e on e.employee_id = c.employee_id where c.account_id = ${site.accountId} order by c.at`,
        )
      ).map(({ is }) => is);
    expect(await holders()).toEqual(['card:12EA30 40', 'card:4711 41']);
    expect(await site.rejects()).toEqual(['bad-pin']);
    await give(left, '12EA30,4711');
    await site.send(JSON.stringify({ Events: [pass(4, { CardNo: '4711' })] }));
    expect(await holders()).toEqual(['card:12EA30 40', 'card:4711 41', 'card:4711 40']);
  });

  it('of a pass of ADMS 3.x that names no PIN count too', async () => {
    const site = await given('json');
    const holder = await givenEmployee(t.db, site.accountId, { timeId: '50', number: '50' });
    await give(holder, '12EA30');
    const { serialNumber } = await givenDevice(t.db, site.accountId);
    const row = (second: number, fields: string) =>
      `time=2026-11-19 07:00:0${second}\t${fields}\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=4\tindex=${second}`;
    const rows = [row(1, 'pin=0\tcardno=0012ea30'), row(2, 'pin=30\tcardno=12EA30'), row(3, 'pin=0\tcardno=0')];
    await terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&table=rtlog`, rows.join('\r\n'));
    expect(await site.punches()).toEqual([
      expect.stringMatching(/^card:12EA30 11-19T05:00:01/),
      expect.stringMatching(/^30 11-19T05:00:02/),
    ]);
  });
});

it('another account’s secret, or one that was replaced, opens nothing', async () => {
  const [mine, theirs] = [await given('json'), await given('json')];
  const event = JSON.stringify({ pin: '30', time: TIME });
  const at = `/v2/device/by-account/${mine.accountId}/${mine.deviceId}/options`;
  const options = (useSecretPath: boolean) => t.ask(at, { token: mine.token, method: 'PUT', body: { useSecretPath } });
  await options(false);
  const { secretPath } = (await options(true)).json();
  expect(await mine.send(event)).toEqual([404, 'NOT FOUND']);
  expect(await theirs.send(event)).toEqual([200, 'OK']);
  const path = secretPathOf('json', secretPath);
  expect((await terminals.send('POST', path, event)).status).toBe(200);
  expect((await terminals.send('POST', path.toUpperCase(), event)).status).toBe(404);
  expect([(await mine.punches()).length, (await theirs.punches()).length]).toEqual([1, 1]);
});
