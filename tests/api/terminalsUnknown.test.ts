import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Exception } from '#contract/office/exceptions.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { access, makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Events that may be punches: kept, told by name, and nobody is called absent by them. */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);

/** Employees 31 and 32 are due from 07:00; it is 09:00. Their terminal was in contact all the time. */
async function site(make: Parameters<typeof given>[0]) {
  t.clock.set('2026-11-19T03:00:00Z');
  const made = await given(make);
  const { accountId, send } = made;
  const group = await givenGroup(t.db, accountId, 'time', { name: 'Day shift' });
  await givenStandardTimes(t.db, accountId, group, { start: '07:00', end: '16:00' });
  for (const timeId of ['31', '32']) await givenEmployee(t.db, accountId, { timeId, timeGroupId: group });
  await send('');
  t.clock.set('2026-11-20T07:00:00Z');
  await send('');
  const { token } = await givenEmployer(t.db, {
    accountId,
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'],
  });
  const ask = async (path: string, body?: object) =>
    (await t.ask(`/v2${path}`, { token, ...(body && { body }) })).json();
  return {
    ...made,
    ask,
    totals: async () => {
      const { present, absent, unverified } = await ask('/stats/employee/attendance-status-totals?cacheKey=1');
      return { present, absent, unverified };
    },
    exceptions: async () => {
      const { exceptions } = await ask('/exceptions?from=2026-11-20&to=2026-11-20');
      return (exceptions as Exception[]).filter(({ kind }) => kind === 'quarantined').map(({ detail }) => detail);
    },
    decide: (origin: string, decision: string) => ask(`/device/${made.deviceId}/quarantine`, { origin, decision }),
  };
}
const event = (minor: number, serialNo: number, time: string, employeeNoString: string) =>
  JSON.stringify({ ...access(minor, serialNo, time, { employeeNoString }), dateTime: `2026-11-20T${time}+02:00` });

