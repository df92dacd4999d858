import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PUSH_MAKES, secretPathOf } from '#contract/intake/makes.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import type { LineResult } from '#server/intake/terminals/line.ts';
import { sql } from '#server/platform/db/db.ts';
import { rejectedLine } from '#server/platform/rejects/rejects.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { GOOD_EVENTS, ODD_BYTES } from '../support/eventBytes.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { access, makesOf, NANDI } from '../support/makeTerminals.ts';
import { size } from '../support/size.ts';
import { spoiled } from '../support/spoiledBytes.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Makes that send events to an address of their own, with the bytes of docs/devices.md. */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);
/** Of the day of `access`, whose events say that they are live. */
const EVENING = '2026-11-19T20:00:00+02:00';

describe('Hikvision', () => {
  it('is punched by face, finger and card; a refusal is told, a door is nothing, a repetition counts once', async () => {
    t.clock.set(EVENING);
    const site = await given('hikvision');
    const first = access(75, 1, '07:00:05', { ...NANDI, attendanceStatus: 'checkIn' });
    for (const one of [
      first,
      first,
      access(76, 2, '07:01:00', NANDI),
      access(21, 3, '07:01:01'),
      access(38, 4, '12:00:00', { ...NANDI, attendanceStatus: 'breakOut' }),
      access(1, 5, '12:30:00', { ...NANDI, attendanceStatus: 'undefined', currentEvent: false }),
    ])
      expect(await site.send(JSON.stringify(one))).toEqual([200, 'OK']);
    expect(await site.punches()).toEqual([
      '30 11-19T05:00:05 in counted',
      '30 11-19T10:00:00 out counted',
      '30 11-19T10:30:00 auto counted',
    ]);
    expect(await site.rejects()).toEqual(['not-a-pass']);
    expect(await site.recorder()).toMatchObject({ accepted: 3, duplicates: 1 });
  });

  it('is read in stored records, alone, in a list and in the wrappers of a search', async () => {
    const site = await given('hikvision');
    const record = (serialNo: number, time: string, more: object = {}) => ({
      ...{ major: 5, minor: 75, time: `2026-11-19T${time}+02:00`, employeeNoString: '30', serialNo },
      ...{ userType: 'normal', currentVerifyMode: 'faceOrFpOrCardOrPw', ...more },
    });
    for (const body of [
      record(1, '07:00:00', { attendanceStatus: 'checkIn' }),
      [record(2, '12:00:00', { attendanceStatus: 'CheckOut' })],
      { AcsEvent: { searchID: '1', totalMatches: 2, InfoList: [record(3, '12:30:00'), record(4, '16:00:00')] } },
      { AcsEvent: { InfoList: [{ major: 5, minor: 21, time: '2026-11-19T16:00:01+02:00', serialNo: 5 }] } },
    ])
      expect(await site.send(JSON.stringify(body))).toEqual([200, 'OK']);
    await site.send(
      '<AcsEvent><InfoList><major>5</major><minor>38</minor><time>2026-11-19T17:00:00+02:00</time><employeeNoString>30</employeeNoString><serialNo>6</serialNo></InfoList></AcsEvent>',
      'application/xml',
    );
    expect(await site.punches()).toEqual([
      '30 11-19T05:00:00 in counted',
      '30 11-19T10:00:00 out counted',
      '30 11-19T10:30:00 auto counted',
      '30 11-19T14:00:00 auto counted',
      '30 11-19T15:00:00 auto counted',
    ]);
    expect(await site.rejects()).toEqual([]);
    // What looks like one of these and cannot be read is told.
    for (const body of [
      { ...record(7, '18:00:00'), minor: 'x' },
      { AcsEvent: { InfoList: [{ ...record(8, '18:00:00'), time: undefined }] } },
    ])
      await site.send(JSON.stringify(body));
    expect(await site.rejects()).toEqual(['unknown-layout', 'unknown-layout']);
  });

  it('is punched by every identification that the headers of its SDK call a success, and by no other', async () => {
    const site = await given('hikvision');
    const minute = (n: number) =>
      `${String(7 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
    // MINOR_..._PASS of HCNetSDK.h: card, finger, face, number and password, their pairs and triples, identity card, Bluetooth, code and PIN.
    const passes = [1, 2, 16, 38, 40, 43, 46, 54, 57, 60, 63, 66, 69, 72, 75, 77, 101, 105, 153, 159, 179, 181];
    for (const minor of passes) await site.send(JSON.stringify(access(minor, minor, `${minute(minor)}:00`, NANDI)));
    expect(await site.punches()).toHaveLength(passes.length);
    for (const minor of [3, 9, 39, 76, 102]) await site.send(JSON.stringify(access(minor, minor, '12:00:00', NANDI)));
    expect(await site.punches()).toHaveLength(passes.length);
    expect(await site.rejects()).toEqual(Array(5).fill('not-a-pass'));
  });

  it('is read as XML, and as multipart whose picture of 2 MB is dropped unread, in parts of any size', async () => {
    t.clock.set(EVENING);
    const site = await given('hikvision');
    const { AccessControllerEvent: of, dateTime } = access(75, 9, '07:00:00', NANDI);
    const xml = `<?xml version="1.0"?><EventNotificationAlert version="2.0"><dateTime>${dateTime}</dateTime><AccessControllerEvent>${Object.entries(
      of,
    )
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')}</AccessControllerEvent></EventNotificationAlert>`;
    expect(await site.send(xml, 'application/xml')).toEqual([200, 'OK']);
    const picture = Buffer.alloc(2 * 1024 * 1024, 0xff);
    const body = Buffer.concat([
      Buffer.from(
        `--MIME_boundary\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n${JSON.stringify(access(75, 10, '16:00:00', NANDI))}\r\n--MIME_boundary\r\nContent-Disposition: form-data; name="Picture"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      picture,
      Buffer.from('\r\n--MIME_boundary--\r\n'),
    ]);
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = body.subarray(at, at + 1 + ((at * 7919) % 70_001));
        at += next.length;
        if (next.length > 0) controller.enqueue(new Uint8Array(next));
        else controller.close();
      },
    });
    const answer = await fetch(`http://127.0.0.1:${terminals.port}${site.path}`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=MIME_boundary' },
    } as RequestInit);
    expect(answer.status).toBe(200);
    expect(await site.punches()).toEqual(['30 11-19T05:00:00 auto counted', '30 11-19T14:00:00 auto counted']);
  });

  it('tells of a jump in its numbers and of another zone; a counter that begins again doubles nothing', async () => {
    t.clock.set(EVENING);
    const site = await given('hikvision');
    for (const [serialNo, time] of [
      [100, '06:10:00'],
      [115, '06:40:00'],
      [1, '07:00:00'],
      [1, '08:00:00'],
    ] as const)
      await site.send(JSON.stringify(access(75, serialNo, time, NANDI)));
    expect(await site.punches()).toHaveLength(4);
    const { nextStep } = await site.recorder();
    expect(nextStep).toMatch(/^14 events between 06:10 and 06:40 never arrived/);
    const abroad = { ...access(75, 2, '09:00:00', NANDI), dateTime: '2026-11-19T12:00:00+05:00' };
    await site.send(JSON.stringify(abroad));
    expect(await site.alarms()).toEqual(['Its clock is set to UTC+05:00, the account’s is UTC+02:00']);
  });

  it('has lost events: who is due is unverified until they arrive, by the strip, by Why? and on the day before', async () => {
    const at = (time: string, date = '2026-11-20') => `${date}T${time}:00+02:00`;
    t.clock.set(at('05:00', '2026-11-19'));
    const site = await given('hikvision');
    const { accountId, send } = site;
    const group = await givenGroup(t.db, accountId, 'time', { name: 'Day shift' });
    await givenStandardTimes(t.db, accountId, group, { start: '07:00', end: '16:00' });
    await givenEmployee(t.db, accountId, { timeId: '31', timeGroupId: group });
    await givenEmployee(t.db, accountId, { timeId: '32', timeGroupId: group });
    const token = await givenSession(t.db, accountId, await givenUser(t.db, accountId), { ttlSeconds: 9 * 86_400 });
    const tell = (one: object) => send(JSON.stringify(one));
    const event = (serialNo: number, time: string, date: string, more: object = { employeeNoString: '31' }) => ({
      ...access(75, serialNo, time, more),
      dateTime: at(time, date).replace(':00+', ':05+'),
    });
    const get = async (path: string, query = '') =>
      (await t.ask(`/v2/stats/employee/${path}?cacheKey=1${query}`, { token })).json();
    const totals = (query = '') => get('attendance-status-totals', query);
    for (const [n, time, date] of [
      [99, '06:50', '2026-11-19'],
      [100, '16:05', '2026-11-19'],
      [101, '06:10', '2026-11-20'],
    ] as const) {
      t.clock.set(at(time.replace(/0$/, '1').replace(/5$/, '6'), date));
      await tell(event(n, time, date));
    }
    t.clock.set(at('06:41'));
    await tell(event(116, '06:40', '2026-11-20', { employeeNoString: '32' }));
    t.clock.set(at('08:00'));
    await tell({ eventType: 'heartBeat' });
    // 31 came at 06:10, 32 at 06:40; 30 has no hours, and 33 may be among the lost.
    const lost = await givenEmployee(t.db, accountId, { timeId: '33', timeGroupId: group });
    const gap = { events: 14, from: at('06:10').replace(':00+', ':05+'), to: at('06:40').replace(':00+', ':05+') };
    expect(await totals()).toMatchObject({
      ...{ present: 2, absent: 0, unverified: 1, unverifiedBySilence: 1 },
      devices: { reporting: 1, silent: 0, lost: [gap] },
    });
    expect((await get(`${lost}/day`, '&referenceDate=2026-11-20')).reason).toMatch(
      /^No punch, but 14 events of .* between 06:10 and 06:40 never arrived: not judged yet\.$/,
    );
    expect((await site.recorder()).nextStep).toMatch(/^14 events between 06:10 and 06:40 never arrived: people/);
    // Late, and not theirs: the span is narrower, and still there.
    for (let n = 102; n < 115; n++) await tell(event(n, '06:20', '2026-11-20', { currentEvent: false }));
    expect(await totals()).toMatchObject({ absent: 0, unverified: 1, devices: { lost: [{ events: 1 }] } });
    // The last one: nothing is missing, so that whoever has not come is absent.
    await tell({ ...event(115, '06:30', '2026-11-20', { currentEvent: false }) });
    expect(await totals()).toMatchObject({ absent: 1, unverified: 0, devices: { lost: [] } });
    expect((await site.recorder()).nextStep ?? '').not.toMatch(/never arrived/);

    // The number of a night, told the next morning: the day before is judged again too, and settles after 24 hours.
    t.clock.set(at('21:00'));
    await tell(event(117, '16:00', '2026-11-20'));
    const days = async () =>
      (await t.ask('/v2/stats/trends/attendance?from=2026-11-20&to=2026-11-20', { token }))
        .json()
        .days.map(({ absent, unverified }: Record<string, number>) => ({ absent, unverified }));
    t.clock.set(at('05:00', '2026-11-21'));
    await tell({ eventType: 'heartBeat' });
    expect(await days()).toEqual([{ absent: 1, unverified: 0 }]);
    t.clock.set(at('05:30', '2026-11-21'));
    await tell(event(119, '05:30', '2026-11-21'));
    expect(await days()).toEqual([{ absent: 0, unverified: 1 }]);
    t.clock.set(at('21:00', '2026-11-21'));
    await tell({ eventType: 'heartBeat' });
    expect(await days()).toEqual([{ absent: 1, unverified: 0 }]);
  });

  it('says of an event that it is live: a clock that is days behind is found out at the first call, and the punch waits', async () => {
    const site = await given('hikvision');
    const behind = (day: string, n: number, more: object = {}) =>
      JSON.stringify({ ...access(75, n, '', { ...NANDI, ...more }), dateTime: `2026-11-${day}T07:00:00+02:00` });
    await site.send(behind('10', 1));
    t.clock.advance(3_600_000);
    await site.send(behind('10', 2).replace('07:00', '08:00'));
    expect(await site.punches()).toEqual(['30 11-20T10:00:00 auto quarantined', '30 11-20T11:00:00 auto quarantined']);
    expect(await site.alarms()).toContain('Clock 10 days slow');
    // Sent later than it happened, or without a word: it is of its day.
    await site.send(behind('11', 3, { currentEvent: false }));
    await site.send(behind('12', 4, { currentEvent: undefined }));
    expect((await site.punches()).slice(0, 2)).toEqual([
      '30 11-11T05:00:00 auto counted',
      '30 11-12T05:00:00 auto counted',
    ]);
  });

  it('a heartbeat is contact', async () => {
    const site = await given('hikvision');
    const { steps } = await site.recorder();
    expect(steps[1]).toEqual({ name: 'First contact', at: null });
    expect(await site.send(JSON.stringify({ eventType: 'heartBeat', eventState: 'active' }))).toEqual([200, 'OK']);
    expect((await site.recorder()).steps[1].at).not.toBeNull();
  });
});

it('Dahua and Intelbras: passes of access control, by entry and exit; frames of a face and refusals are none', async () => {
  const site = await given('dahua');
  const pass = (over: object) => ({
    Action: 'Pulse',
    Code: 'AccessControl',
    Data: { CardNo: '12EA3004', Door: 0, Method: 15, Status: 1, UserID: '30', UserType: 0, ...over },
  });
  const seconds = Date.parse('2026-11-19T05:00:00Z') / 1000;
  const Events = [
    pass({ UTC: seconds, Type: 'Entry', RecNo: 7 }),
    { Code: '_DoorFace_', Data: { UserID: '30', Similarity: 90, RealUTC: seconds, UTC: seconds, Status: 1 } },
    pass({ UTC: seconds + 60, Type: 'Entry', Status: 0, RecNo: 8 }),
    pass({ UTC: seconds + 3_600, Type: 'Exit', RecNo: 9 }),
  ];
  const body = `--myboundary\r\nContent-Disposition: form-data; name="info"\r\nContent-Type: text/plain\r\n\r\n${JSON.stringify({ Events, Time: '' })}\r\n--myboundary--\r\n`;
  for (let n = 0; n < 2; n++)
    expect(await site.send(body, 'multipart/mixed; boundary=myboundary')).toEqual([200, 'OK']);
  // The side of the door is no key that a person pressed: a single reader says Entry of everybody.
  expect(await site.punches()).toEqual(['30 11-19T05:00:00 auto counted', '30 11-19T06:00:00 auto counted']);
  expect(await site.rejects()).toEqual(['not-a-pass']);
});

it('Dahua and Intelbras: what a person chose is a direction; RealUTC goes before UTC; the text forms, packed or not', async () => {
  const site = await given('dahua');
  const seconds = Date.parse('2026-11-19T05:00:00Z') / 1000;
  const data = (minute: number, more: object = {}) => ({
    Method: 15,
    Status: 1,
    UserID: '30',
    RealUTC: seconds + 60 * minute,
    ...more,
  });
  const text = (content: object) => `Code=AccessControl;action=Pulse;index=0;data=${JSON.stringify(content, null, 2)}`;
  for (const [body, type] of [
    [JSON.stringify({ Events: [{ Code: 'AccessControl', Data: data(0, { AttendanceState: 1, Type: 'Exit' }) }] })],
    [text(data(10, { AttendanceState: 2, UTC: seconds + 25_200 })), 'text/plain'],
    [
      `--myboundary\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n${text(data(20, { AttendanceState: 3 }))}\r\n--myboundary\r\n\r\nHeartbeat\r\n--myboundary--\r\n`,
      'multipart/x-mixed-replace; boundary=myboundary',
    ],
    [
      'Events[0].Code=AccessControl\r\nEvents[0].Data.UserID=30\r\nEvents[0].Data.UTC=1795091400\r\nEvents[0].Data.Status=1\r\nEvents[0].Data.AttendanceState=4',
      'text/plain',
    ],
    ['Heartbeat', 'text/plain'],
    ['Code=DoorStatus;action=Pulse;index=0;data={"Status":"Open"}', 'text/plain'],
  ] as const)
    expect(await site.send(body, type), body).toEqual([200, 'OK']);
  const packed = { method: 'POST', headers: { 'content-encoding': 'deflate' } };
  const url = `http://127.0.0.1:${terminals.port}${site.path}`;
  for (const [body, status] of [
    [deflateSync(text(data(30, { AttendanceState: 4 }))), 200],
    [deflateRawSync(text(data(40))), 200],
    [Buffer.from(text(data(50))), 200],
    [deflateSync(Buffer.alloc(5 * 1024 * 1024)), 413],
    [Buffer.from([1, 2, 3]), 415],
  ] as const)
    expect((await fetch(url, { ...packed, body: new Uint8Array(body) })).status).toBe(status);
  expect(await site.punches()).toEqual([
    '30 11-19T05:00:00 in counted',
    '30 11-19T05:10:00 out counted',
    '30 11-19T05:20:00 in counted',
    '30 11-19T05:30:00 out counted',
    '30 11-19T05:40:00 auto counted',
    '30 11-19T05:50:00 auto counted',
    '30 11-19T12:30:00 out counted',
  ]);
  expect(await site.rejects()).toEqual([]);
});

it('Control iD: access that was granted, whose values are all text; nobody is 0, and alive is contact', async () => {
  const site = await given('controlid');
  const row = (id: string, user_id: string, event = '7') => ({
    ...{ object: 'access_logs', type: 'inserted' },
    values: {
      id,
      time: String(Date.parse('2026-11-19T05:00:00Z') / 1000),
      event,
      device_id: '478435',
      user_id,
      portal_id: '1',
      card_value: '0',
    },
  });
  const object_changes = [row('519', '30'), row('520', '0', '12'), row('521', '30', '6')];
  const dao = JSON.stringify({ object_changes });
  expect(await site.send(dao, 'application/json', '/api/notifications/dao')).toEqual([200, 'OK']);
  expect(await site.send('{"device_id":478435}', 'application/json', '/device_is_alive.fcgi')).toEqual([200, 'OK']);
  // Its seconds are those of the clock that it shows: 05:00 in Johannesburg.
  expect(await site.punches()).toEqual(['30 11-19T03:00:00 auto counted']);
  expect(await site.rejects()).toEqual(['not-a-pass']);
});

it('BioConnect: verifications, whose numbers may begin with zeros; a ping is contact and an enrolment is nothing', async () => {
  const site = await given('bioconnect');
  await givenEmployee(t.db, site.accountId, { timeId: '0000121' });
  const told = (type: string, data: string) => `{"machine": "LT234590POHS", "type": "${type}", "data": {${data}}}`;
  for (const body of [
    told('connection', '"last_connected": 20261119123456'),
    told('verification', '"user_id": 0000121,"punch_time": 20261119070005'),
    told('verification', '"user_id": 0000121,"punch_time": 20261119070005'),
    told('verification', '"user_id": "30", "punch_time": "20261119160000"'),
    told('verification', '"user_id": 30, "punch_time": 20261319160000'),
    told('enroll', '"user_id": 0000122, "username": "John Doe"'),
    told('new', ''),
  ])
    expect((await site.send(body))[0], body).toBe(/20261319|"new"/.test(body) ? 400 : 200);
  expect(await site.punches()).toEqual([
    '0000121 11-19T05:00:05 auto counted',
    '30 11-19T14:00:00 auto counted',
    '30 11-20T10:00:00 auto quarantined',
  ]);
  expect(await site.rejects()).toEqual(['bad-time', 'unknown-layout']);
});

it('any other device: events by JSON, in its own field names, with or without a zone; what cannot be read is told', async () => {
  const site = await given('json');
  const events = [
    { id: 'a1', pin: '30', time: '2026-11-19T07:00:00', direction: 'in' },
    { id: 'a2', pin: '30', time: '2026-11-19T14:00:00Z', direction: 'out' },
    { id: 'a3', pin: '30' },
    'nothing',
  ];
  expect(await site.send(JSON.stringify({ events }))).toEqual([200, 'OK']);
  const theirs = { who: { UserId: 30 }, LogTime: '2026-11-18 08:00:00', InputType: 'E' };
  const set = (fields: object, deviceId = site.deviceId, accountId = site.accountId) =>
    t.ask(`/v2/device/by-account/${accountId}/${deviceId}/options`, {
      ...{ token: site.token, method: 'PUT', body: { fields } },
    });
  const fields = { pin: 'who.UserId', time: 'LogTime', direction: 'InputType', in: 'E', out: 'X', events: 'data.rows' };
  expect((await set(fields)).json()).toMatchObject({ make: 'json', fields });
  for (let n = 0; n < 2; n++) await site.send(JSON.stringify({ data: { rows: [theirs] } }));
  for (const wrong of [{ pin: 'a', time: 'a' }, { card: 'pin' }, { pin: 'x'.repeat(61) }, { other: 'x' }, { pin: 7 }])
    expect((await set(wrong)).json(), JSON.stringify(wrong)).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
  const hikvision = await given('hikvision');
  expect((await set(fields, hikvision.deviceId, hikvision.accountId)).statusCode).toBe(400);
  expect(await site.punches()).toEqual([
    '30 11-18T06:00:00 in counted',
    '30 11-19T05:00:00 in counted',
    '30 11-19T14:00:00 out counted',
    // The one without a time, of a known person.
    '30 11-20T10:00:00 auto quarantined',
  ]);
  expect(await site.rejects()).toEqual(['bad-time', 'unknown-layout']);
});

it('a webhook with a shape of its own needs no code: that of nialabs.in, by the names of its fields', async () => {
  const site = await given('json');
  const fields = {
    ...{ events: 'RealTime.PunchLog', pin: 'UserId', time: 'LogTime' },
    ...{ direction: 'InputType', in: 'In', out: 'Out' },
  };
  await t.ask(`/v2/device/by-account/${site.accountId}/${site.deviceId}/options`, {
    ...{ token: site.token, method: 'PUT', body: { fields } },
  });
  const told = (PunchLog: object) =>
    JSON.stringify({
      RealTime: { OperationID: '9nu1wak5616p', PunchLog, AuthToken: 'x', Time: '2026-11-19 04:19:03' },
    });
  for (const [LogTime, InputType] of [
    ['2026-11-19 07:48:22', 'In'],
    ['2026-11-19 12:00:00 GMT +0530', 'Out'],
  ])
    await site.send(told({ Type: 'Face', Temperature: '36.8', FaceMask: false, InputType, UserId: 30, LogTime }));
  expect(await site.punches()).toEqual(['30 11-19T05:48:22 in counted', '30 11-19T06:30:00 out counted']);
});

describe('an address', () => {
  it('is known to who has its secret alone, for its own make alone, and to no page', async () => {
    const site = await given('json');
    const event = JSON.stringify({ pin: '30', time: '2026-11-19T07:00:00' });
    const post = (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${terminals.port}${path}`, { method: 'POST', body: event, headers }).then(
        async (answer) => [answer.status, await answer.text()],
      );
    const other = `/t/${'x'.repeat(22)}/json`;
    for (const path of [other, site.path.replace('json', 'dahua'), site.path.replace('json', 'none'), '/t//json'])
      expect(await post(path), path).toEqual([404, 'NOT FOUND']);
    expect(await post(site.path, { origin: 'https://elsewhere.example' })).toEqual([403, 'NOT FOR BROWSERS']);
    expect(await site.punches()).toEqual([]);
    // Nor is it a terminal that calls by its serial number.
    const serial = `M${site.accountId.slice(-8)}`.toUpperCase();
    const answer = await terminals.send(
      'POST',
      `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=1`,
      '30\t2026-11-19 07:00:00',
    );
    expect(answer.status).toBe(403);
  });

  it('refuses what is packed otherwise than it says, so that the sender keeps it', async () => {
    const site = await given('json');
    const answer = await fetch(`http://127.0.0.1:${terminals.port}${site.path}`, {
      method: 'POST',
      body: gzipSync(JSON.stringify({ pin: '30', time: '2026-11-19T07:00:00' })),
      headers: { 'content-encoding': 'br' },
    });
    expect(answer.status).toBe(415);
    expect([await site.punches(), await site.rejects()]).toEqual([[], []]);
  });

  it('is of a terminal that is told nothing: no time, no zone, no history after a restore', async () => {
    t.clock.set('2026-11-20T10:00:00Z');
    const site = await given('hikvision');
    const { accountId, deviceId, token } = site;
    expect((await site.recorder()).nextStep).toMatch(/enter the address that was shown when it was added/);
    // Its clock is two days fast.
    await site.send(JSON.stringify({ ...access(75, 1, '07:00:00', NANDI), dateTime: '2026-11-22T12:00:00+02:00' }));
    expect(await site.recorder()).toMatchObject({
      nextStep: 'Its clock is 2 days fast: set it right in the settings of the device.',
      ...{ pendingCommands: 0, commands: [] },
    });
    const at = `/v2/device/by-account/${accountId}/${deviceId}`;
    await t.ask(`${at}/options`, { token, method: 'PUT', body: { timeZone: 'Africa/Maputo' } });
    await t.jobs.drain();
    const calls = backupCalls(t, () => token);
    const { archive } = await calls.backUp(accountId);
    await calls.restore(archive, accountId, 'replace', ['Clock Records']);
    const { pendingCommands, nextStep } = await site.recorder();
    expect([pendingCommands, nextStep]).toEqual([0, expect.not.stringMatching(/asked for everything/)]);
    const asked = await t.ask(`/v2/device/${deviceId}/trigger-sync`, { token, method: 'POST' });
    expect([asked.statusCode, asked.json().message]).toEqual([409, expect.stringMatching(/cannot be asked/)]);
  });

  it('takes no commands, and a new one can be made', async () => {
    const site = await given('hikvision');
    const at = `/v2/device/by-account/${site.accountId}/${site.deviceId}`;
    const command = (name: string) => t.ask(`${at}/commands`, { token: site.token, body: { command: name } });
    expect((await command('CHECK')).json()).toMatchObject({ errorCode: 'CONFLICT' });
    expect((await command('FORGET_NETWORKS')).statusCode).toBe(200);
    const file = { text: '30\t2026-11-19 07:00:00\t1\t0\t1\t0', fileName: '1_attlog.dat', commit: false };
    expect((await t.ask(`${at}/usb-file`, { token: site.token, body: file })).json().errorCode).toBe('CONFLICT');
    const { devices } = (await t.ask(`/v2/device/by-account/${site.accountId}`, { token: site.token })).json();
    expect(devices).toMatchObject([{ make: 'hikvision' }]);
    const options = async (useSecretPath: boolean) =>
      (await t.ask(`${at}/options`, { token: site.token, method: 'PUT', body: { useSecretPath } })).json();
    expect(await options(false)).toMatchObject({ make: 'hikvision', hasSecretPath: false });
    expect(await site.send('{}')).toEqual([404, 'NOT FOUND']);
    const { secretPath } = await options(true);
    expect(secretPathOf('hikvision', secretPath)).not.toBe(site.path);
  });

  it('called from a second network while the first one is in use: its punches wait', async () => {
    const site = await given('json');
    await site.send('{}');
    const event = JSON.stringify({ pin: '30', time: '2026-11-19T07:00:00' });
    const answer = await terminals.http({ from: '127.0.1.2' }).send('POST', site.path, event);
    expect(answer.status).toBe(200);
    expect(await site.punches()).toEqual(['30 11-19T05:00:00 auto quarantined']);
  });

  it('called from two networks: events that wait in quarantine are not lost, and raise no number', async () => {
    const site = await given('hikvision');
    const tell = (n: number) => JSON.stringify(access(75, n, `07:00:${String(n).padStart(2, '0')}`, NANDI));
    const elsewhere = terminals.http({ from: '127.0.1.2' });
    const lost = async () =>
      (
        await t.db.single(
          z.object({ gaps: z.array(z.tuple([z.int(), z.int()])) }),
          sql`select coalesce((select jsonb_agg(jsonb_build_array(gap -> 'first', gap -> 'last')) from jsonb_array_elements(state #> '{events,gaps}') gap), '[]') as gaps
              from device where device_id = ${site.deviceId}`,
        )
      ).gaps;
    await site.send(tell(1));
    for (const n of [2, 3, 5, 50]) expect((await elsewhere.send('POST', site.path, tell(n))).status).toBe(200);
    await site.send(tell(4));
    await site.send(tell(6));
    expect(await lost()).toEqual([]);
    await site.send(tell(9));
    expect(await lost()).toEqual([[7, 8]]);
    for (const n of [7, 8]) await elsewhere.send('POST', site.path, tell(n));
    expect(await lost()).toEqual([]);
    // Not the terminal: what it told arrived from nowhere else, so that who may be among it is not judged absent.
    const rejected = await t.ask(`/v2/device/${site.deviceId}/networks`, {
      token: site.token,
      body: { network: '127.0.1.0/24', decision: 'reject' },
    });
    expect(rejected.statusCode, rejected.body).toBe(200);
    expect(await lost()).toEqual([
      [2, 3],
      [5, 5],
      [7, 8],
    ]);
    expect((await site.recorder()).nextStep).toMatch(/^2 events .* never arrived, and 2 more spans/);
    for (const n of [2, 3, 5, 7, 8]) await site.send(tell(n));
    expect(await lost()).toEqual([]);
  });

  it('two devices with one PIN are two addresses: in one account one punch, in another account their own', async () => {
    const site = await given('json');
    const second = await given('json', { accountId: site.accountId });
    const elsewhere = await given('json');
    const event = JSON.stringify({ id: 'e1', pin: '30', time: '2026-11-19T07:00:00' });
    for (const { send } of [site, second, elsewhere]) expect(await send(event)).toEqual([200, 'OK']);
    expect(await site.punches()).toEqual(['30 11-19T05:00:00 auto counted']);
    expect(await elsewhere.punches()).toEqual(['30 11-19T05:00:00 auto counted']);
    expect([await site.recorder(), await second.recorder()]).toMatchObject([
      { accepted: 1, duplicates: 0 },
      { accepted: 0, duplicates: 1 },
    ]);
  });

  it('whose terminal names another serial number in its events is still the one of the address', async () => {
    t.clock.set(EVENING);
    const [mine, theirs] = [await given('hikvision'), await given('hikvision')];
    const spoofed = {
      ...access(75, 1, '07:00:00', NANDI),
      ...{ serialNumber: `M${theirs.accountId.slice(-8)}`, deviceID: theirs.deviceId, macAddress: '00:00:00:00:00:00' },
    };
    const more = `?SN=M${theirs.accountId.slice(-8)}&accountId=${theirs.accountId}`;
    expect(await mine.send(JSON.stringify(spoofed), 'application/json', more)).toEqual([200, 'OK']);
    expect([await mine.punches(), await theirs.punches()]).toEqual([['30 11-19T05:00:00 auto counted'], []]);
  });

  it.each(PUSH_MAKES)(
    // One whose work grows with the square of a body does not end within the time of a test.
    'of %s reads nothing that is nested without an end, and ends',
    async (make) => {
      const site = await given(make);
      const endless = (open: string, close: string) =>
        `{"pin":"1","x":${open.repeat(400_000)}1${close.repeat(400_000)}}`;
      for (const body of [
        endless('[', ']'),
        endless('{"a":', '}'),
        `[${'['.repeat(1_500_000)}`,
        `<a>${'<b/>'.repeat(900_000)}</a>`,
        '<a>'.repeat(1_300_000),
        `<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(200_000)}]><a/>`,
      ]) {
        const [status] = await site.send(Buffer.from(body), 'application/json');
        const isXml = make === 'hikvision' && body.startsWith('<');
        expect(status, `${body.slice(0, 20)} of ${make}`).toBe(isXml ? 413 : PUSH_DIALECTS[make].retries ? 200 : 400);
      }
      expect(await site.punches()).toEqual([]);
    },
  );

  it.each(PUSH_MAKES)('of %s answers spoiled bytes, and loses nothing of what it takes', async (make) => {
    const site = await given(make);
    const bodies = spoiled(GOOD_EVENTS, ODD_BYTES, size(60, 300), 48);
    const linesOf = (body: Buffer, n: number) => {
      try {
        return PUSH_DIALECTS[make].read(body, typeOf(n)).lines;
      } catch {
        return null;
      }
    };
    const typeOf = (n: number) => (n % 2 ? 'multipart/mixed; boundary=b' : 'application/json');
    // A clock in 1970 and a refusal are read, though they are no punch.
    const UNREAD = ['unknown-layout', 'bad-time', 'bad-pin'];
    const isUnderstood = (line: LineResult) => 'punch' in line || !UNREAD.includes(line.reject.reason);
    for (const [n, body] of bodies.entries()) {
      const [status] = await site.send(new Uint8Array(body), typeOf(n));
      const lines = linesOf(body, n);
      const isRead = lines === null || lines.length === 0 || lines.some(isUnderstood) || PUSH_DIALECTS[make].retries;
      expect(status, `case ${n} of ${make}`).toBe(lines === null ? 413 : isRead ? 200 : 400);
      t.clock.advance(100);
    }
    const read = bodies.flatMap((body, n) => linesOf(body, n) ?? []);
    const { accepted, duplicates, rejected } = await site.recorder();
    // Those that wait, because their clock is days behind, ahead, or 45 days old, are accepted too: what they wait for is told beside the counts.
    expect(accepted + duplicates).toBe(read.filter((line) => 'punch' in line).length);
    // Each other line is counted once, and again only where it comes again after a thousand others.
    const refused = read.flatMap((line) => ('reject' in line ? rejectedLine(line.reject).hash : []));
    const counted = rejected.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(counted).toBeGreaterThanOrEqual(new Set(refused).size);
    expect(counted).toBeLessThanOrEqual(refused.length);
  });
});
