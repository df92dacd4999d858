import { describe, expect, it, test } from 'vitest';
import { PUSH_MAKES, type PushMake } from '#contract/intake/makes.ts';
import { TooManyLines } from '#server/intake/terminals/body.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { valueVariants } from '#tests/support/variants.ts';

/** Bytes of each make, and the lines that they come to: no event is taken for another, and none is lost without a word. */

const PASS = {
  hikvision: (pin: string, number: unknown = 7) => ({
    dateTime: '2026-11-20T07:00:00+02:00',
    AccessControllerEvent: { majorEventType: 5, subEventType: 75, serialNo: number, employeeNoString: pin },
  }),
  dahua: (pin: string, number: unknown = 7) => ({
    Events: [{ Code: 'AccessControl', Data: { Status: 1, UserID: pin, UTC: 1_795_000_000, RecNo: number } }],
  }),
  controlid: (pin: string, number: unknown = 7) => ({
    object_changes: [
      {
        object: 'access_logs',
        type: 'inserted',
        values: { id: number, time: '1795000000', event: '7', user_id: pin },
      },
    ],
  }),
  bioconnect: (pin: string) => ({ type: 'verification', data: { user_id: pin, punch_time: '20261120070000' } }),
  json: (pin: string, number: unknown = 7) => ({ id: number, pin, time: '2026-11-20 07:00:00' }),
} satisfies Record<PushMake, (pin: string, number?: unknown) => object>;

const read = (make: PushMake, body: string | Buffer, contentType = 'application/json') =>
  PUSH_DIALECTS[make].read(Buffer.from(body), contentType);
const punchesOf = (make: PushMake, ...bodies: (string | Buffer)[]) =>
  bodies.flatMap((body) =>
    read(make, body, 'multipart/mixed').lines.flatMap((line) => ('punch' in line ? [line.punch] : [])),
  );
const told = (make: PushMake, body: string | Buffer, contentType?: string) =>
  read(make, body, contentType).lines.map((line) => ('punch' in line ? line.punch.pin : line.reject.reason));

