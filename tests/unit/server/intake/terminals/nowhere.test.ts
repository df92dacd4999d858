import { describe, expect, it } from 'vitest';
import type { PushMake } from '#contract/intake/makes.ts';
import type { EventFields } from '#contract/intake/terminals.ts';
import { TooManyLines } from '#server/intake/terminals/body.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { heardOf } from '#server/intake/terminals/pushes.ts';

/**
 * Nothing is acknowledged and nowhere: whatever happens to one value of an event, whoever is still named in it has a punch or waits for
 * a decision, and an event that names nobody any more is reported.
 */

const TIME = '2026-11-20T07:00:00+02:00';
const hikvision = {
  ...{ eventType: 'AccessControllerEvent', dateTime: TIME },
  AccessControllerEvent: { majorEventType: 5, subEventType: 75, serialNo: 7, employeeNoString: '30' },
};
const dahua = {
  Code: 'AccessControl',
  Action: 'Pulse',
  Data: { Status: 1, UserID: '30', UTC: 1_795_000_000, Type: 'Entry' },
};
const row = (user_id: string) => ({
  object: 'access_logs',
  type: 'inserted',
  values: { id: '1', time: '1795000000', event: '7', user_id },
});
const bioConnect = { machine: 'LT0', type: 'verification', data: { user_id: '30', punch_time: '20261120070000' } };
const push = { id: 'a', pin: '30', time: '2026-11-20 07:00:00', direction: 'in' };
const biostar = {
  id: '9',
  datetime: '2026-06-29T08:02:14.00Z',
  user_id: { user_id: '30', name: 'Jane' },
  event_type_id: { code: '4867' },
};
const BIOSTAR: EventFields = {
  ...{ events: 'EventCollection.rows', pin: 'user_id.user_id', time: 'datetime', id: 'id' },
  ...{ kind: 'event_type_id.code', passes: '4867' },
};

/** An event of each shape; the field of its person; the lists in which the make sends events. */
type Shape = { make: PushMake; event: object; pin: string; lists: string[]; fields?: EventFields };
const SHAPES: Record<string, Shape> = {
  'a notification of Hikvision': {
    ...{ make: 'hikvision', event: hikvision, pin: 'employeeNoString' },
    lists: ['InfoList', 'events', 'AcsEvent', 'event_log'],
  },
  'a record of Hikvision': {
    ...{ make: 'hikvision', event: { major: 5, minor: 38, time: TIME, employeeNoString: '30', serialNo: 7 } },
    ...{ pin: 'employeeNoString', lists: ['InfoList', 'AcsEvent'] },
  },
  'an event of Dahua': { make: 'dahua', event: dahua, pin: 'UserID', lists: ['Events', 'EventList'] },
  'a row of Control iD': { make: 'controlid', event: row('30'), pin: 'user_id', lists: ['object_changes'] },
  'a verification of BioConnect': { make: 'bioconnect', event: bioConnect, pin: 'user_id', lists: [] },
  'an event by JSON': { make: 'json', event: push, pin: 'pin', lists: ['events'] },
  'an event of BioStar 2': { make: 'json', event: biostar, pin: 'user_id', lists: [], fields: BIOSTAR },
};

const read = ({ make, fields }: Shape, body: string, type = 'application/json') =>
  PUSH_DIALECTS[make].read(Buffer.from(body), type, fields).lines;
/** Returns who has a punch or waits for a decision. */
const peopleOf = (shape: Shape, body: string, type?: string) =>
  new Set(
    read(shape, body, type).flatMap((line) =>
      'punch' in line ? [line.punch.pin] : (line.reject.doubts ?? []).map(({ pin }) => pin),
    ),
  );

/** Changes of one value. `loses`: a person who is named in it is named no more. */
const CHANGES: { to: (name: string, value: unknown) => object; loses: boolean; empties?: boolean }[] = [
  { to: () => ({}), loses: true },
  { to: (name) => ({ [name]: null }), loses: true },
  { to: (name) => ({ [name]: [] }), loses: true, empties: true },
  { to: (name) => ({ [name]: {} }), loses: true },
  { to: (name) => ({ [name]: true }), loses: true },
  { to: (name) => ({ [name]: -1.5 }), loses: true },
  { to: (name) => ({ [name]: 'x y' }), loses: true },
  { to: (name, value) => ({ [name]: [value] }), loses: false },
  { to: (name, value) => ({ [name]: [value, value] }), loses: false },
  { to: (name, value) => ({ [name]: [[value]] }), loses: false },
  { to: (name, value) => ({ [name]: JSON.stringify(value) }), loses: false },
  { to: (name, value) => ({ [name]: value, [`${name}X`]: value }), loses: false },
  { to: (name, value) => ({ [name.toUpperCase()]: value }), loses: false },
];
/** Returns an object with each of its values changed in one way, at whatever depth. */
function changed(of: object, change: (typeof CHANGES)[number]['to']): { body: object; path: string[] }[] {
  return Object.entries(of).flatMap(([name, value]) => {
    const put = (to: object) =>
      Object.fromEntries(
        Object.entries(of).flatMap(([key, known]) => (key === name ? Object.entries(to) : [[key, known]])),
      );
    const inner =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? changed(value, change).map(({ body, path }) => ({ body: put({ [name]: body }), path: [name, ...path] }))
        : [];
    return [{ body: put(change(name, value)), path: [name] }, ...inner];
  });
}
const holds = (of: unknown, pin: string): boolean =>
  typeof of === 'object' &&
  of !== null &&
  Object.entries(of).some(([name, value]) => name === pin || holds(value, pin));
