import { z } from 'zod';
import type { LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  eventsIn,
  listIn,
  NOTHING_HEARD,
  namesPerson,
  type PushDialect,
  passed,
  rejected,
  unknownEvent,
  unread,
  word,
} from './heard.ts';

/** Control iD monitor (spec/terminals.md D4): new rows of `access_logs`, whose values are all text. Anything else that names nobody is contact. */

const change = z.object({
  object: z.literal('access_logs'),
  type: z.literal('inserted'),
  values: z.object({ id: word, time: word, event: word, user_id: word }),
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
/** The picture of a pass, which is told as a row too. */
const isPhoto = z.looseObject({ access_photo: z.string() });
/** Of a door, a turnstile or the terminal itself. */
const isDevice = z.union([
  z.looseObject({ device_id: z.unknown().refine((of) => of !== undefined) }),
  z.looseObject({ access_event_id: z.number() }),
]);
const NAMING = { pins: ['user_id'], times: ['time'] };

const GRANTED = '7';
/** By the vendor's list of access events: unknown, pending, timed out, denied, given up, no answer. */
const REFUSALS = new Set(['1', '2', '3', '4', '5', '6', '9', '10', '13', '14']);
const NOBODY = '0';

function lineOf({ values }: z.infer<typeof change>): LineResult[] {
  const { id, time: seconds, event, user_id: pin } = values;
  if (pin === NOBODY) return [];
  const pass = { pin, time: parseTime(seconds), number: id };
  if (event === GRANTED) return passed(pass, values);
  return REFUSALS.has(event) ? rejected('not-a-pass', values) : unknownEvent(event, pass, values);
}

function linesOf(one: unknown): LineResult[] {
  const { data } = change.safeParse(one);
  if (data) return lineOf(data);
  const isRow = isOther.safeParse(one).success || isOld.safeParse(one).success;
  const isContact =
    isRow || isPhoto.safeParse(one).success || (isDevice.safeParse(one).success && !namesPerson(one, NAMING));
  return isContact ? [] : unread(one, NAMING);
}

export const controlId: PushDialect = {
  path: /^controlid(\/|$)/i,
  retries: true,
  read: (body, contentType) => {
    const changes = eventsIn(body, contentType, (text) => listIn(text, 'object_changes'));
    return { ...NOTHING_HEARD, lines: changes.flatMap(linesOf), isLive: changes.length === 1 };
  },
};
