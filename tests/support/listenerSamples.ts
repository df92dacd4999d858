import type { PushMake } from '#contract/intake/makes.ts';
import type { EventFields } from '#contract/intake/terminals.ts';
import type { Sample } from './makeSamples.ts';

/**
 * More bodies as captures, emulators and tests of public listeners show them (all read on 28 November 2026, details replaced). What each must come to was
 * written from the body, as a person would read it, before it was run.
 */

const json = (value: unknown) => JSON.stringify(value);
const AT = '2026-06-29T08:02:14.000Z';
const LOCAL = '2026-06-29T09:02:14+01:00';
const SECONDS = 1_782_720_134;
const sample = (from: string, body: string, lines: string | string[], type?: string): Sample => ({
  from,
  body,
  lines: [lines].flat(),
  ...(type !== undefined && { type }),
});

const alert = (of: object, more: object = {}) => ({
  ...{ ipAddress: '192.0.2.9', portNo: 443, protocol: 'HTTPS', macAddress: '00:00:5e:00:53:01', channelID: 1 },
  ...{ dateTime: LOCAL, activePostCount: 1, eventType: 'AccessControllerEvent', eventState: 'active', ...more },
  AccessControllerEvent: { deviceName: 'Access Controller', majorEventType: 5, serialNo: 273, ...of },
});
const jane = { subEventType: 38, name: 'Jane', employeeNoString: '1024' };
const xmlOf = (inner: string, more = '') =>
  `<?xml version='1.0' encoding='utf-8'?>\n<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">\n  <ipAddress>192.0.2.9</ipAddress>\n  <dateTime>${LOCAL}</dateTime>\n  <eventType>AccessControllerEvent</eventType>${more}\n  <AccessControllerEvent>\n${inner}\n  </AccessControllerEvent>\n</EventNotificationAlert>`;
