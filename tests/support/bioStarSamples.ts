import type { EventFields } from '#contract/intake/terminals.ts';
import type { Sample } from './makeSamples.ts';

/**
 * Events of Suprema BioStar 2 as its Local API answers and its web socket sends them, in the shapes of public clients and of the tests of a public client (all
 * read on 29 November 2026, details replaced), passed on to the address for JSON by a script. What each must come to was written before it was run.
 */

/** VERIFY_SUCCESS, IDENTIFY_SUCCESS and DUAL_AUTH_SUCCESS by card, PIN, finger and face. */
const PASSES = '4097, 4098, 4100, 4102, 4103, 4865, 4866, 4867, 5377';
const SEARCH: EventFields = {
  ...{ events: 'EventCollection.rows', pin: 'user_id.user_id', time: 'datetime', id: 'id' },
  ...{ kind: 'event_type_id.code', passes: PASSES, direction: 'tna_key', in: '1', out: '2' },
};
const SOCKET: EventFields = { ...SEARCH, events: 'Event' };
const FLAT: EventFields = {
  ...{ pin: 'userID', time: 'timestamp', id: 'ID', kind: 'eventCode', passes: PASSES },
  ...{ direction: 'TNAKey', in: '1', out: '2' },
};

const row = (code: number | string, more: object = {}) => ({
  ...{ id: '9', datetime: '2026-06-29T08:02:14.00Z', server_datetime: '2026-06-29T08:02:15.00Z' },
  ...{ user_id: { user_id: '1024', name: 'Jane Doe' }, device_id: { id: '541530990', name: 'BioStation 2 Front' } },
  ...{ event_type_id: { code: String(code) }, tna_key: '0', ...more },
});
const rows = (...all: unknown[]) => JSON.stringify({ EventCollection: { rows: all } });
const AT = '1024 2026-06-29T08:02:14.000Z';
const AS_TOLD: [from: string, body: string, lines: string[], fields?: EventFields][] = [
  ['a test of a client in Python: a face, check in', rows(row(4867, { tna_key: '1' })), [`${AT} in`]],
  ['the same: check out', rows(row(4867, { tna_key: '2' })), [`${AT} out`]],
  ['the same: break start, which the options cannot name', rows(row(4867, { tna_key: '3' })), [`${AT} auto`]],
  ['the same: a card', rows(row(4102)), [`${AT} auto`]],
  ['the same: a number and a PIN', rows(row(4097)), [`${AT} auto`]],
  ['the same: two of a person who authenticates twice', rows(row(5377)), [`${AT} auto`]],
  ['the same: a person whom the terminal does not know', rows(row(5124, { user_id: {} })), ['unknown-event']],
  ['the same: refused, of a person', rows(row(5124)), ['unknown-event?']],
  ['the same: a door', rows(row(20736, { user_id: {} })), ['unknown-event']],
  [
    'the same: a page of two',
    rows(row(4867), row(4865, { id: '10', user_id: { user_id: '7' } })),
    [`${AT} auto`, '7 2026-06-29T08:02:14.000Z auto'],
  ],
  ['a client in PHP: none, whose rows are an empty text', '{"EventCollection":{"rows":""}}', []],
  ['the same: none', rows(), []],
  ['the same: a code as a number', rows(row(4867, { event_type_id: { code: 4867 } })), [`${AT} auto`]],
  ['the same: a user by a number', rows(row(4867, { user_id: { user_id: 1024, name: 'Jane' } })), [`${AT} auto`]],
  [
    'a client in C#: Response beside the rows',
    JSON.stringify({ EventCollection: { rows: [row(4867)] }, Response: { code: '0', message: 'Success' } }),
    [`${AT} auto`],
  ],
  ['the same: without a tna_key', rows(row(4867, { tna_key: undefined })), [`${AT} auto`]],
  ['the same: a time without hundredths', rows(row(4867, { datetime: '2026-06-29T08:02:14Z' })), [`${AT} auto`]],
  [
    'a client in Java: a time with the offset of its server',
    rows(row(4867, { datetime: '2026-06-29T10:02:14.000+02:00' })),
    [`${AT} auto`],
  ],
  ['a client in JavaScript: the web socket, a finger', JSON.stringify({ Event: row(4865) }), [`${AT} auto`], SOCKET],
  ['the same: a face', JSON.stringify({ Event: row(4867) }), [`${AT} auto`], SOCKET],
  ['the same: a disabled user', JSON.stringify({ Event: row(6401) }), ['unknown-event?'], SOCKET],
  [
    'the same: an answer to a log-in, which is no event',
    '{"Response":{"code":"0","message":"Success"}}',
    ['unknown-layout'],
    SOCKET,
  ],
  [
    'a normaliser of several makes in Python: flat names',
    JSON.stringify({
      ID: 9,
      userID: '1024',
      timestamp: '2026-06-29T08:02:14Z',
      eventCode: 4867,
      TNAKey: 1,
      credential: 'FACE',
    }),
    [`${AT} in`],
    FLAT,
  ],
  [
    'the same: seconds',
    JSON.stringify({ ID: 9, userID: '1024', timestamp: 1_782_720_134, eventCode: 4865 }),
    [`${AT} auto`],
    FLAT,
  ],
  [
    'the same: a code in hexadecimal, which the options do not name',
    JSON.stringify({ ID: 9, userID: '1024', timestamp: '2026-06-29T08:02:14Z', eventCode: '0x1303' }),
    ['unknown-event?'],
    FLAT,
  ],
  [
    'the same, cut off',
    JSON.stringify({ ID: 9, userID: '1024', timestamp: '2026-06-29T08:02:14Z', eventCode: 4867 }).slice(0, -3),
    ['unknown-layout?'],
    FLAT,
  ],
];
export const BIOSTAR_SAMPLES: Sample[] = AS_TOLD.map(([from, body, lines, fields = SEARCH]) => ({
  from: `Suprema BioStar 2, ${from}`,
  body,
  lines,
  fields,
}));
