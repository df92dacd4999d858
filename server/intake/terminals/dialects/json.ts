import { z } from 'zod';
import type { EventField, EventFields } from '#contract/intake/terminals.ts';
import { pinOfCard } from '../body.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { eventsIn, jsonOf, NOTHING_HEARD, type PushDialect, passed, unknownEvent, unread, word } from './heard.ts';

/**
 * Any other device (spec/terminals.md D5): a JSON object, an array of them, or `{"events": [..]}`, or the fields of a form. Its fields are `id`, `pin` or
 * `card`, `time` (in any form that has one meaning) and `direction` (`in` or `out`), or what the device's options say that it calls them; they may also say
 * which values of which field (`kind`) are passes.
 */

const value = word.optional().catch(undefined);
/** A word of a direction or of a kind, which may be true or false. */
const flag = z
  .union([word, z.boolean().transform(String)])
  .optional()
  .catch(undefined);
const isObject = (of: unknown): of is Readonly<Record<string, unknown>> =>
  typeof of === 'object' && of !== null && !Array.isArray(of);
type NameOf = (field: EventField) => string;

/**
 * Returns the value under a name, or under names within each other: `data.user.id`. In other capitals where none has these; of a list of one, of the one; of a
 * text that is JSON, of what it holds.
 */
function valueAt(from: unknown, name: string): unknown {
  const of = Array.isArray(from) && from.length === 1 ? from[0] : isJsonText(from) ? jsonOf(from) : from;
  if (!isObject(of)) return undefined;
  const known = Object.hasOwn(of, name) ? name : keyLike(of, name);
  if (known !== undefined) return of[known];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : valueAt(valueAt(of, name.slice(0, dot)), name.slice(dot + 1));
}
const isJsonText = (of: unknown): of is string => typeof of === 'string' && /^\s{0,9}[{[]/.test(of);
const keyLike = (of: Readonly<Record<string, unknown>>, name: string) =>
  Object.keys(of).find((key) => key.toLowerCase() === name.toLowerCase());

const NAMES = ['pin', 'card'] as const;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
function eventsOf(text: string, nameOf: NameOf): readonly unknown[] {
  const content = jsonOf(text) ?? text;
  const named = valueAt(content, nameOf('events'));
  // Beside an empty list, what names a person is an event itself.
  const isEvent = isEmptyList(named) && NAMES.some((name) => valueAt(content, nameOf(name)) !== undefined);
  const list = isEvent ? content : (named ?? content);
  const events = isJsonText(list) ? (jsonOf(list) ?? list) : list;
  return Array.isArray(events) ? events : [events];
}

/** The words that mean a direction where a device's options name none, in small letters alone. */
const WORDS = {
  in: new Set(['in', 'checkin', 'clockin', 'punchin', 'entry', 'entrance', 'enter']),
  out: new Set(['out', 'checkout', 'clockout', 'punchout', 'exit', 'leave']),
} as const;

function lineOf(event: unknown, fields: EventFields, nameOf: NameOf, passes: ReadonlySet<string> | null): LineResult[] {
  const naming = {
    pins: [nameOf('pin')],
    cards: [nameOf('card')],
    times: [nameOf('time')],
  };
  if (!isObject(event)) return unread(event, naming);
  const get = (field: EventField) => value.parse(valueAt(event, nameOf(field)));
  const pin = get('pin') || pinOfCard(get('card'));
  if (pin === '' && get('time') === undefined) return unread(event);
  const direction = flag.parse(valueAt(event, nameOf('direction')))?.toLowerCase();
  const says = (way: 'in' | 'out') =>
    direction !== undefined &&
    (fields[way] ? direction === fields[way].toLowerCase() : WORDS[way].has(direction.replaceAll(/[^a-z]/g, '')));
  const status = says('in') ? KEY.in : says('out') ? KEY.out : null;
  const pass = { pin, time: parseTime(get('time') ?? ''), status, number: get('id') };
  const kind = passes && (flag.parse(valueAt(event, nameOf('kind'))) ?? '');
  return kind !== null && !passes?.has(kind) ? unknownEvent(kind, pass, event) : passed(pass, event);
}

/** Returns the values of `kind` that are passes; null where every event is one. */
const passesOf = (passes: string | undefined): ReadonlySet<string> | null =>
  passes ? new Set(passes.split(',').map((one) => one.trim())) : null;

export const json: PushDialect = {
  path: /^json\/?$/i,
  read: (body, contentType, fields = {}) => {
    const nameOf: NameOf = (field) => fields[field] || field;
    const passes = passesOf(fields.passes);
    const events = eventsIn(body, contentType, (text) => eventsOf(text, nameOf));
    return {
      ...NOTHING_HEARD,
      lines: events.flatMap((event) => lineOf(event, fields, nameOf, passes)),
      isLive: events.length === 1,
    };
  },
};