const at = (of: object, path: string[]): unknown =>
  path.reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], of);

describe.each(Object.entries(SHAPES))('%s', (_, shape) => {
  const { event, pin, lists } = shape;
  const isOfPin = (path: string[]) => path.includes(pin) || holds(at(event, path), pin);

  it('with each value missing, empty, of another type, doubled or in a list', () => {
    expect(peopleOf(shape, JSON.stringify(event))).toEqual(new Set(['30']));
    for (const { to, loses, empties } of CHANGES)
      for (const { body, path } of changed(event, to)) {
        const text = JSON.stringify(body);
        if (loses && isOfPin(path)) {
          // Nobody is named any more: it is reported.
          if (!empties) expect(read(shape, text), text).not.toEqual([]);
        } else expect(peopleOf(shape, text), text).toContain('30');
      }
  });

  it('in lists within lists, in a text, and beside or behind a list that is empty, or has another event', () => {
    const other = JSON.parse(JSON.stringify(event).replaceAll('"30"', '"31"'));
    for (const body of [[event], [[event]], [[[event], []]], [event, [other]], [[], event]])
      expect(peopleOf(shape, JSON.stringify(body)), JSON.stringify(body)).toContain('30');
    for (const name of lists)
      for (const spelled of [name, name.toLowerCase(), name.toUpperCase()]) {
        for (const list of [[], [[]], {}, '[]', null, ''])
          for (const body of [
            { ...event, [spelled]: list },
            { [spelled]: list, ...event },
            { body: { [spelled]: list }, ...event },
          ])
            expect(peopleOf(shape, JSON.stringify(body)), JSON.stringify(body)).toEqual(new Set(['30']));
        for (const body of [
          { [spelled]: [other], ...event },
          { [spelled]: other, ...event },
          { [spelled]: [other, [event]] },
          { [spelled]: JSON.stringify([other, event]) },
        ])
          expect(peopleOf(shape, JSON.stringify(body)), JSON.stringify(body)).toEqual(new Set(['30', '31']));
      }
    const [first, second] = lists;
    if (first && second)
      expect(peopleOf(shape, JSON.stringify({ [first]: [event], [second]: [other] }))).toEqual(new Set(['30', '31']));
  });

  it('cut off anywhere behind its person, alone or in a list of several', () => {
    const text = JSON.stringify(event);
    const end = text.indexOf('"30"') + 4;
    for (let length = end; length <= text.length; length++)
      expect(peopleOf(shape, text.slice(0, length)), text.slice(0, length)).toContain('30');
    const several = JSON.stringify(['30', '31', '32'].map((one) => JSON.parse(text.replaceAll('"30"', `"${one}"`))));
    expect(peopleOf(shape, several.slice(0, -2))).toEqual(new Set(['30', '31', '32']));
  });

  it('labelled as a picture', () => {
    const body = `--b\r\nContent-Type: image/jpeg\r\n\r\n${JSON.stringify(event)}\r\n--b\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff\r\n--b--`;
    const { lines } = PUSH_DIALECTS[shape.make].read(
      Buffer.from(body, 'latin1'),
      'multipart/mixed; boundary=b',
      shape.fields,
    );
    expect(lines).toHaveLength(1);
    expect(lines).toMatchObject([{ punch: { pin: '30' } }]);
  });

  it('in the fields of a form, beside what is empty, a picture or another text', () => {
    const text = encodeURIComponent(JSON.stringify(event));
    for (const form of [
      `data=${text}`,
      `photo=[]&data=${text}`,
      `data=${text}&photo=%5B%5D&note=x`,
      `a=1&a=2&data=${text}`,
      `data[]=${text}`,
      `meta=%7B%7D&data=${text}`,
    ])
      expect(peopleOf(shape, form, 'application/x-www-form-urlencoded'), form).toEqual(new Set(['30']));
  });
});