describe('an event of a kind that is not known', () => {
  it('is told by its code, its person is unverified, and accepted it counts, as do those that follow', async () => {
    const { send, totals, exceptions, decide, recorder, punches, rejects } = await site('hikvision');
    expect(await totals()).toMatchObject({ absent: 2 });
    await send(event(200, 5, '06:50:00', '31'));
    expect(await totals()).toEqual({ present: 0, absent: 1, unverified: 1 });
    expect(await rejects()).toContain('unknown-event');
    expect(await exceptions()).toEqual([expect.stringMatching(/^1 event of a kind that is not known \(code 200\), /)]);
    expect((await recorder()).nextStep).toMatch(
      /^1 event of a kind that Tallyboard does not know \(code 200\): accept/,
    );
    // Sent again it is the same event.
    await send(event(200, 5, '06:50:00', '31'));
    expect(await exceptions()).toHaveLength(1);

    expect(await decide('event 200', 'accept')).toEqual({ records: 1 });
    await send(event(200, 6, '06:55:00', '32'));
    expect(await totals()).toEqual({ present: 2, absent: 0, unverified: 0 });
    expect(await punches()).toEqual(['31 11-20T04:50:00 auto counted', '32 11-20T04:55:00 auto counted']);
    expect(await exceptions()).toEqual([]);
  });

  it('rejected it counts nowhere, as those that follow; what is known as a refusal makes no one unverified', async () => {
    const { send, totals, exceptions, decide } = await site('hikvision');
    await send(event(200, 5, '06:50:00', '31'));
    expect(await decide('event 200', 'reject')).toEqual({ records: 1 });
    await send(event(200, 6, '06:55:00', '32'));
    await send(event(76, 7, '06:56:00', '32'));
    await send(event(21, 8, '06:56:01', '32'));
    expect(await totals()).toEqual({ present: 0, absent: 2, unverified: 0 });
    expect(await exceptions()).toEqual([]);
  });

  it('of no employee is in the connection log, and waits for nobody', async () => {
    const { send, exceptions, rejects, punches } = await site('hikvision');
    await send(event(200, 5, '06:50:00', '4711'));
    expect(await exceptions()).toEqual([]);
    expect(await punches()).toEqual([]);
    expect(await rejects()).toContain('unknown-event');
  });

  it('of an access terminal of generation 3 as well', async () => {
    const { accountId, totals } = await site('json');
    const { serialNumber } = await givenDevice(t.db, accountId);
    await terminals.send('GET', `/iclock/getrequest?SN=${serialNumber}`);
    const row = (n: number) =>
      `time=2026-11-20 06:50:00\tpin=31\tcardno=0\teventaddr=1\tevent=${n}\tinoutstatus=0\tverifytype=1\tindex=${n}`;
    const post = (n: number) => terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&table=rtlog`, row(n));
    await post(27);
    expect(await totals()).toMatchObject({ absent: 2, unverified: 0 });
    await post(8);
    expect(await totals()).toMatchObject({ absent: 1, unverified: 1 });
  });
});

describe('an event whose time cannot be read', () => {
  it('by JSON is answered 400 and kept: its person is unverified, and accepted it counts at its receipt', async () => {
    const { send, totals, exceptions, decide, punches, recorder } = await site('json');
    const body = JSON.stringify({ id: 'a', pin: '31', time: '20/11/2026 06:50:00' });
    expect(await send(body)).toEqual([400, 'NOTHING READ']);
    expect(await totals()).toEqual({ present: 0, absent: 1, unverified: 1 });
    t.clock.advance(60_000);
    expect(await send(body)).toEqual([400, 'NOTHING READ']);
    expect(await exceptions()).toEqual([expect.stringMatching(/^1 event whose time cannot be read, /)]);
    expect((await recorder()).firstContact ?? null).toBeNull();
    expect(await decide('time', 'accept')).toEqual({ records: 1 });
    expect(await punches()).toEqual(['31 11-20T07:00:00 auto counted']);
  });

  it('by a terminal that repeats what was not answered 200, and by ADMS, is acknowledged and kept', async () => {
    const { send, accountId, totals } = await site('hikvision');
    const { serialNumber } = await givenDevice(t.db, accountId);
    expect(await send(event(75, 5, 'soon', '31'))).toEqual([200, 'OK']);
    const { body } = await terminals.send(
      'POST',
      `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`,
      '32\t2026-13-20 06:50:00\t0\t1',
    );
    expect(body).toBe('OK: 1');
    expect(await totals()).toEqual({ present: 0, absent: 0, unverified: 2 });
  });
});

describe('people of what cannot be read', () => {
  const at = '2026-11-20 06:50:00';
  it('are all unverified: of a list that was cut off, of a recognised face, and of the notification of a remote check', async () => {
    const list = JSON.stringify(['31', '32'].map((pin) => ({ pin, time: at })));
    const cut = await site('json');
    expect(await cut.send(list.slice(0, -1))).toEqual([400, 'NOTHING READ']);
    expect(await cut.totals()).toEqual({ present: 0, absent: 0, unverified: 2 });
    expect(await cut.decide('layout', 'accept')).toEqual({ records: 2 });
    expect(await cut.punches()).toEqual(['31 11-20T04:50:00 auto counted', '32 11-20T04:50:00 auto counted']);

    const faces = await site('dahua');
    const Candidates = ['31', '32'].map((UID) => ({ Similarity: 90, Person: { UID } }));
    const face = { Events: [{ Code: 'FaceRecognition', Data: { UTC: 1_795_150_200, Candidates } }] };
    expect(await faces.send(JSON.stringify(face))).toEqual([200, 'OK']);
    expect(await faces.totals()).toEqual({ present: 0, absent: 0, unverified: 2 });

    const remote = await site('hikvision');
    const asked = JSON.parse(event(75, 5, '06:50:00', '31'));
    asked.AccessControllerEvent.remoteCheck = true;
    expect(await remote.send(JSON.stringify(asked))).toEqual([200, 'OK']);
    expect(await remote.totals()).toEqual({ present: 0, absent: 1, unverified: 1 });
    expect(await remote.exceptions()).toEqual([expect.stringMatching(/\(code remote check\)/)]);
  });

  it('that is sent beside an empty list or in a form with an empty picture are present', async () => {
    const { send, totals } = await site('json');
    expect(await send(JSON.stringify({ events: [], pin: '31', time: at }))).toEqual([200, 'OK']);
    expect(await send(`pin=32&time=${at}&photo=[]`, 'application/x-www-form-urlencoded')).toEqual([200, 'OK']);
    expect(await totals()).toEqual({ present: 2, absent: 0, unverified: 0 });
  });

  it.each([
    ['a table that nobody has described', 'table=NEWLOG', `31\t${at}\t0\t1`],
    ['the same, with names', 'table=NEWLOG', `UserID=31\tDateTime=${at}\tpassword=secret`],
    ['the same, as JSON', 'table=NEWLOG', `{"pin": "31", "time": "${at}"}`],
    ['punches among the menu operations', 'table=OPERLOG', `31\t${at}\t0\t1`],
    ['rows sent for verification', 'type=postverifydata', `time=${at}\tpin=31\tevent=3\tinoutstatus=0`],
  ])('of ADMS are unverified: %s', async (_, query, line) => {
    const { accountId, totals, exceptions } = await site('json');
    const { serialNumber, deviceId } = await givenDevice(t.db, accountId);
    await terminals.send('GET', `/iclock/getrequest?SN=${serialNumber}`);
    const post = (text: string) => terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&${query}`, `${text}\n`);
    for (let n = 0; n < 2; n++) expect((await post(line)).status).toBe(200);
    expect(await totals()).toEqual({ present: 0, absent: 1, unverified: 1 });
    expect(await exceptions()).toHaveLength(1);
    const stored = await t.db.rows(
      z.object({ raw: z.string() }),
      sql`select raw from clock_record where account_id = ${accountId} and device_id = ${deviceId}`,
    );
    expect(JSON.stringify(stored)).not.toContain('secret');
    // Without a time it is a list of users, or no person at all.
    await post('UserID=32\tpassword=secret');
    await post(`time=${at}\tpin=32\tevent=27`);
    expect(await totals()).toEqual({ present: 0, absent: 1, unverified: 1 });
  });
});

