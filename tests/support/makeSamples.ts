import type { PushMake } from '#contract/intake/makes.ts';
import type { EventFields } from '#contract/intake/terminals.ts';
import { BIOSTAR_SAMPLES } from './bioStarSamples.ts';
import { LISTENERS } from './listenerSamples.ts';

/**
 * Bodies of makes as public captures, vendors' pages and tests of public listeners show them; names, serial numbers, cards and hosts are replaced. `lines`: what each must come to:
 * 'PIN time direction key' of a punch, the reason of a reject, with '?' behind it where its person is set aside for a decision; [] where it is of nobody.
 */
export type Sample = { from: string; body: string; type?: string; fields?: EventFields; lines: string[] };

const json = (value: unknown) => JSON.stringify(value);
const part = (
  content: string,
  head = 'Content-Disposition: form-data; name="AccessControllerEvent"\r\nContent-Type: application/json',
) =>
  `--MIME_boundary\r\n${head}\r\n\r\n${content}\r\n--MIME_boundary\r\nContent-Disposition: form-data; name="Picture"; filename="Picture.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff\xe0\r\n--MIME_boundary--\r\n`;

const alert = (of: object, more: object = {}) => ({
  ...{
    ipAddress: '192.0.2.9',
    portNo: 80,
    protocol: 'HTTP',
    macAddress: '00:00:5e:00:53:01',
    channelID: 1,
    dateTime: '2026-06-29T09:02:14+01:00',
  },
  ...{
    activePostCount: 1,
    eventType: 'AccessControllerEvent',
    eventState: 'active',
    eventDescription: 'Access Controller Event',
    ...more,
  },
  AccessControllerEvent: of,
});
const hik = (minor: number, more: object = {}) => ({
  ...{
    deviceName: 'Access Controller',
    majorEventType: 5,
    subEventType: minor,
    name: 'Jane',
    cardReaderNo: 1,
    employeeNoString: '1024',
    serialNo: 273,
  },
  ...{
    userType: 'normal',
    currentVerifyMode: 'faceOrFpOrCardOrPw',
    frontSerialNo: 272,
    mask: 'no',
    purePwdVerifyEnable: true,
    ...more,
  },
});
const record = (minor: number, more: object = {}) => ({
  ...{
    major: 5,
    minor,
    time: '2026-06-09T19:05:47+07:00',
    cardType: 1,
    name: 'Jane',
    cardReaderNo: 1,
    doorNo: 1,
    employeeNoString: '1024',
    type: 0,
  },
  ...{ serialNo: 42970, userType: 'normal', currentVerifyMode: 'cardOrFaceOrFp', ...more },
});
const search = (...InfoList: object[]) => ({
  AcsEvent: { searchID: '1', totalMatches: 4, responseStatusStrg: 'OK', numOfMatches: 4, InfoList },
});
const AT = '2026-06-29T08:02:14.000Z';
const HIKVISION: Sample[] = [
  [
    'Hikvision-Addons, issue 177: a door',
    json(
      alert({
        deviceName: 'x',
        majorEventType: 5,
        subEventType: 21,
        doorNo: 1,
        serialNo: 257,
        currentEvent: true,
        frontSerialNo: 256,
      }),
    ),
    [],
  ],
  [
    'ha-hikvision-access, a face',
    json(alert(hik(75, { currentEvent: true, attendanceStatus: 'undefined' }))),
    [`1024 ${AT} auto`],
  ],
  ['ha-hikvision-access, delivered late', json(alert(hik(75, { currentEvent: false }))), [`1024 ${AT} auto`]],
  [
    'a listener in PHP, finger with a key',
    json(alert(hik(38, { attendanceStatus: 'checkIn', label: 'Check In' }))),
    [`1024 ${AT} in`],
  ],
  ['the same, going', json(alert(hik(38, { attendanceStatus: 'checkOut', label: 'Check Out' }))), [`1024 ${AT} out`]],
  ['the same, to the break', json(alert(hik(75, { attendanceStatus: 'breakOut' }))), [`1024 ${AT} out`]],
  ['the same, from the break', json(alert(hik(75, { attendanceStatus: 'breakIn' }))), [`1024 ${AT} in`]],
  ['the same, overtime', json(alert(hik(75, { attendanceStatus: 'overtimeIn' }))), [`1024 ${AT} in`]],
  ['a listener that writes CheckOut', json(alert(hik(75, { attendanceStatus: 'CheckOut' }))), [`1024 ${AT} out`]],
  ['HCNetSDK.h, card and password', json(alert(hik(2))), [`1024 ${AT} auto`]],
  ['HCNetSDK.h, number and password', json(alert(hik(101))), [`1024 ${AT} auto`]],
  ['HCNetSDK.h, combined', json(alert(hik(153))), [`1024 ${AT} auto`]],
  ['HCNetSDK.h, PIN', json(alert(hik(181))), [`1024 ${AT} auto`]],
  ['a face that is not known', json(alert(hik(76, { employeeNoString: undefined, name: undefined }))), ['not-a-pass']],
  ['a card that is not known', json(alert(hik(9, { employeeNoString: undefined, cardNo: '2764291' }))), ['not-a-pass']],
  ['a remote log-in', json(alert({ majorEventType: 3, subEventType: 112, netUser: 'admin', serialNo: 5 })), []],
  ['a kind that no header names', json(alert(hik(222))), ['unknown-event?']],
  [
    'a listener in Python: no types at all',
    json({
      dateTime: '2026-08-04T12:30:00+04:00',
      AccessControllerEvent: { employeeNoString: '1024', attendanceStatus: 'checkIn', serialNo: 168 },
    }),
    ['unknown-layout?'],
  ],
  [
    'a listener in JavaScript: the time within',
    json({
      eventType: 'access',
      AccessControllerEvent: {
        employeeNoString: '1024',
        doorNo: 1,
        currentVerifyMode: 'face',
        dateTime: '2026-01-28T13:30:00',
      },
    }),
    ['unknown-layout?'],
  ],
  [
    'AcsEvent.InfoList, cards with an employee',
    json(search(record(1, { cardNo: 'garden-1' }), record(1, { serialNo: 42976, time: '2026-06-09T19:29:42+07:00' }))),
    ['1024 2026-06-09T12:05:47.000Z auto', '1024 2026-06-09T12:29:42.000Z auto'],
  ],
  [
    'AcsEvent.InfoList, doors among fingers',
    json(
      search(
        { major: 5, minor: 21, time: '2026-07-28T05:52:25-03:00', serialNo: 168410, currentVerifyMode: 'invalid' },
        record(38, { time: '2026-07-28T06:08:29-03:00' }),
        { major: 5, minor: 22, time: '2026-07-28T05:52:30-03:00', serialNo: 168411 },
      ),
    ),
    ['1024 2026-07-28T09:08:29.000Z auto'],
  ],
  [
    'NDJSON of records, one',
    json(record(75, { cardNo: '18446744073609551895', FaceRect: { height: 0.057, width: 0.032, x: 0.565, y: 0.492 } })),
    ['1024 2026-06-09T12:05:47.000Z auto'],
  ],
  ['a list of records', json([record(75), record(76)]), ['1024 2026-06-09T12:05:47.000Z auto', 'not-a-pass']],
  ['alertStream in EventNotificationAlert', json({ EventNotificationAlert: alert(hik(75)) }), [`1024 ${AT} auto`]],
  [
    'a smoke test: flat in EventNotificationAlert',
    json({
      EventNotificationAlert: {
        eventType: 'AccessControllerEvent',
        cardNo: '4455667788',
        employeeNoString: '1024',
        majorEventType: 5,
      },
    }),
    ['unknown-layout?'],
  ],
  [
    'multipart with a picture',
    part(json(alert(hik(75)))),
    [`1024 ${AT} auto`],
    'multipart/form-data; boundary=MIME_boundary',
  ],
  [
    'multipart that is cut off within the picture',
    part(json(alert(hik(75)))).slice(0, -25),
    [`1024 ${AT} auto`],
    'multipart/form-data; boundary=MIME_boundary',
  ],
  [
    'event_log of a form',
    `event_log=${encodeURIComponent(json(alert(hik(75))))}`,
    [`1024 ${AT} auto`],
    'application/x-www-form-urlencoded',
  ],
  [
    'old firmware, XML',
    `<?xml version="1.0" encoding="UTF-8"?><EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"><dateTime>2026-06-29T09:02:14+01:00</dateTime><eventType>AccessControllerEvent</eventType><AccessControllerEvent><majorEventType>5</majorEventType><subEventType>38</subEventType><employeeNoString>1024</employeeNoString><serialNo>9</serialNo><attendanceStatus>checkIn</attendanceStatus></AccessControllerEvent></EventNotificationAlert>`,
    [`1024 ${AT} in`],
    'application/xml',
  ],
  [
    'the heartbeat',
    json({
      ipAddress: '192.0.2.9',
      portNo: 80,
      eventType: 'heartBeat',
      eventState: 'active',
      dateTime: '2026-06-29T09:02:14+01:00',
    }),
    [],
  ],
  [
    'the heartbeat of older firmware',
    json({ eventType: 'videoloss', eventState: 'inactive', eventDescription: 'videoloss alarm' }),
    [],
  ],
].map(toSample);