describe.each(PUSH_MAKES)('%s', (make) => {
  test.each([undefined, null, '', 0, '0', false, 'x'.repeat(200)])(
    'two people in one second are two punches, where their number is %j',
    (number) => {
      const [one, other] = punchesOf(
        make,
        JSON.stringify(PASS[make]('30', number)),
        JSON.stringify(PASS[make]('31', number)),
      );
      // Control iD’s rows have an id.
      if (make === 'controlid' && typeof number !== 'string' && typeof number !== 'number') return;
      expect([one?.pin, other?.pin]).toEqual(['30', '31']);
      if (one?.recordId !== undefined) expect(one.recordId).not.toBe(other?.recordId);
    },
  );

  it('an event whose number begins as that of another, for as long as one likes, is another', () => {
    const far = 'https://middleware.example/sites/packhouse/devices/gate-a/events/';
    const ids = punchesOf(
      make,
      JSON.stringify(PASS[make]('30', `${far}1`)),
      JSON.stringify(PASS[make]('30', `${far}2`)),
    );
    if (make === 'json' || make === 'controlid') expect(ids[0]?.recordId).not.toBe(ids[1]?.recordId);
    for (const { recordId = '' } of ids) expect(recordId.length).toBeLessThanOrEqual(60);
  });

  it('NUL in a text, which no database stores, is left out', () => {
    const bytes = JSON.stringify(PASS[make]('30', 'a')).replace('"a"', String.raw`"a\u0000b"`);
    for (const { recordId = '', raw } of punchesOf(make, bytes)) expect(`${recordId} ${raw}`).not.toContain('\0');
    for (const line of read(make, String.raw`["a\u0000b", {"Events": ["\u0000"]}]`).lines)
      if ('reject' in line) expect(line.reject.raw).not.toContain('\0');
  });

  const pass = JSON.stringify(PASS[make]('30'));
  const picture = Buffer.from([0xff, 0xd8, 0x0d, 0x0a, 0x2d, 0x2d, 0x62, 0x20, 0x0d, 0x0a, 0x7b]);
  test.each<[string, string]>([
    ['its text alone', pass],
    ['a byte order mark before its text', `\uFEFF${pass}`],
    ['one part', `--b\r\nContent-Type: application/json\r\n\r\n${pass}\r\n--b--\r\n`],
    ['a part without headers', `--b\r\n\r\n${pass}\r\n--b--\r\n`],
    ['a line end before the first part', `\r\n--b\r\nContent-Type: application/json\r\n\r\n${pass}\r\n--b--\r\n`],
    ['a text before the first part', `This is MIME.\r\n--b\r\nContent-Type: text/plain\r\n\r\n${pass}\r\n--b--\r\n`],
    ['a byte order mark in a part', `--b\r\nContent-Type: application/json\r\n\r\n\uFEFF${pass}\r\n--b--\r\n`],
    ['line feeds alone', `--b\nContent-Type: application/json\n\n${pass}\n--b--\n`],
    ['the boundary within the text', `--b\r\nA: b\r\n\r\n${pass.replace('{', '{"remark":"--b",')}\r\n--b--\r\n`],
    ['no end', `--b\r\nContent-Type: application/json\r\n\r\n${pass}`],
    [
      'written over many lines',
      `--b\r\nA: b\r\n\r\n${JSON.stringify(JSON.parse(pass), null, 2).replaceAll('\n', '\r\n\r\n')}\r\n--b--\r\n`,
    ],
  ])('is read from %s', (_, body) => {
    expect(punchesOf(make, body).map(({ pin }) => pin)).toEqual(['30']);
  });

  it('is read beside a picture in which the boundary occurs', () => {
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Type: image/jpeg\r\n\r\n'),
      picture,
      Buffer.from(`\r\n--b\r\nContent-Type: application/json\r\n\r\n${pass}\r\n--b--\r\n`),
    ]);
    expect(punchesOf(make, body).map(({ pin }) => pin)).toEqual(['30']);
  });

  it('says so where it cannot be read: cut off, in parts without a boundary', () => {
    expect(told(make, pass.slice(0, -3))).toEqual(['unknown-layout']);
    expect(told(make, `--b\r\nA: b\r\n\r\n${pass.slice(0, -3)}\r\n--b--`, 'multipart/mixed')).toEqual([
      'unknown-layout',
    ]);
    expect(told(make, pass.slice(0, -3), 'multipart/mixed; boundary=b')).toEqual(['unknown-layout']);
  });

  it('is nothing where there is nothing but spaces', () => {
    for (const empty of ['\r\n', ' ', '\uFEFF', '--b\r\n--b--']) expect(told(make, empty), empty).toEqual([]);
  });

  it('more parts or events than any terminal sends are refused as a whole, however they are divided', () => {
    const part = `--b\r\nA: b\r\n\r\n${pass}\r\n`;
    expect(punchesOf(make, `${part.repeat(200)}--b--`)).toHaveLength(200);
    expect(() => punchesOf(make, `${part.repeat(201)}--b--`)).toThrow(TooManyLines);
    const list = { dahua: 'Events', controlid: 'object_changes' }[make as string];
    if (make === 'bioconnect') return;
    const many = list ? { [list]: Array(11_000).fill(0) } : Array(11_000).fill(0);
    expect(() => punchesOf(make, `--b\r\n\r\n${JSON.stringify(many)}\r\n`.repeat(2))).toThrow(TooManyLines);
  });
});

describe('Hikvision', () => {
  it('a time without an offset is of the terminal’s zone, not of the machine’s', () => {
    const { numbered, lines } = read(
      'hikvision',
      JSON.stringify({ ...PASS.hikvision('30'), dateTime: '2026-11-20T07:00:00' }),
    );
    expect(numbered).toEqual([{ number: 7, time: { local: '2026-11-20 07:00:00' } }]);
    expect(lines).toMatchObject([{ punch: { time: { local: '2026-11-20 07:00:00' } } }]);
  });
  it('each event of a list is stored with its own text', () => {
    const events = [PASS.hikvision('30', 1), PASS.hikvision('31', 2)];
    expect(punchesOf('hikvision', JSON.stringify(events)).map(({ raw }) => raw)).toEqual(
      events.map((one) => JSON.stringify(one)),
    );
  });
  test.each([null, '', false, 0, -1, 'x', 1e300, [7]])('%j is no number of an event', (number) =>
    expect(read('hikvision', JSON.stringify(PASS.hikvision('30', number)))).toMatchObject({
      numbered: [],
      lines: [{ punch: { pin: '30' } }],
    }),
  );
});

it.each([17, 18, 20, 27, 51, 131])(
  'Hikvision: minor %i of a door sets aside the person whom it names',
  (subEventType) => {
    const of = (more: object) => ({
      ...PASS.hikvision('30'),
      AccessControllerEvent: { majorEventType: 5, subEventType, ...more },
    });
    const { lines } = read('hikvision', JSON.stringify(of({ employeeNoString: '30' })));
    expect(lines).toMatchObject([{ reject: { reason: 'unknown-event', doubts: [{ pin: '30' }] } }]);
    expect(told('hikvision', JSON.stringify(of({})))).toEqual([]);
  },
);

