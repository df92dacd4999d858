import { z } from 'zod';
import type { EventField, EventFields } from '#contract/intake/terminals.ts';
import { pinOfCard } from '../body.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime, type TerminalTime } from '../time.ts';
import {
  eventsIn,
  NOTHING_HEARD,
  type PushDialect,
  passed,
  rejected,
  unknownEvent,
  unread,
  withRest,
} from './heard.ts';
import { type Naming, namingOf } from './people.ts';
import { isRefusal, isRefusalWord } from './refusals.ts';
import { isJsonText, isObject, jsonOf, word } from './values.ts';

/**
 * Any other device: a JSON object, an array of them, or `{"events": [..]}`, or the fields of a form. Its fields are `id`, `pin` or
 * `card`, `time` (in any form that has one meaning) and `direction` (`in` or `out`), or what the device's options say that it calls them; they may also say
 * which values of which field (`kind`) are passes; without that an event is one unless it says that the person was refused.
 */

const value = word.optional().catch(undefined);
/** A word of a direction or of a kind, which may be true or false. */
const flag = z
  .union([word, z.boolean().transform(String)])
  .optional()
  .catch(undefined);
type NameOf = (field: EventField) => string;

/**
 * Returns the values under a name in any capitals, or under names within each other: `data.user.id`. Of a list of one, of the one; of a text that is JSON, of
 * what it holds.
 */
function valuesAt(from: unknown, name: string): unknown[] {
  const of = Array.isArray(from) && from.length === 1 ? from[0] : isJsonText(from) ? jsonOf(from) : from;
  if (!isObject(of)) return [];
  const known = Object.keys(of).filter((key) => key.toLowerCase() === name.toLowerCase());
  if (known.length > 0) return known.map((key) => of[key]);
  const dot = name.indexOf('.');
  return dot < 0 ? [] : valuesAt(valueAt(of, name.slice(0, dot)), name.slice(dot + 1));
}
/** Returns the value under a name likewise; all, where there are several. */
function valueAt(from: unknown, name: string): unknown {
  const values = new Set(valuesAt(from, name));
  return values.size > 1 ? [...values] : [...values][0];
}

/** Returns the events of a content, and what is beside them where it may be one too. */
function eventsOf(content: unknown, nameOf: NameOf, naming: Naming): readonly unknown[] {
  if (Array.isArray(content)) return content.flatMap((one) => eventsOf(one, nameOf, naming));
  const named = valuesAt(content, nameOf('events')).filter((one) => one !== null);
  if (named.length === 0) return [content];
  // An empty text is an empty list: BioStar 2 answers so.
  const lists = named.map((one) => (one === '' ? [] : isJsonText(one) ? (jsonOf(one) ?? one) : one));
  return withRest(lists.flat(MOST_LISTS), content, named, naming);
}
/** Lists within lists are no deeper. */
const MOST_LISTS = 8;

/** The words that mean a direction where a device's options name none, in small letters alone. */
const WORDS = {
  in: new Set(['in', 'checkin', 'clockin', 'punchin', 'entry', 'entrance', 'enter']),
  out: new Set(['out', 'checkout', 'clockout', 'punchout', 'exit', 'leave']),
} as const;

const ZONE_NAMES = ['timezone', 'time_zone', 'tz'];
/**
 * Returns the time of an event: one without an offset is of the zone that a field beside it names. Null where that is no zone: the time could be of the one or of
 * the account's.
 */
function timeOf(event: unknown, text: string, nameOf: NameOf): TerminalTime | null {
  const time = parseTime(text);
  if (!time || 'instant' in time) return time;
  const path = nameOf('time');
  const beside = path.slice(0, path.lastIndexOf('.') + 1);
  const zone = ZONE_NAMES.map((name) => valueAt(event, beside + name)).find(
    (one) => one !== undefined && one !== null && one !== '',
  );
  return zone === undefined ? time : parseTime(`${time.local}[${value.parse(zone) ?? '?'}]`);
}

/** The PIN that names no employee, as in other makes. */
const NOBODY = '0';
type Reading = { fields: EventFields; nameOf: NameOf; naming: Naming; passes: ReadonlySet<string> | null };
function lineOf(event: unknown, { fields, nameOf, naming, passes }: Reading): LineResult[] {
  if (!isObject(event)) return unread(event, naming);
  const get = (field: EventField) => value.parse(valueAt(event, nameOf(field)));
  const named = get('pin');
  const pin = named && named !== NOBODY ? named : pinOfCard(get('card'));
  const time = get('time');
  if (pin === '' && time === undefined) return unread(event, naming);
  const direction = flag.parse(valueAt(event, nameOf('direction')))?.toLowerCase();
  const says = (way: 'in' | 'out') =>
    direction !== undefined &&
    (fields[way] ? direction === fields[way].toLowerCase() : WORDS[way].has(direction.replaceAll(/[^a-z]/g, '')));
  const status = says('in') ? KEY.in : says('out') ? KEY.out : null;
  const pass = { pin, time: timeOf(event, time ?? '', nameOf), status, number: get('id') };
  const kind = passes && (flag.parse(valueAt(event, nameOf('kind'))) ?? '');
  if (kind === null && (isRefusal(event) || (status === null && isRefusalWord(direction ?? ''))))
    return rejected('not-a-pass', event);
  return kind !== null && !passes?.has(kind) ? unknownEvent(kind, pass, event, naming) : passed(pass, event, naming);
}

/** Returns the values of `kind` that are passes; null where every event is one. */
const passesOf = (passes: string | undefined): ReadonlySet<string> | null =>
  passes ? new Set(passes.split(',').map((one) => one.trim())) : null;

export const json: PushDialect = {
  path: /^json\/?$/i,
  read: (body, contentType, fields = {}) => {
    const nameOf: NameOf = (field) => fields[field] || field;
    const naming = namingOf({ pins: [nameOf('pin')], cards: [nameOf('card')], times: [nameOf('time')] });
    const reading = { fields, nameOf, naming, passes: passesOf(fields.passes) };
    const events = eventsIn(body, contentType, naming, (text) => eventsOf(jsonOf(text) ?? text, nameOf, naming));
    return {
      ...NOTHING_HEARD,
      lines: events.flatMap((event) => lineOf(event, reading)),
      isLive: events.length === 1,
    };
  },
};