const access = (more: object = {}) => ({
  ...{
    BlockId: 10001,
    CardName: 'Jane',
    CardNo: '',
    CardType: 0,
    CreateTime: 1_782_720_134,
    Door: 0,
    ErrorCode: 0,
    FaceIndex: 0,
    HatColor: 'Other',
  },
  ...{
    Method: 15,
    ReaderID: '1',
    RealUTC: 1_782_720_134,
    SN: 'SN',
    Status: 1,
    Type: 'Entry',
    UTC: 1_782_720_134,
    UserID: '1024',
    UserType: 0,
    ...more,
  },
});
const dahuaEvent = (more: object = {}, over: object = {}) => ({
  Action: 'Pulse',
  Code: 'AccessControl',
  Data: access(more),
  Index: 0,
  ...over,
});
const text = (more: object = {}, space = 0) =>
  `Code=AccessControl;action=Pulse;index=0;data=${JSON.stringify(access(more), null, space)}`;
const DAHUA_AT = '2026-06-29T08:02:14.000Z';
const DAHUA: Sample[] = [
  [
    'Intelbras, servidor de envio de eventos: info',
    `--myboundary\r\nContent-Disposition: form-data; name="info"\r\nContent-Type: text/plain\r\n\r\n${json({ Channel: 0, Events: [dahuaEvent()], Time: '29-06-2026 09:02:14' })}\r\n--myboundary--\r\n`,
    [`1024 ${DAHUA_AT} door`],
    'multipart/mixed; boundary=myboundary',
  ],
  ['a parser in Go: Events', json({ Events: [dahuaEvent()] }), [`1024 ${DAHUA_AT} door`]],
  ['the same, alone', json(dahuaEvent()), [`1024 ${DAHUA_AT} door`]],
  [
    'the same, a list',
    json([dahuaEvent(), dahuaEvent({ UserID: '7' })]),
    [`1024 ${DAHUA_AT} door`, `7 ${DAHUA_AT} door`],
  ],
  [
    'the same, a door',
    json({
      Action: 'Pulse',
      Code: 'DoorStatus',
      Data: { RealUTC: 1_782_720_134, SN: 'SN', Status: 'Open', UTC: 1_782_720_134 },
      Index: 0,
    }),
    [],
  ],
  [
    'a card without a person',
    json(dahuaEvent({ UserID: '', CardNo: '12EA3004', Type: '' })),
    [`card:12EA3004 ${DAHUA_AT} auto`],
  ],
  ['refused', json(dahuaEvent({ Status: 0, ErrorCode: 16 })), ['not-a-pass']],
  ['nobody', json(dahuaEvent({ Status: 0, ErrorCode: 16, UserID: '' })), []],
  ['a camera in UTC+7', json(dahuaEvent({ UTC: 1_782_745_334 })), [`1024 ${DAHUA_AT} door`]],
  ['RealUTC alone', json(dahuaEvent({ UTC: undefined, CreateTime: undefined })), [`1024 ${DAHUA_AT} door`]],
  [
    'CreateTime alone (a VTO)',
    json(dahuaEvent({ UTC: undefined, RealUTC: undefined, Type: 'Exit' })),
    [`1024 ${DAHUA_AT} door`],
  ],
  ['no time at all', json(dahuaEvent({ UTC: undefined, RealUTC: undefined, CreateTime: undefined })), ['bad-time?']],
  ['AttendanceState, signed in', json(dahuaEvent({ AttendanceState: 1 })), [`1024 ${DAHUA_AT} in`]],
  ['gone out', json(dahuaEvent({ AttendanceState: 2 })), [`1024 ${DAHUA_AT} out`]],
  ['come back', json(dahuaEvent({ AttendanceState: 3 })), [`1024 ${DAHUA_AT} in`]],
  ['signed out', json(dahuaEvent({ AttendanceState: 4 })), [`1024 ${DAHUA_AT} out`]],
  ['overtime out', json(dahuaEvent({ AttendanceState: 6 })), [`1024 ${DAHUA_AT} out`]],
  [
    'offline, and not said',
    json(dahuaEvent({ AttendanceState: 0, RecNo: 1 }, { DataSource: 'Offline' })),
    [`1024 ${DAHUA_AT} door`],
  ],
  ['a test without Status', json(dahuaEvent({ Status: undefined })), ['unknown-layout?']],
  ['a listener that expects words', json(dahuaEvent({ Status: 'Success' })), ['unknown-layout?']],
  [
    'a number as UserID',
    json({ Events: [{ Code: 'AccessControl', Data: access({ UserID: 1024 }) }] }),
    [`1024 ${DAHUA_AT} door`],
  ],
  [
    'names written small',
    json({ code: 'AccessControl', action: 'Pulse', index: 0, data: access() }),
    [`1024 ${DAHUA_AT} door`],
  ],
  ['eventManager, a line', text(), [`1024 ${DAHUA_AT} door`], 'text/plain'],
  ['EventHttpUpload, over several lines', text({}, 3), [`1024 ${DAHUA_AT} door`], 'text/plain'],
  ['two of them', `${text()}\n${text({ UserID: '7' })}`, [`1024 ${DAHUA_AT} door`, `7 ${DAHUA_AT} door`], 'text/plain'],
  [
    'snapManager, a field a line',
    Object.entries({
      Code: 'AccessControl',
      'Data.UserID': '1024',
      'Data.UTC': '1782720134',
      'Data.Method': '15',
      'Data.Status': '1',
    })
      .map(([name, value]) => `Events[0].${name}=${value}`)
      .join('\r\n'),
    [`1024 ${DAHUA_AT} auto`],
    'text/plain',
  ],
  [
    'a frame of a face',
    json({ Code: '_DoorFace_', Data: { UserID: '1024', Similarity: 92, RealUTC: 1_782_720_134, Status: 1 } }),
    [],
  ],
  ['Heartbeat', 'Heartbeat', [], 'text/plain'],
].map(toSample);