describe('Dahua', () => {
  const at = (UTC: unknown) =>
    JSON.stringify({ Events: [{ Code: 'AccessControl', Data: { Status: 1, UserID: '30', UTC } }] });
  test.each([0, null, '', 1_000_000, -5, 'yesterday', 4_102_444_800, true])('%j is no time', (UTC) =>
    expect(told('dahua', at(UTC))).toEqual(['bad-time']),
  );
  it('events that are no list are told', () =>
    expect(told('dahua', '{"Events": {"Code": "AccessControl"}}')).toEqual(['unknown-layout']));
});

it('Control iD: changes that are no list are told', () =>
  expect(told('controlid', '{"object_changes": {"object": "access_logs"}}')).toEqual(['unknown-layout']));

describe('JSON with names of its own', () => {
  const by = (fields: object, content: unknown) =>
    PUSH_DIALECTS.json
      .read(Buffer.from(JSON.stringify(content)), '', fields)
      .lines.map((line) => ('punch' in line ? `${line.punch.pin} ${line.punch.status}` : line.reject.reason));
  const time = '2026-11-20 07:00:00';
  test.each([
    ['constructor', 'bad-pin'],
    ['__proto__', 'bad-pin'],
    ['toString.name', 'bad-pin'],
    ['constructor.name', 'bad-pin'],
    ['a.b.c', '30 null'],
    ['x.y', '30 null'],
    ['a.missing', 'bad-pin'],
    ['a.b', 'bad-pin'],
    ['list.0.pin', 'bad-pin'],
  ])('pin by %s', (pin, expected) =>
    expect(by({ pin }, { time, a: { b: { c: 30 } }, 'x.y': '30', list: [{ pin: '30' }] })).toEqual([expected]),
  );
  it('of names that objects have by nature, only their own', () => {
    expect(by({ pin: 'constructor', events: 'toString' }, { toString: [{ constructor: '30', time }] })).toEqual([
      '30 null',
    ]);
    expect(by({ events: 'valueOf' }, { pin: '30', time })).toEqual(['30 null']);
  });
  it('within each other as deep as any body', () => {
    const names = Array.from({ length: 18 }, () => 'a');
    const content = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), { pin: '30', time });
    expect(by({ events: names.join('.') }, content)).toEqual(['30 null']);
    expect(by({ events: [...names, 'a', 'a', 'a'].join('.') }, content)).toEqual(['unknown-layout']);
  });
  it('numbers that stand for directions', () =>
    expect(
      by({ in: '0', out: '1' }, [
        { pin: 1, time, direction: 0 },
        { pin: 1, time, direction: 1 },
        { pin: 1, time, direction: 2 },
      ]),
    ).toEqual(['1 0', '1 1', '1 null']));
});