describe('a device of which nothing counts', () => {
  it('is told why, and not to wait for the first punch', async () => {
    const { send, recorder } = await site('json');
    await send(JSON.stringify({ userId: '31', at: '2026-11-20 06:50:00' }));
    expect((await recorder()).nextStep).toMatch(
      /^It sends, but nothing that counts: 1 event\. Their layout is not known/,
    );
  });

  it('of which some counts is answered 200', async () => {
    const { send, punches } = await site('json');
    const events = [
      { pin: '31', time: '2026-11-20T06:50:00+02' },
      { pin: '32', time: 'soon' },
    ];
    expect(await send(JSON.stringify(events))).toEqual([200, 'OK']);
    expect(await punches()).toEqual(['31 11-20T04:50:00 auto counted', '32 11-20T07:00:00 auto quarantined']);
  });
});

describe('any other device', () => {
  it('says which of its events are passes, and posts forms', async () => {
    const { token, accountId, deviceId, send, punches, totals } = await site('json');
    const set = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/options`, {
      ...{ token, method: 'PUT' },
      body: {
        fields: {
          events: 'EventCollection.rows',
          pin: 'user_id.user_id',
          time: 'datetime',
          kind: 'event_type_id.code',
          passes: '4867, 4102',
        },
      },
    });
    expect(set.statusCode, set.body).toBe(200);
    const row = (code: string, user_id: string) => ({
      ...{ id: '1', datetime: '2026-11-20T04:50:00.00Z', user_id: { user_id, name: 'A' }, event_type_id: { code } },
    });
    await send(JSON.stringify({ EventCollection: { rows: [row('4867', '31'), row('5124', '32')] } }));
    expect(await punches()).toEqual(['31 11-20T04:50:00 auto counted', '32 11-20T04:50:00 auto quarantined']);
    expect(await totals()).toMatchObject({ present: 1, unverified: 1 });
  });

  it('posts forms, of fields or with one that is JSON', async () => {
    const { send, punches } = await site('json');
    const form = 'application/x-www-form-urlencoded';
    expect(await send('pin=31&time=2026-11-20+06%3A50%3A00&direction=in', form)).toEqual([200, 'OK']);
    expect(await send(`event_log=${encodeURIComponent('{"pin":"32","time":"2026-11-20 06:51:00"}')}`, form)).toEqual([
      200,
      'OK',
    ]);
    expect(await punches()).toEqual(['31 11-20T04:50:00 in counted', '32 11-20T04:51:00 auto counted']);
  });
});

describe('a device that sends people whom nobody knows', () => {
  it('is refused beyond what any terminal holds, for the day, and what it sent then is not stored', async () => {
    const { send, accountId, deviceId, punches } = await site('json');
    const event = (pin: string, second: number) => JSON.stringify({ pin, time: `2026-11-20T06:50:0${second}+02:00` });
    expect(await send(event('4711', 1))).toEqual([200, 'OK']);
    await t.db.run(
      sql`update device set state = jsonb_set(state, '{loose,count}', '250000') where account_id = ${accountId} and device_id = ${deviceId}`,
    );
    expect((await send(event('4711', 2)))[0]).toBe(429);
    // Known people go on, and so does the next day.
    expect(await send(event('31', 3))).toEqual([200, 'OK']);
    expect(await punches()).toEqual(['4711 11-20T04:50:01 auto counted', '31 11-20T04:50:03 auto counted']);
    t.clock.advance(24 * 3_600_000);
    expect(await send(event('4711', 4))).toEqual([200, 'OK']);
  });
});

describe('a clock that is off by the zone', () => {
  it.each([
    ['controlid', 0, null],
    ['controlid', -7_200, /^Its clock seems to be UTC/],
    ['dahua', 0, null],
    ['dahua', 7_200, /^Its clock seems to be local where UTC is meant/],
  ] as const)('of %s by %d s at its first live event is told at once', async (make, off, told) => {
    const { send, alarms, punches } = await site(make);
    // Control iD counts the seconds of the clock that it shows.
    const shown = t.clock.now().getTime() / 1000 + off + (make === 'controlid' ? 7_200 : 0);
    const values = { id: '1', time: String(shown), event: '7', user_id: '31' };
    const body =
      make === 'controlid'
        ? { object_changes: [{ object: 'access_logs', type: 'inserted', values }] }
        : { Events: [{ Code: 'AccessControl', Data: { Status: 1, UserID: '31', UTC: shown } }] };
    expect(await send(JSON.stringify(body))).toEqual([200, 'OK']);
    expect(await alarms()).toEqual(told ? [expect.stringMatching(told)] : []);
    expect(await punches()).toHaveLength(1);
    if (!told) expect(await punches()).toEqual(['31 11-20T07:00:00 auto counted']);
  });

  it('is set right by the option, for events from there on; other makes have none', async () => {
    const { send, punches, token, accountId, deviceId } = await site('controlid');
    const set = (epoch: string, id = deviceId) =>
      t.ask(`/v2/device/by-account/${accountId}/${id}/options`, { token, method: 'PUT', body: { epoch } });
    expect((await set('utc')).json()).toMatchObject({ epoch: 'utc' });
    const values = { id: '1', time: String(Date.parse('2026-11-20T05:00:00Z') / 1000), event: '7', user_id: '31' };
    await send(JSON.stringify({ object_changes: [{ object: 'access_logs', type: 'inserted', values }] }));
    expect(await punches()).toEqual(['31 11-20T05:00:00 auto counted']);
    expect((await set('utc', (await givenDevice(t.db, accountId)).deviceId)).statusCode).toBe(400);
  });
});