const row = (more: object = {}) => ({
  ...{ object: 'access_logs', type: 'inserted' },
  values: {
    ...{
      id: '519',
      time: '1782723734',
      event: '7',
      device_id: '478435',
      identifier_id: '0',
      user_id: '1024',
      portal_id: '1',
    },
    ...{ identification_rule_id: '0', card_value: '0', log_type_id: '-1', ...more },
  },
});
const dao = (...object_changes: object[]) => json({ object_changes, device_id: 478435 });
const CONTROLID: Sample[] = [
  ['Introduction to Monitor: nobody', dao(row({ event: '12', user_id: '0' })), []],
  ['granted', dao(row()), ['1024 2026-06-29T09:02:14.000Z auto']],
  [
    'several',
    dao(row(), row({ id: '520', user_id: '7' })),
    ['1024 2026-06-29T09:02:14.000Z auto', '7 2026-06-29T09:02:14.000Z auto'],
  ],
  ['denied', dao(row({ event: '6' })), ['not-a-pass']],
  ['not identified', dao(row({ event: '3', user_id: '0' })), []],
  ['pending, with a person', dao(row({ event: '8' })), ['unknown-event?']],
  [
    'numbers instead of texts',
    dao({ ...row(), values: { id: 519, time: 1_782_723_734, event: 7, user_id: 1024 } }),
    ['1024 2026-06-29T09:02:14.000Z auto'],
  ],
  ['a template', dao({ object: 'templates', type: 'inserted', values: { id: '1', user_id: '1024' } }), []],
  ['a row that was deleted', dao({ ...row(), type: 'deleted' }), []],
  ['device_is_alive', json({ access_logs: 0, device_id: 478435, time: 1_782_723_734 }), []],
  [
    'catra_event',
    json({
      event: { type: 7, name: 'TURN_LEFT', time: 1_782_723_734, uuid: '0e039178' },
      access_event_id: 15,
      device_id: 478435,
      time: 1_782_723_734,
    }),
    [],
  ],
].map(toSample);

