import { z } from 'zod';
import type { EventField } from '#contract/terminals.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { bounded, jsonOf, NOTHING_HEARD, type PushDialect, passed, pinOfCard, unread, word } from './heard.ts';
import { textsOf } from './parts.ts';

/**
 * Any other device (spec/terminals.md D5): a JSON object, an array of them, or `{"events": [..]}`. Its fields are `id`, `pin` or `card`, `time` (with or
 * without a zone, or epoch seconds) and `direction` (`in` or `out`), or what the device's options say that it calls them.
 */

const value = word
  .transform((one) => one.trim())
  .optional()
  .catch(undefined);
const object = z.record(z.string(), z.unknown());
type NameOf = (field: EventField) => string;

/** Returns the value under a name, or under names within each other: `data.user.id`. */
function valueAt(of: unknown, name: string): unknown {
  const own = object.safeParse(of).data;
  if (own === undefined || name in own) return own?.[name];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : valueAt(own[name.slice(0, dot)], name.slice(dot + 1));
}

function eventsOf(content: unknown, nameOf: NameOf): unknown[] {
  const list = valueAt(content, nameOf('events')) ?? content;
  return Array.isArray(list) ? [...bounded(list)] : [list];
}

function lineOf(event: unknown, nameOf: NameOf): LineResult[] {
  const { success } = object.safeParse(event);
  if (!success) return unread(event);
  const get = (field: EventField) => value.parse(valueAt(event, nameOf(field)));
  const pin = get('pin') || pinOfCard(get('card'));
  const direction = get('direction')?.toLowerCase();
  const says = (way: 'in' | 'out') => direction !== undefined && direction === nameOf(way).toLowerCase();
  const status = says('in') ? KEY.in : says('out') ? KEY.out : null;
  const id = get('id');
  const time = get('time') ?? '';
  return passed({ pin, time: parseTime(time), status, id: id && `${id}|${time}` }, event);
}

export const json: PushDialect = {
  path: /^json\/?$/i,
  read: (body, contentType, fields = {}) => {
    const nameOf: NameOf = (field) => fields[field] || field;
    const events = textsOf(body, contentType).flatMap((text) => {
      const content = jsonOf(text);
      return content === undefined ? [undefined] : eventsOf(content, nameOf);
    });
    return { ...NOTHING_HEARD, lines: events.flatMap((event) => lineOf(event, nameOf)), isLive: events.length === 1 };
  },
};
