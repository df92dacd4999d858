import { z } from 'zod';
import type { LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  divide,
  eventsIn,
  NOTHING_HEARD,
  namesPerson,
  type PushDialect,
  passed,
  rejected,
  unknownEvent,
  unread,
} from './heard.ts';
import { namingOf } from './people.ts';
import { isObject, jsonOf, smallNamed, word } from './values.ts';

/** Control iD monitor: new rows of `access_logs`, whose values are all text. Anything else that names nobody is contact. */

const change = z.object({
  object: z.literal('access_logs'),
  type: z.literal('inserted'),
  values: z.preprocess(smallNamed, z.object({ id: word, time: word, event: word, user_id: word })),
});
/** Rows of other tables, and rows that were changed or deleted: of no pass. */
const OTHER_TABLES = new Set([
  ...[
    'users',
    'user_roles',
    'user_groups',
    'groups',
    'templates',
    'cards',
    'uhf_tags',
    'pins',
    'qrcodes',
    'user_images',
  ],
  ...['alarm_logs', 'change_logs', 'access_events', 'access_rules', 'portals', 'devices', 'catra_infos', 'sec_boxs'],
]);
const isOther = z.looseObject({ object: z.string().refine((name) => OTHER_TABLES.has(name)) });
const isOld = z.looseObject({ object: z.literal('access_logs'), type: z.enum(['updated', 'deleted']) });
/** The picture of a pass, which is sent as a row too; an online mode has more fields, and no row. */
const isPhoto = z.strictObject({
  access_photo: z.string(),
  ...{ device_id: z.unknown(), time: z.unknown(), portal_id: z.unknown(), identifier_id: z.unknown() },
  ...{ event: z.unknown(), user_id: z.unknown() },
});
/** Of a door, a turnstile or the terminal itself. */
const isDevice = z.union([
  z.looseObject({ device_id: z.unknown().refine((of) => of !== undefined) }),
  z.looseObject({ access_event_id: z.number() }),
]);
const NAMING = namingOf({ pins: ['user_id'], times: ['time'] });

const GRANTED = '7';
/** By the vendor's list of access events: unknown, pending, timed out, denied, given up, no answer. */
const REFUSALS = new Set(['1', '2', '3', '4', '5', '6', '9', '10', '13', '14']);
const NOBODY = '0';

function lineOf({ values }: z.infer<typeof change>): LineResult[] {
  const { id, time: seconds, event, user_id: pin } = values;
  if (pin === NOBODY) return [];
  const pass = { pin, time: parseTime(seconds), number: id };
  if (event === GRANTED) return passed(pass, values, NAMING);
  return REFUSALS.has(event) ? rejected('not-a-pass', values) : unknownEvent(event, pass, values, NAMING);
}

function linesOf(one: unknown): LineResult[] {
  if (!isObject(one)) return unread(one, NAMING);
  const { data } = change.safeParse(one);
  if (data) return lineOf(data);
  const isRow = isOther.safeParse(one).success || isOld.safeParse(one).success;
  const isContact =
    isRow || isPhoto.safeParse(one).success || (isDevice.safeParse(one).success && !namesPerson(one, NAMING));
  return isContact ? [] : unread(one, NAMING);
}

const LISTS = new Set(['object_changes']);

export const controlId: PushDialect = {
  path: /^controlid(\/|$)/i,
  retries: true,
  read: (body, contentType) => {
    const changes = eventsIn(body, contentType, NAMING, (text) => divide(jsonOf(text) ?? text, LISTS, NAMING));
    const lines = changes.flatMap(linesOf);
    return { ...NOTHING_HEARD, lines, isLive: lines.length === 1 };
  },
};