const BIOSTAR: EventFields = {
  events: 'EventCollection.rows',
  pin: 'user_id.user_id',
  time: 'datetime',
  kind: 'event_type_id.code',
  passes: '4102, 4865, 4867',
  id: 'id',
};
const biostar = (code: string) =>
  json({
    EventCollection: {
      rows: [
        {
          id: '9',
          datetime: '2026-06-29T08:02:14.00Z',
          device_id: { id: '541' },
          user_id: { user_id: '1024', name: 'Jane' },
          event_type_id: { code },
        },
      ],
    },
  });
const CROSSCHEX: EventFields = {
  events: 'payload.list',
  pin: 'employee.workno',
  time: 'checktime',
  direction: 'checktype',
  in: '0',
  out: '1',
  id: 'uuid',
};
const crosschex = (checktype: number) =>
  json({
    header: { nameSpace: 'attendance.record' },
    payload: {
      count: 1,
      list: [
        {
          uuid: 'u1',
          checktype,
          checktime: '2026-06-29T08:02:14+00:00',
          device: { serial_number: '1', name: 'Gate' },
          employee: { first_name: 'Jane', workno: '1024' },
        },
      ],
    },
  });
const JSON_AT = '1024 2026-06-29T08:02:14.000Z';
const JSON_SAMPLES: Sample[] = [
  { from: 'Suprema BioStar 2, a face', body: biostar('4867'), fields: BIOSTAR, lines: [`${JSON_AT} auto`] },
  { from: 'Suprema BioStar 2, refused', body: biostar('5124'), fields: BIOSTAR, lines: ['unknown-event?'] },
  { from: 'Anviz CrossChex Cloud, in', body: crosschex(0), fields: CROSSCHEX, lines: [`${JSON_AT} in`] },
  { from: 'Anviz CrossChex Cloud, out', body: crosschex(1), fields: CROSSCHEX, lines: [`${JSON_AT} out`] },
  { from: 'Anviz CrossChex Cloud, another type', body: crosschex(128), fields: CROSSCHEX, lines: [`${JSON_AT} auto`] },
  {
    from: 'nialabs, Punch Log Callback',
    body: json({
      RealTime: {
        OperationID: 'x',
        PunchLog: { Type: 'CheckIn', UserId: '1024', LogTime: '2026-06-29 08:02:14 GMT +0000', InputType: 'In' },
      },
    }),
    fields: {
      events: 'RealTime.PunchLog',
      pin: 'UserId',
      time: 'LogTime',
      direction: 'InputType',
      in: 'In',
      out: 'Out',
    },
    lines: [`${JSON_AT} in`],
  },
  {
    from: 'a time log API of Vietnam',
    body: json([
      { EmployeeATID: '1024', Checktime: '2026-06-29T08:02:14', InOutMode: 1, VerifyMode: 1, MachineSerial: 'Z' },
    ]),
    fields: { pin: 'EmployeeATID', time: 'Checktime', direction: 'InOutMode', in: '1', out: '2' },
    lines: ['1024 2026-06-29 08:02:14 in'],
  },
  {
    from: 'a webhook of an HR system, employeeId and timestamp',
    body: json({ employeeId: '1024', timestamp: '2026-06-29T08:02:14Z', type: 'check-in' }),
    fields: { pin: 'employeeId', time: 'timestamp', direction: 'type', in: 'check-in', out: 'check-out' },
    lines: [`${JSON_AT} in`],
  },
  {
    from: 'the same, before its names are set',
    body: json({ employeeId: '1024', timestamp: '2026-06-29T08:02:14Z' }),
    lines: ['unknown-layout'],
  },
  { from: 'PostgreSQL', body: json({ pin: '1024', time: '2026-06-29 10:02:14+02' }), lines: [`${JSON_AT} auto`] },
  {
    from: 'Java',
    body: json({ pin: '1024', time: '2026-06-29T10:02:14+02:00[Africa/Johannesburg]' }),
    lines: [`${JSON_AT} auto`],
  },
  { from: '.NET', body: json({ pin: '1024', time: '/Date(1782720134000)/' }), lines: [`${JSON_AT} auto`] },
  { from: 'day first', body: json({ pin: '1024', time: '29/06/2026 08:02:14' }), lines: ['bad-time?'] },
  {
    from: 'a form',
    body: 'pin=1024&time=2026-06-29T08%3A02%3A14Z&direction=out',
    type: 'application/x-www-form-urlencoded',
    lines: [`${JSON_AT} out`],
  },
];

