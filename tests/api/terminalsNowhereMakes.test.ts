import { expect, it } from 'vitest';
import { z } from 'zod';
import type { PushMake } from '#contract/intake/makes.ts';
import { sql } from '#server/platform/db/db.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Nothing that is sent to an address of its own is acknowledged and nowhere: each known shape of each make with each field missing,
 * renamed or of another type is a punch, waits for a decision, is told in the connection log, or is refused.
 */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);

type Field = readonly [name: string, value: unknown];
/** `nobody`: a value of a field by which a make says that no person is meant, or that it is no event. */
type Shape = {
  make: PushMake;
  fields: Field[];
  body: (fields: readonly Field[]) => string;
  type?: string;
  path?: string;
  nobody?: [name: string, ...values: unknown[]];
};
const FORM = 'application/x-www-form-urlencoded';
const object = (fields: readonly Field[]) => Object.fromEntries(fields);
const json = (fields: readonly Field[]) => JSON.stringify(object(fields));
const xml = (fields: readonly Field[]) => fields.map(([name, value]) => `<${name}>${String(value)}</${name}>`).join('');
const form = (fields: readonly Field[]) =>
  new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();

const TIME = '2026-11-20T07:00:00+02:00';
const SECONDS = Date.parse('2026-11-20T05:00:00Z') / 1000;
const NOTIFIED: Field[] = [
  ['majorEventType', 5],
  ['subEventType', 75],
  ['serialNo', 7],
  ['employeeNoString', '30'],
  ['attendanceStatus', 'checkIn'],
  ['currentEvent', true],
];
const RECORD: Field[] = [
  ['major', 5],
  ['minor', 38],
  ['time', TIME],
  ['serialNo', 7],
  ['employeeNoString', '30'],
];
const DAHUA: Field[] = [
  ['Status', 1],
  ['UserID', '30'],
  ['UTC', SECONDS],
  ['Type', 'Entry'],
  ['RecNo', 7],
];
const PUSH: Field[] = [
  ['id', 'e-7'],
  ['pin', '30'],
  ['time', TIME],
  ['direction', 'in'],
];
const SHAPES: Record<string, Shape> = {
  'a notification of Hikvision': {
    ...{ make: 'hikvision', fields: NOTIFIED },
    body: (fields) =>
      json([
        ['eventType', 'AccessControllerEvent'],
        ['dateTime', TIME],
        ['AccessControllerEvent', object(fields)],
      ]),
  },
  'a notification of Hikvision as XML': {
    ...{ make: 'hikvision', fields: NOTIFIED, type: 'application/xml' },
    body: (fields) =>
      `<EventNotificationAlert><dateTime>${TIME}</dateTime><AccessControllerEvent>${xml(fields)}</AccessControllerEvent></EventNotificationAlert>`,
  },
  'what is around an event of Hikvision': {
    make: 'hikvision',
    fields: [
      ['eventType', 'AccessControllerEvent'],
      ['dateTime', TIME],
      ['AccessControllerEvent', object(NOTIFIED)],
    ],
    body: json,
  },
  'a stored record of Hikvision': {
    ...{ make: 'hikvision', fields: RECORD },
    body: (fields) => JSON.stringify({ AcsEvent: { InfoList: [object(fields)] } }),
  },
  'an event of Dahua': {
    ...{ make: 'dahua', fields: DAHUA },
    body: (fields) => JSON.stringify({ Events: [{ Code: 'AccessControl', Data: object(fields) }] }),
  },
  'what is around an event of Dahua': {
    make: 'dahua',
    fields: [
      ['Code', 'AccessControl'],
      ['Data', object(DAHUA)],
    ],
    body: json,
  },
  'an event of Dahua as text': {
    ...{ make: 'dahua', fields: DAHUA, type: 'text/plain' },
    body: (fields) => `Code=AccessControl;action=Pulse;index=0;data=${json(fields)}`,
  },
  'an event of Dahua a line a field': {
    ...{ make: 'dahua', fields: [['Code', 'AccessControl'], ...DAHUA], type: 'text/plain' },
    body: (fields) => fields.map(([name, value]) => `Events[0].${name}=${String(value)}`).join('\r\n'),
  },
  'a row of Control iD': {
    make: 'controlid',
    path: '/api/notifications/dao',
    fields: [
      ['id', '1'],
      ['time', String(SECONDS + 7_200)],
      ['event', '7'],
      ['user_id', '30'],
      ['device_id', '4'],
    ],
    body: (fields) =>
      JSON.stringify({ object_changes: [{ object: 'access_logs', type: 'inserted', values: object(fields) }] }),
    nobody: ['user_id', '0'],
  },
  'what is around a row of Control iD': {
    make: 'controlid',
    path: '/api/notifications/dao',
    fields: [
      ['object', 'access_logs'],
      ['type', 'inserted'],
      ['values', { id: '1', time: String(SECONDS + 7_200), event: '7', user_id: '30' }],
    ],
    body: (fields) => JSON.stringify({ object_changes: [object(fields)] }),
  },
  'a verification of BioConnect': {
    make: 'bioconnect',
    fields: [
      ['user_id', '30'],
      ['punch_time', '20261120070000'],
    ],
    body: (fields) => JSON.stringify({ machine: 'LT0', type: 'verification', data: object(fields) }),
  },
  'what is around a verification of BioConnect': {
    make: 'bioconnect',
    fields: [
      ['machine', 'LT0'],
      ['type', 'verification'],
      ['data', { user_id: '30', punch_time: '20261120070000' }],
    ],
    body: json,
  },
  'an event by JSON': { make: 'json', fields: PUSH, body: json },
  'an event by JSON in a list': {
    ...{ make: 'json', fields: PUSH },
    body: (fields) => JSON.stringify({ events: [object(fields)] }),
  },
  'a form': { make: 'json', fields: PUSH, body: form, type: FORM },
  'a form whose field is JSON': {
    ...{ make: 'json', fields: PUSH, type: FORM },
    body: (fields) => form([['payload', json(fields)]]),
  },
  'a form of several parts': {
    ...{ make: 'json', fields: PUSH, type: 'multipart/form-data; boundary=X' },
    body: (fields) =>
      `${fields.map(([name, value]) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`).join('')}--X--\r\n`,
  },
};
const OTHERS = ['x', 7, '', -1, null, [], {}, true, 'ü%00&=', '2026-13-45 99:99:99', '0', 1e20, '9'.repeat(300)];

/** Returns the fields with each of them missing, renamed, or with another value. */
function variantsOf({ fields, nobody: [name, ...none] = [''] }: Shape): (readonly Field[])[] {
  const changed = fields.flatMap(([field, value], i) => {
    const put = (...others: Field[]) => fields.toSpliced(i, 1, ...others);
    const others = OTHERS.filter((other) => field !== name || !none.includes(other));
    return [
      put(),
      put([`${field}X`, value]),
      put([`x.${field}`, value]),
      ...others.map((other) => put([field, other])),
    ];
  });
  return [fields, ...changed];
}

it.each(Object.entries(SHAPES))('%s', async (_, shape) => {
  const { make, body, type = 'application/json', path = '' } = shape;
  const site = await given(make);
  const places = z.object({ punches: z.int(), told: z.int() });
  const stored = () =>
    t.db.single(
      places,
      sql`select (select count(*) from clock_record where account_id = ${site.accountId})::int as punches,
            (select count(*) from rejected_line where account_id = ${site.accountId})::int as told`,
    );
  const nowhere: string[] = [];
  for (const fields of variantsOf(shape)) {
    // Each is another event: the same one again is known already.
    await t.db.run(sql`delete from clock_record where account_id = ${site.accountId}`);
    await t.db.run(sql`delete from rejected_line where account_id = ${site.accountId}`);
    const text = body(fields);
    const [status] = await site.send(text, type, path);
    expect(Number(status), text).toBeLessThan(500);
    const { punches, told } = await stored();
    if (status === 200 && punches + told === 0) nowhere.push(text);
  }
  expect(nowhere).toEqual([]);
});