const tag = (name: string, value: string | number) => `    <${name}>${value}</${name}>`;
const formPart = (name: string, content: string, head = '') =>
  `--X\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1');
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=X';

const HIKVISION: Sample[] = [
  sample(
    'README of a webhook in Node, DS-K1T: checkIn with label',
    json(
      alert({
        ...jane,
        cardNo: '11',
        cardType: 1,
        verifyNo: 165,
        attendanceStatus: 'checkIn',
        label: 'Check In',
        statusValue: 0,
      }),
    ),
    `1024 ${AT} in`,
  ),
  sample(
    'documents of an alert listener, DS-K1T904: attendanceStatus undefined',
    json(alert({ ...jane, attendanceStatus: 'undefined', statusValue: 0, picturesNumber: 0 })),
    `1024 ${AT} auto`,
  ),
  sample(
    'an integration for Home Assistant: delivered late, with leading zeros',
    json(
      alert({
        ...jane,
        employeeNoString: '00001024',
        cardNo: '0000000001',
        reportChannel: 3,
        currentEvent: false,
        hasRecord: false,
      }),
    ),
    `00001024 ${AT} auto`,
  ),
  sample(
    'a controller in PHP: field AccessControllerEvent of a form, and a picture without a type',
    `${formPart('AccessControllerEvent', json(alert({ ...jane, attendanceStatus: 'checkOut' })))}${formPart('Picture', '\xff\xd8\xff\xe0', '; filename="a.jpg"')}--X--\r\n`,
    `1024 ${AT} out`,
    MULTIPART,
  ),
  sample(
    'a test in Bun: hexadecimal types, and no serialNo, in event_log',
    `${formPart('event_log', xmlOf([tag('majorEventType', '0x5'), tag('subEventType', '0x4b'), tag('employeeNoString', 'EMP001')].join('\n')))}--X--`,
    `EMP001 ${AT} auto`,
    MULTIPART,
  ),
  sample(
    'a test in Laravel: XML of a card without a person',
    xmlOf([tag('majorEventType', 5), tag('subEventType', 1), tag('cardNo', 'CARD-998877')].join('\n')),
    `card:CARD998877 ${AT} auto`,
    'application/xml',
  ),
  sample(
    'a test in Rust, DS-K1T341: XML, a card of zeros',
    xmlOf(
      [
        tag('majorEventType', 5),
        tag('subEventType', 75),
        tag('employeeNoString', 'EMP001'),
        tag('cardNo', 0),
        tag('attendanceStatus', 'checkIn'),
      ].join('\n'),
    ),
    `EMP001 ${AT} in`,
    'application/xml',
  ),
  sample(
    'a test in Java: XML without an encoding or a namespace',
    `<EventNotificationAlert><eventType>AccessControllerEvent</eventType><dateTime>${LOCAL}</dateTime><AccessControllerEvent><majorEventType>5</majorEventType><subEventType>38</subEventType><employeeNoString>E042</employeeNoString><serialNo>77</serialNo></AccessControllerEvent></EventNotificationAlert>`,
    `E042 ${AT} auto`,
    'text/xml',
  ),
  sample(
    'the same tests: a dateTime without an offset',
    json(alert(jane, { dateTime: '2026-06-29T09:02:14' })),
    '1024 2026-06-29 09:02:14 auto',
  ),
  sample('the same tests: neither JSON nor XML', 'not json or xml', 'unknown-layout', 'text/plain'),
  sample(
    'a parser in C#: the time within the event, in seconds',
    xmlOf(
      [tag('majorEventType', 5), tag('subEventType', 75), tag('employeeNoString', 1024), tag('time', SECONDS)].join(
        '\n',
      ),
    ).replace(`  <dateTime>${LOCAL}</dateTime>\n`, ''),
    `1024 ${AT} auto`,
    'application/xml',
  ),
  sample(
    'a listener of several firmwares: capitals',
    json({
      EventNotificationAlert: {
        DateTime: LOCAL,
        accessControllerEvent: { MajorEventType: '5', SubEventType: '75', EmployeeNoString: '1024', SerialNo: '9' },
      },
    }),
    `1024 ${AT} auto`,
  ),
  sample(
    'the same: InfoList with AcsEvent in it',
    json({ InfoList: { AcsEvent: [{ major: 5, minor: 75, time: LOCAL, employeeNoString: '1024', serialNo: 1 }] } }),
    `1024 ${AT} auto`,
  ),
  sample('the same: a list of events', json({ events: [alert(jane), alert({ subEventType: 22 })] }), `1024 ${AT} auto`),
  sample(
    'the same: a notification in the field xml of a form',
    `method=PUT&url=%2Fevents&xml=${encodeURIComponent(xmlOf([tag('majorEventType', 5), tag('subEventType', 38), tag('employeeNoString', 1024)].join('\n')))}`,
    `1024 ${AT} auto`,
    FORM,
  ),
  sample(
    'DS-K1T671 in its factory zone',
    json(alert(jane, { dateTime: '2026-06-29T16:02:14+08:00' })),
    `1024 ${AT} auto`,
  ),
  sample(
    'an edited person, as a school tests it',
    json({ eventType: 'LocalUserChange', dateTime: LOCAL, LocalUserChange: { employeeNo: '1024' } }),
    [],
  ),
  sample(
    'several notifications, one a line',
    `${json(alert(jane))}\r\n${json(alert({ ...jane, employeeNoString: '7' }))}\r\n`,
    [`1024 ${AT} auto`, `7 ${AT} auto`],
  ),
  sample('with a byte order mark', `\xef\xbb\xbf${json(alert(jane))}`, `1024 ${AT} auto`),
  sample('a gateway of Windows: UTF-16', utf16(json(alert(jane))), `1024 ${AT} auto`),
  sample(
    'cut off within the event, as a proxy does',
    json(alert({ subEventType: 75, employeeNoString: '1024', name: 'Jane' })).slice(0, -10),
    'unknown-layout?',
  ),
  sample('employeeNo as a number', json(alert({ subEventType: 75, employeeNo: 1024 })), `1024 ${AT} auto`),
  sample('Check Out in two words', json(alert({ ...jane, attendanceStatus: 'Check Out' })), `1024 ${AT} out`),
  sample('overTimeIn', json(alert({ ...jane, attendanceStatus: 'overTimeIn' })), `1024 ${AT} in`),
  sample('minor 181, a PIN', json(alert({ ...jane, subEventType: 181 })), `1024 ${AT} auto`),
  sample('an unknown minor of a person', json(alert({ ...jane, subEventType: 300 })), 'unknown-event?'),
  sample('a stranger by face', json(alert({ subEventType: 76, currentVerifyMode: 'face' })), 'not-a-pass'),
  sample(
    'a record whose time is called dateTime',
    json({ AcsEvent: { InfoList: [{ major: 5, minor: 1, dateTime: LOCAL, employeeNoString: '1024' }] } }),
    `1024 ${AT} auto`,
  ),
];

const flat = (prefix: string, of: object, separator = '\r\n') =>
  Object.entries(of)
    .map(([name, value]) => `${prefix}.${name}=${value}`)
    .join(separator);
const pass = {
  CardNo: '',
  CardType: 0,
  Door: 0,
  ErrorCode: 0,
  Method: 15,
  ReaderID: '1',
  Status: 1,
  Type: 'Entry',
  UserID: '1024',
};
const timed = { ...pass, UTC: SECONDS };
const base = { 'EventBaseInfo.Action': 'Pulse', 'EventBaseInfo.Code': 'AccessControl', 'EventBaseInfo.Index': 0 };
const accessEvent = (more: object = {}, over: object = {}) => ({
  Code: 'AccessControl',
  Action: 'Pulse',
  Index: 0,
  Data: { ...timed, ...more },
  ...over,
});
const mixed = (text: string, head = 'Content-Type: text/plain\r\n') =>
  `--myboundary\r\n${head}Content-Length: ${text.length}\r\n\r\n${text}\r\n--myboundary\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\n\xff\xd8\xff\xe0\r\n--myboundary--\r\n`;
const DAHUA_AT = `1024 ${AT} door`;
const MIXED = 'multipart/mixed; boundary=myboundary';

const DAHUA: Sample[] = [
  sample(
    'a report on DHI-ASI7213Y-V3: EventBaseInfo, a field a line, beside a picture',
    mixed(
      flat('Events[0]', {
        ...base,
        ...timed,
        UserID: 'AB5603181',
        RealUTC: SECONDS,
        Similarity: 93,
        Alive: 100,
        'ImageInfo[0].Type': 1,
      }),
    ),
    `AB5603181 ${AT} door`,
    'multipart/x-mixed-replace; boundary=myboundary',
  ),
  sample(
    'the same, refused: nobody',
    mixed(flat('Events[0]', { ...base, ...timed, Status: 0, UserID: '' })),
    [],
    MIXED,
  ),
  sample(
    'an emulator: Alive is the first field, CreateTime alone',
    flat('Events[0]', { Alive: 100, CardName: 'Jane', ...base, CreateTime: SECONDS, ...pass, FaceIndex: 0 }, '\n'),
    DAHUA_AT,
    'text/plain',
  ),
  sample(
    'Intelbras Bio-T, Modo Online: with RecNo',
    mixed(
      flat('Events[0]', {
        'EventBaseInfo.Code': 'AccessControl',
        ...pass,
        CardNo: '09DDAABB',
        RecNo: 123,
        CreateTime: SECONDS,
      }),
    ),
    DAHUA_AT,
    MIXED,
  ),
  sample(
    'the same, before its server has decided',
    mixed(flat('Events[0]', { ...base, ...timed, Status: 0 }, '\n')),
    'unknown-event?',
    MIXED,
  ),
  sample(
    'a parser of texts: fields of AccessControl, Status as a word',
    'Events[0].Code=AccessControl\r\nEvents[0].AccessControl.UserID=1024\r\nEvents[0].AccessControl.Status=Success',
    'unknown-layout?',
    'text/plain',
  ),
  sample(
    'the same parser: ReturnEvents of cars',
    'ReturnEvents[0].Code=TrafficJunction\r\nReturnEvents[0].TrafficCar.PlateNumber=Z',
    [],
    'text/plain',
  ),
  sample(
    'a simulator of SS 3540: a card',
    json({ Events: [accessEvent({ CardNo: '12EA3004', Method: 1 })] }),
    DAHUA_AT,
  ),
  sample('the same: a QR code', json({ Events: [accessEvent({ Method: 14, QRCodeStr: '4225|2|1' })] }), DAHUA_AT),
  sample('the same: exit', json({ Events: [accessEvent({ Type: 'Exit' })] }), DAHUA_AT),
  sample(
    'the same: three of a batch',
    json({
      Events: [
        accessEvent(),
        accessEvent({ UserID: '7' }),
        accessEvent({ UserID: '8', CardNo: 'AABBCCDD', Type: 'Exit' }),
      ],
      Time: LOCAL,
    }),
    [DAHUA_AT, `7 ${AT} door`, `8 ${AT} door`],
  ),
  sample(
    'the same: a picture in base64',
    json({ Events: [accessEvent({ ImageEncode: 'iVBORw0KGgo', ImageInfo: [{ Height: 1 }] })] }),
    DAHUA_AT,
  ),
  sample(
    'the same: face denied, nobody',
    json({ Events: [accessEvent({ Status: 0, ErrorCode: 16, UserID: '' })] }),
    [],
  ),
  sample(
    'the same: Duress, which names a person',
    `Code=Duress;action=Pulse;index=0;data={\n"Name":"Door","UTC":${SECONDS},"UserID":"1024"\n}`,
    'unknown-layout?',
    'text/plain',
  ),
  sample(
    'the same: BreakIn',
    `Code=BreakIn;action=Pulse;index=0;data={\n"Name":"SS-1","UTC":${SECONDS}\n}`,
    [],
    'text/plain',
  ),
  sample(
    'the same: DoorNotClosed',
    `Code=DoorNotClosed;action=Start;index=0;data={\n"Name":"SS-1","UTC":${SECONDS}\n}`,
    [],
    'text/plain',
  ),
  sample(
    'a bridge in Python: rubbish behind the JSON',
    `Code=AccessControl;action=Pulse;index=0;data=${json(timed)}\r\n\x01\x02`,
    DAHUA_AT,
    'text/plain',
  ),
  sample('a bridge in PHP: neither index nor data', 'Code=AccessControl;action=Pulse', 'unknown-layout', 'text/plain'),
  sample(
    'a bridge in Rust: spaces before the colons',
    `Code=AccessControl;action=Pulse;index=0;data={ "Method" : 4, "Status" : 1, "UserID" : "1024", "UTC" : ${SECONDS} }`,
    `1024 ${AT} auto`,
    'text/plain',
  ),
  sample('an answer of getEventIndexes', 'Error: No Events', 'unknown-layout', 'text/plain'),
  sample(
    'the web page of a terminal: client.notifyEventStream',
    json({ method: 'client.notifyEventStream', params: { SID: 513, eventList: [accessEvent()] } }),
    DAHUA_AT,
  ),
  sample(
    'recordFinder, passed on as it is',
    `found=1\r\n${flat('records[0]', { RecNo: 546823, CreateTime: SECONDS, UserID: '1024', Status: 1, Type: 'Entry', Method: 15 })}`,
    DAHUA_AT,
    'text/plain',
  ),
  sample(
    'EventBaseInfo in JSON',
    json({ Events: [{ EventBaseInfo: { Code: 'AccessControl', Action: 'Pulse', Index: 0 }, ...timed }] }),
    DAHUA_AT,
  ),
  sample(
    'numbers as texts',
    json({ Events: [accessEvent({ Status: '1', UTC: `${SECONDS}`, RecNo: '9', AttendanceState: '1' })] }),
    `1024 ${AT} in`,
  ),
  sample('Events as one object', json({ Events: accessEvent() }), DAHUA_AT),
  sample(
    'JSON beside a text that is none',
    `--myboundary\r\n\r\n${json({ Time: 'x' })}\r\n--myboundary\r\n\r\nCode=AccessControl;action=Pulse;index=0;data=${json(timed)}\r\n--myboundary--`,
    ['unknown-layout', DAHUA_AT],
    MIXED,
  ),
  sample(
    'a clock without seconds since 1970',
    json({ Events: [accessEvent({ UTC: undefined, LocaleTime: '2026-06-29 09:02:14' })] }),
    '1024 2026-06-29 09:02:14 door',
  ),
];

const row = (values: object, more: object = {}) => ({
  ...{ object: 'access_logs', type: 'inserted' },
  values: {
    ...{ id: '519', time: '1782723734', event: '7', device_id: '478435', identifier_id: '0', user_id: '1024' },
    ...{ portal_id: '1', identification_rule_id: '0', card_value: '0', log_type_id: '-1', ...values },
  },
  ...more,
});
const dao = (...object_changes: object[]) => json({ object_changes, device_id: 478435 });
const IDAT = '1024 2026-06-29T09:02:14.000Z auto';
const CONTROLID: Sample[] = [
  sample(
    'the page on Monitor: the picture of a pass',
    json({
      device_id: '478435',
      time: '1532977090',
      portal_id: '1',
      identifier_id: '0',
      event: '7',
      user_id: '1024',
      access_photo: '/9j/4AAQ',
    }),
    [],
  ),
  sample(
    'the page: a picture of nobody',
    json({ device_id: '478435', time: '1532977090', event: '7', user_id: '0', access_photo: '/9j/' }),
    [],
  ),
  sample(
    'the page: usb_drive',
    json({
      usb_drive: { event: 'Export formatted access logs routine succeeded' },
      device_id: 478435,
      time: 1_490_271_121,
    }),
    [],
  ),
  sample(
    'the page: operation_mode',
    json({
      operation_mode: { mode: 0, mode_name: 'DEFAULT', time: 1_490_271_121, last_offline: 0 },
      device_id: 123_456,
    }),
    [],
  ),
  sample(
    'the page: a door',
    json({ door: { id: 1, open: true }, access_event_id: 15, device_id: 1_038_508, time: 1_575_475_894 }),
    [],
  ),
  sample('the page: secbox, which names no device', json({ secbox: { id: 122, open: true }, access_event_id: 15 }), []),
  sample(
    'the page: a serial number beyond what a number holds',
    '{"access_logs": 0, "device_id": 66130470450043490, "time": 1739376235}',
    [],
  ),
  sample(
    'a row of alarm_logs',
    dao({
      object: 'alarm_logs',
      type: 'inserted',
      values: { id: '1', event: '1', cause: '2', user_id: '1024', time: '1782723734' },
    }),
    [],
  ),
  sample(
    'access_logs beside a template',
    dao({ object: 'templates', type: 'updated', values: { id: '1', user_id: '1024' } }, row({})),
    IDAT,
  ),
  sample('a card, of a person', dao(row({ card_value: '12890345' })), IDAT),
  sample('a row that was updated', dao(row({}, { type: 'updated' })), []),
  sample('by a rule of the terminal', dao(row({ identification_rule_id: '1', portal_id: '2' })), IDAT),
  sample('one object, no list', json({ object_changes: row({}), device_id: 478_435 }), IDAT),
  sample('a gateway: the body in another', json({ device: 'catraca', body: { object_changes: [row({})] } }), IDAT),
  sample(
    'online mode: new_user_identified, of a form',
    'device_id=935107&user_id=1024&uuid=u-1&time=1782723734&portal_id=1',
    'unknown-layout?',
    FORM,
  ),
  sample('online mode: device_is_alive without a body but its name', json({ device_id: 935_107 }), []),
];

const timesheet = (time: unknown, more: object = {}) => json({ pin: '1024', time, ...more });
const JSON_AT = `1024 ${AT}`;
const named = (from: string, body: string, lines: string | string[], fields: EventFields, type?: string): Sample => ({
  ...sample(from, body, lines, type),
  fields,
});
const JSONS: Sample[] = [
  sample('seconds', timesheet(SECONDS), `${JSON_AT} auto`),
  sample('milliseconds', timesheet(SECONDS * 1_000), `${JSON_AT} auto`),
  sample('Python, with microseconds and an offset', timesheet('2026-06-29 09:02:14.123456+01:00'), `${JSON_AT} auto`),
  sample('an offset without a colon', timesheet('2026-06-29T09:02:14+0100'), `${JSON_AT} auto`),
  sample('check-in by its word', timesheet(AT, { direction: 'Check-In' }), `${JSON_AT} in`),
  sample('CLOCK_OUT by its word', timesheet(AT, { direction: 'CLOCK_OUT' }), `${JSON_AT} out`),
  sample('capitals of the names', json({ PIN: '1024', Time: AT, Direction: 'IN' }), `${JSON_AT} in`),
  sample('a list of one in a list of one', json([{ events: [{ pin: 1024, time: AT }] }]), `${JSON_AT} auto`),
  sample(
    'one a line',
    `${timesheet(AT)}\n${json({ pin: '7', time: AT })}\n`,
    [`${JSON_AT} auto`, `7 ${AT} auto`],
    'application/x-ndjson',
  ),
  sample(
    'curl -F',
    `${formPart('pin', '1024')}${formPart('time', AT)}${formPart('direction', 'out')}--X--\r\n`,
    `${JSON_AT} out`,
    MULTIPART,
  ),
  sample('cut off', timesheet(AT, { note: 'x' }).slice(0, -5), 'unknown-layout?'),
  sample('UTF-16', utf16(timesheet(AT)), `${JSON_AT} auto`),
  named(
    'Amazon SNS, whose message is JSON in a text',
    json({ Type: 'Notification', Message: json({ employee: { code: '1024' }, at: AT }) }),
    `${JSON_AT} auto`,
    { pin: 'Message.employee.code', time: 'Message.at' },
  ),
  named(
    'ZKBioTime, transactions passed on',
    json({
      count: 1,
      data: [
        {
          id: 9,
          emp_code: '1024',
          punch_time: '2026-06-29 09:02:14',
          punch_state: '1',
          verify_type: 15,
          terminal_sn: 'SN',
        },
      ],
    }),
    '1024 2026-06-29 09:02:14 out',
    { events: 'data', pin: 'emp_code', time: 'punch_time', direction: 'punch_state', in: '0', out: '1', id: 'id' },
  ),
  named(
    'a gate whose passes are true',
    json([
      { user: [{ id: '1024' }], time: AT, granted: true },
      { user: [{ id: '7' }], time: AT, granted: false },
    ]),
    [`${JSON_AT} auto`, 'unknown-event?'],
    { pin: 'user.id', kind: 'granted', passes: 'true' },
  ),
];

const bio = (type: string, data: object) => json({ machine: 'LT0', type, data });
const BIOCONNECT: Sample[] = [
  sample(
    'its page, as one of a list',
    json([{ machine: 'LT0', type: 'verification', data: { user_id: '1024', punch_time: '20260629080214' } }]),
    '1024 2026-06-29 08:02:14 auto',
  ),
  sample(
    'capitals',
    json({ Machine: 'LT0', Type: 'Verification', Data: { User_ID: '1024', Punch_Time: '20260629080214' } }),
    '1024 2026-06-29 08:02:14 auto',
  ),
  sample(
    'a time with hyphens',
    bio('verification', { user_id: '1024', punch_time: '2026-06-29 08:02:14' }),
    '1024 2026-06-29 08:02:14 auto',
  ),
  sample('without a time', bio('verification', { user_id: '1024' }), 'unknown-layout?'),
  sample('month 13', bio('verification', { user_id: '1024', punch_time: 20_261_329_080_214 }), 'bad-time?'),
  sample(
    'cut off',
    '{"machine": "LT0", "type": "verification", "data": {"user_id": 0001024, "punch_time": 202606290',
    'unknown-layout?',
  ),
];

export const LISTENERS: Record<PushMake, Sample[]> = {
  ...{ hikvision: HIKVISION, dahua: DAHUA, controlid: CONTROLID, bioconnect: BIOCONNECT, json: JSONS },
};