const bio = (type: string, data: object) => json({ machine: 'LT0', type, data });
const BIOCONNECT: Sample[] = [
  [
    'Webhook, Data From Device',
    '{"machine": "LT0", "type": "verification", "data": {"user_id": 0001024, "punch_time": 20260629080214}}',
    ['0001024 2026-06-29 08:02:14 auto'],
  ],
  [
    'with texts',
    bio('verification', { user_id: '1024', punch_time: '20260629080214' }),
    ['1024 2026-06-29 08:02:14 auto'],
  ],
  ['a ping', bio('connection', { last_connected: 20260629080214 }), []],
  ['an enrolment', bio('enroll', { user_id: '1024', username: 'Jane' }), []],
  ['another type', bio('deleted', { user_id: '1024' }), ['unknown-layout?']],
].map(toSample);

function toSample([from = '', body = '', lines = [], type]: readonly (string | string[] | undefined)[]): Sample {
  return { from: String(from), body: String(body), lines: [lines].flat(), ...(typeof type === 'string' && { type }) };
}

export const SAMPLES: Record<PushMake, Sample[]> = {
  hikvision: [...HIKVISION, ...LISTENERS.hikvision],
  dahua: [...DAHUA, ...LISTENERS.dahua],
  controlid: [...CONTROLID, ...LISTENERS.controlid],
  bioconnect: [...BIOCONNECT, ...LISTENERS.bioconnect],
  json: [...JSON_SAMPLES, ...LISTENERS.json, ...BIOSTAR_SAMPLES],
};