describe('a form', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const json = SHAPES['an event by JSON'] as Shape;
  const time = 'time=2026-11-20+07%3A00%3A00';
  const punchesOf = (form: string, type = FORM) =>
    read(json, form, type).flatMap((line) => ('punch' in line ? [line.punch.pin] : []));
  it.each([
    ['an empty list beside its fields', `pin=30&${time}&photo=[]`, ['30']],
    ['an empty object', `photo={}&pin=30&${time}`, ['30']],
    ['another text', `pin=30&${time}&data=[{"pin":"31","time":"2026-11-20T07:00:00"}]`, ['31', '30']],
    ['repeated fields', `pin=30&${time}&pin=31&${time}`, ['30', '31']],
    [
      'repeated fields with brackets',
      `pin[]=30&pin[]=31&time[]=2026-11-20+07:00:00&time[]=2026-11-20+07:01:00`,
      ['30', '31'],
    ],
    [
      'numbered fields',
      `events[0][pin]=30&events[0][${time.replace('=', ']=')}&events[1][pin]=31&events[1][${time.replace('=', ']=')}`,
      ['30', '31'],
    ],
    ['numbered fields with points', `e[0].pin=30&${time}&e[1].pin=31`, ['30', '31']],
  ])('with %s', (_, form, expected) => expect(punchesOf(form)).toEqual(expected));

  it('with two people, or two times, of one event sets it aside as JSON with a name twice', () => {
    for (const form of [
      `pin=30&pin=31&${time}`,
      `pin[]=30&pin[]=31&${time}`,
      `pin=30&${time}&time=2026-11-20+07:01:00`,
    ])
      expect(punchesOf(form), form).toEqual([]);
    expect(peopleOf(json, `pin=30&pin=31&${time}`, FORM)).toEqual(new Set(['30', '31']));
    expect(peopleOf(json, `pin=30&${time}&time=2026-11-20+07:01:00`, FORM)).toEqual(new Set(['30']));
  });
  it('whose fields are repeated unevenly sets all aside', () => {
    expect(punchesOf(`pin=30&pin=31&pin=32&${time}&time=x`)).toEqual([]);
    expect(peopleOf(json, `pin=30&pin=31&pin=32&${time}&time=x`, FORM)).toEqual(new Set(['30', '31', '32']));
  });
  it('of several parts', () => {
    const part = (name: string, value: string) =>
      `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = [
      part('pin', '30'),
      part('time', '2026-11-20 07:00:00'),
      part('photo', '[]'),
      part('pin', '31'),
      part('time', '2026-11-20 07:01:00'),
    ].join('');
    expect(punchesOf(`${body}--X--`, 'multipart/form-data; boundary=X')).toEqual(['30', '31']);
  });
});

describe('of the makes', () => {
  const people = (name: string, body: unknown, type?: string) => [
    ...peopleOf(SHAPES[name] as Shape, typeof body === 'string' ? body : JSON.stringify(body), type),
  ];

  it('Control iD: an online mode with a picture waits for a decision, and the picture of a pass is nothing', () => {
    const photo = {
      device_id: '4',
      time: '1795000000',
      portal_id: '1',
      identifier_id: '0',
      event: '7',
      user_id: '30',
      access_photo: '/9j/',
    };
    expect(people('a row of Control iD', photo)).toEqual([]);
    expect(people('a row of Control iD', { ...photo, user_name: 'Jane', uuid: 'u' })).toEqual(['30']);
    const form = 'device_id=4&user_id=30&user_name=Jane&time=1795000000&uuid=u&access_photo=%2F9j%2F';
    expect(people('a row of Control iD', form, 'application/x-www-form-urlencoded')).toEqual(['30']);
  });

  it.each(['enroll', 'connection'])('BioConnect: a message of type %s with a time of a person waits', (type) => {
    expect(people('a verification of BioConnect', { ...bioConnect, type })).toEqual(['30']);
    expect(
      read(
        SHAPES['a verification of BioConnect'] as Shape,
        JSON.stringify({ machine: 'L', type, data: { user_id: '30' } }),
      ),
    ).toEqual([]);
  });

  it('Hikvision: a heartbeat that names a person and a time waits; one that does not is nothing', () => {
    expect(
      people('a notification of Hikvision', { eventType: 'heartBeat', dateTime: TIME, employeeNoString: '30' }),
    ).toEqual(['30']);
    expect(
      people('a notification of Hikvision', { eventType: 'heartBeat', dateTime: TIME, employeeNoString: '' }),
    ).toEqual([]);
  });

  it('Hikvision: what a server is still to decide waits; what it decided is a punch, or none', () => {
    const of = (more: object) => ({
      ...hikvision,
      AccessControllerEvent: { ...hikvision.AccessControllerEvent, ...more },
    });
    const inWords = (more: object) =>
      read(SHAPES['a notification of Hikvision'] as Shape, JSON.stringify(of(more))).map((line) =>
        'punch' in line ? line.punch.pin : `${line.reject.reason} ${line.reject.doubts?.map(({ origin }) => origin)}`,
      );
    expect(inWords({ remoteCheck: true })).toEqual(['unknown-event event remote check']);
    expect(inWords({ remoteCheck: 'true' })).toEqual(['unknown-event event remote check']);
    expect(inWords({ remoteCheck: false })).toEqual(['30']);
    expect(inWords({ remoteCheckResult: 'success' })).toEqual(['30']);
    expect(inWords({ remoteCheckResult: 'failed' })).toEqual(['not-a-pass ']);
  });

  it('Dahua: a field a line: people of a recognised face wait, and both of a doubled field', () => {
    const flat = (...lines: string[]) =>
      people('an event of Dahua', lines.map((line) => `Events[0].${line}`).join('\n'), 'text/plain');
    const face = ['EventBaseInfo.Code=FaceRecognition', 'UTC=1795000000'];
    expect(flat(...face, 'Candidates[0].Person.UID=30', 'Candidates[1].Person.UID=31')).toEqual(['30', '31']);
    expect(flat(...face)).toEqual([]);
    const pass = ['Code=AccessControl', 'Data.Status=1', 'Data.UTC=1795000000', 'Data.UserID=30'];
    expect(flat(...pass, 'Data.UserID=30')).toEqual(['30']);
    expect(flat(...pass, 'Data.UserID=31')).toEqual(['30', '31']);
  });

  it('Dahua: everyone of a recognised face waits, and one without a number is reported', () => {
    const face = (...Candidates: object[]) => ({
      Events: [{ Code: 'FaceRecognition', Action: 'Pulse', Data: { UTC: 1_795_000_000, Candidates } }],
    });
    const of = (UID: string) => ({ Similarity: 90, Person: { UID, Name: 'Jane', ID: '' } });
    expect(people('an event of Dahua', face(of('30'), of('31')))).toEqual(['30', '31']);
    expect(read(SHAPES['an event of Dahua'] as Shape, JSON.stringify(face(of(''))))).toMatchObject([
      { reject: { reason: 'unknown-layout' } },
    ]);
    expect(read(SHAPES['an event of Dahua'] as Shape, JSON.stringify(face()))).toEqual([]);
    const papers = { Code: 'CitizenPictureCompare', Data: { UTC: 1_795_000_000, CitizenID: '30', Name: 'Jane' } };
    expect(people('an event of Dahua', papers)).toEqual(['30']);
  });
});

describe('all people of what cannot be read', () => {
  const of = (count: number) => ({
    rows: Array.from({ length: count }, (_, n) => ({ pin: `${n + 1}`, time: `2026-11-20 07:00:${n % 60}` })),
  });
  it('are set aside, each with the time beside them', () => {
    const [line] = read(
      SHAPES['an event by JSON'] as Shape,
      JSON.stringify({
        rows: [
          { pin: '1', time: '2026-11-20 07:00:01' },
          { who: [{ pin: '2' }], time: '2026-11-20 07:00:02' },
          { pin: '3' },
        ],
        time: '2026-11-20 07:00:03',
      }),
    );
    expect(line).toMatchObject({
      reject: {
        doubts: [
          { pin: '1', time: { local: '2026-11-20 07:00:01' } },
          { pin: '3', time: { local: '2026-11-20 07:00:03' } },
          { pin: '2', time: { local: '2026-11-20 07:00:02' } },
        ],
      },
    });
  });
  it('are a thousand at most: a body with more is refused as a whole', () => {
    const shape = SHAPES['an event by JSON'] as Shape;
    expect(peopleOf(shape, JSON.stringify(of(1_000))).size).toBe(1_000);
    expect(() => read(shape, JSON.stringify(of(1_001)))).toThrow(TooManyLines);
    const half = JSON.stringify(of(400));
    const all = (count: number) =>
      heardOf(Buffer.from(`[${Array(count).fill(half)}]`), '', { make: 'json', fields: {}, epoch: 'utc' });
    expect(all(2).lines).toHaveLength(2);
    expect(() => all(3)).toThrow(TooManyLines);
  });
});

it('a number of more digits than a number holds is no PIN, because its sender may have rounded it; as a text it is one', () => {
  const shape = SHAPES['an event by JSON'] as Shape;
  const long = '12345678901234567890';
  const at = '"time":"2026-11-20 07:00:00"';
  expect(read(shape, `{"pin":${long},${at}}`)).toMatchObject([{ reject: { reason: 'bad-pin', doubts: [] } }]);
  expect([...peopleOf(shape, `{"x":{"pin":${long},${at}}}`)]).toEqual([]);
  expect(read(shape, `{"pin":"${long}",${at}}`)).toMatchObject([{ punch: { pin: long } }]);
});
