import type { EventField } from '#contract/terminals.ts';
import { pinOfCard } from '../body.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { eventsIn, jsonOf, NOTHING_HEARD, type PushDialect, passed, unread, word } from './heard.ts';

/**
 * Any other device (spec/terminals.md D5): a JSON object, an array of them, or `{"events": [..]}`. Its fields are `id`, `pin` or `card`, `time` (with or
 * without a zone, or epoch seconds) and `direction` (`in` or `out`), or what the device's options say that it calls them.
 */

const value = word.optional().catch(undefined);
const isObject = (of: unknown): of is Readonly<Record<string, unknown>> =>
  typeof of === 'object' && of !== null && !Array.isArray(of);
type NameOf = (field: EventField) => string;

/** Returns the value under a name, or under names within each other: `data.user.id`. */
function valueAt(of: unknown, name: string): unknown {
  if (!isObject(of)) return undefined;
  if (Object.hasOwn(of, name)) return of[name];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : valueAt(valueAt(of, name.slice(0, dot)), name.slice(dot + 1));
}

function eventsOf(text: string, nameOf: NameOf): readonly unknown[] {
  const content = jsonOf(text) ?? text;
  const list = valueAt(content, nameOf('events')) ?? content;
  return Array.isArray(list) ? list : [list];
}

function lineOf(event: unknown, nameOf: NameOf): LineResult[] {
  if (!isObject(event)) return unread(event);
  const get = (field: EventField) => value.parse(valueAt(event, nameOf(field)));
  const pin = get('pin') || pinOfCard(get('card'));
  const direction = get('direction')?.toLowerCase();
  const says = (way: 'in' | 'out') => direction !== undefined && direction === nameOf(way).toLowerCase();
  const status = says('in') ? KEY.in : says('out') ? KEY.out : null;
  return passed({ pin, time: parseTime(get('time') ?? ''), status, number: get('id') }, event);
}

export const json: PushDialect = {
  path: /^json\/?$/i,
  read: (body, contentType, fields = {}) => {
    const nameOf: NameOf = (field) => fields[field] || field;
    const events = eventsIn(body, contentType, (text) => eventsOf(text, nameOf));
    return { ...NOTHING_HEARD, lines: events.flatMap((event) => lineOf(event, nameOf)), isLive: events.length === 1 };
  },
};