describe('what no event can be read in is told, not dropped', () => {
  const part = (content: string, headers = 'Content-Type: text/plain') =>
    `--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`;
  const nested = part(`--c\r\n\r\n{"Events": []}\r\n--c--`, 'Content-Type: multipart/mixed; boundary=c');
  const packed = part(
    Buffer.from(JSON.stringify(PASS.json('30'))).toString('base64'),
    'Content-Transfer-Encoding: base64',
  );
  const lines = part('Code=AccessControl;action=Pulse;index=0;data={"UserID":"30","Status":1,"UTC":1795000000}');

  it.each(PUSH_MAKES)('%s: parts without JSON or XML, and a text that is neither', (make) => {
    for (const body of [nested, packed, lines])
      expect(told(make, body, 'multipart/mixed; boundary=b'), body).toEqual([
        make === 'dahua' && body === lines ? '30' : 'unknown-layout',
      ]);
    expect(told(make, 'Code=AccessControl;action=Pulse', 'text/plain')).toEqual(['unknown-layout']);
  });

  it.each(PUSH_MAKES)('%s: UTF-16, whose mark begins as a picture does, is read', (make) => {
    expect(told(make, Buffer.from(`\ufeff${JSON.stringify(PASS[make]('30'))}`, 'utf16le'))).toEqual(['30']);
  });

  it.each(PUSH_MAKES)('%s: but a picture alone is nothing', (make) => {
    const picture = Buffer.concat([
      Buffer.from('--b\r\nContent-Type: image/jpeg\r\n\r\n'),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    expect(told(make, picture, 'multipart/mixed; boundary=b')).toEqual([]);
  });

  it('Hikvision: XML is bounded over all parts of a body, not in each', () => {
    const letters = (count: number) => `<a>${'b'.repeat(count - 7)}</a>`;
    const parts = (count: number, each: number) =>
      `--b\r\n${Array(count)
        .fill(`Content-Type: application/xml\r\n\r\n${letters(each)}\r\n--b`)
        .join('\r\n')}--\r\n`;
    expect(() => read('hikvision', parts(2, 200_003), 'multipart/mixed; boundary=b')).toThrow(TooManyLines);
    expect(() => read('hikvision', letters(300_003), 'application/xml')).toThrow(TooManyLines);
    expect(told('hikvision', parts(2, 100_003), 'multipart/mixed; boundary=b')).toEqual(
      Array(2).fill('unknown-layout'),
    );
    expect(() => read('hikvision', `<a>${'<b/>'.repeat(8_000)}</a>`, 'application/xml')).toThrow(TooManyLines);
  });

  it('Hikvision: XML whose names have a prefix', () => {
    const xml = `<n:EventNotificationAlert xmlns:n="x"><n:dateTime>2026-11-20T07:00:00+02:00</n:dateTime><n:AccessControllerEvent><n:majorEventType>5</n:majorEventType>
      <n:subEventType>75</n:subEventType><n:employeeNoString>30</n:employeeNoString></n:AccessControllerEvent></n:EventNotificationAlert>`;
    expect(told('hikvision', xml, 'application/xml')).toEqual(['30']);
  });

  it('Dahua: an event, or a list of them, by itself', () => {
    const [event] = PASS.dahua('30').Events;
    expect(told('dahua', JSON.stringify(event))).toEqual(['30']);
    expect(told('dahua', JSON.stringify([event, { Code: '_DoorFace_', Data: { UserID: '30' } }]))).toEqual(['30']);
  });
});

it.each(PUSH_MAKES)('%s: spaces around a PIN are not of it', (make) => {
  expect(told(make, JSON.stringify(PASS[make](' 30 ')))).toEqual(['30']);
});

it('Dahua: user 0 is nobody, so that a card counts; of unknown codes only frames of a face are nothing', () => {
  const pass = { Code: 'AccessControl', Status: 1, RealUTC: 1_795_000_000 };
  const card = told('dahua', JSON.stringify({ ...pass, UserID: '', CardNo: '12EA30' }));
  expect(told('dahua', JSON.stringify({ ...pass, UserID: '0', CardNo: '12EA30' }))).toEqual(card);
  expect(told('dahua', JSON.stringify({ ...pass, UserID: '0' }))).toEqual(['bad-pin']);
  const named = (Code: string) => told('dahua', JSON.stringify({ Code, Data: { UserID: '30', Status: 1 } }));
  expect([named('_CardReader_'), named('_DoorFace_')]).toEqual([['unknown-layout'], []]);
});

it('an empty list beside an event, or beside another list, hides nothing', () => {
  const [event] = PASS.dahua('30').Events;
  expect(told('dahua', JSON.stringify({ Events: [], EventList: [event] }))).toEqual(['30']);
  const pass = { pin: '30', time: '2026-11-20T07:00:00' };
  expect(told('json', JSON.stringify({ ...pass, events: [] }))).toEqual(['30']);
  expect(told('json', JSON.stringify({ events: [] }))).toEqual([]);
});

describe('nothing of an event is nowhere', () => {
  const SHAPES: Record<PushMake, unknown[]> = {
    hikvision: [
      PASS.hikvision('30'),
      { EventNotificationAlert: { eventType: 'AccessControllerEvent', ...PASS.hikvision('30') } },
      { major: 5, minor: 75, time: '2026-11-20T07:00:00+02:00', employeeNoString: '30', serialNo: 7 },
      {
        AcsEvent: {
          InfoList: [{ major: 5, minor: 1, time: '2026-11-20T07:00:00+02:00', cardNo: '4711', serialNo: 7 }],
        },
      },
    ],
    dahua: [PASS.dahua('30'), { Code: 'AccessControl', Status: 1, UserID: '30', RealUTC: 1_795_000_000 }],
    controlid: [PASS.controlid('30')],
    bioconnect: [PASS.bioconnect('30')],
    json: [PASS.json('30'), { events: [PASS.json('30')] }, { card: '4711', time: '2026-11-20 07:00:00' }],
  };
  it.each(PUSH_MAKES)('of %s with each field missing, renamed, or of another type', (make) => {
    for (const shape of SHAPES[make]) {
      expect(told(make, JSON.stringify(shape))).toHaveLength(1);
      for (const one of valueVariants(shape)) {
        const text = JSON.stringify(one);
        // An empty list, or one of what is no event, holds none; BioStar 2 writes it as an empty text.
        if (/\[\]|"events":""/.test(text)) continue;
        expect(told(make, text), text).toHaveLength(1);
      }
    }
  });
});
