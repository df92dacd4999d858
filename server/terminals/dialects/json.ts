import { z } from 'zod';
import type { LineResult } from '../attlog.ts';
import { cut } from '../body.ts';
import { parseTime } from '../time.ts';
import { bounded, isPinOrCard, jsonOf, KEY, NOTHING_HEARD, type PushDialect, pinOfCard, unread } from './heard.ts';
import { textsOf } from './parts.ts';

/**
 * Any other device (spec/terminals.md D5): a JSON object, an array of them, or `{"events": [..]}`. Its fields are `id`, `pin` or `card`, `time` (with or without
 * a zone, or epoch seconds) and `direction` (`in` or `out`); a sender with other names is told in the address: `?pin=UserId&time=LogTime`.
 */

const value = z
  .union([z.string(), z.number()])
  .transform((one) => String(one).trim())
  .optional()
  .catch(undefined);
const object = z.record(z.string(), z.unknown());
const NAMES = {
  id: 'id',
  pin: 'pin',
  card: 'card',
  time: 'time',
  direction: 'direction',
  in: 'in',
  out: 'out',
} as const;
type Name = keyof typeof NAMES;

function eventsOf(content: unknown): unknown[] {
  const list = object.safeParse(content).data?.events ?? content;
  return Array.isArray(list) ? [...bounded(list)] : [list];
}

function lineOf(event: unknown, nameOf: (name: Name) => string): LineResult[] {
  const { success, data } = object.safeParse(event);
  const raw = cut(JSON.stringify(event) ?? '', 4_000);
  if (!success) return unread(event);
  const get = (name: Name) => value.parse(data[nameOf(name)]);
  const pin = get('pin') || pinOfCard(get('card'));
  const time = parseTime(get('time') ?? '');
  if (!time) return [{ reject: { reason: 'bad-time', raw } }];
  if (!isPinOrCard(pin)) return [{ reject: { reason: 'bad-pin', raw } }];
  const direction = get('direction')?.toLowerCase();
  const says = (way: 'in' | 'out') => direction !== undefined && direction === nameOf(way).toLowerCase();
  const status = says('in') ? KEY.in : says('out') ? KEY.out : null;
  const id = get('id');
  const recordId = id ? cut(`${id}|${get('time')}`, 60) : undefined;
  return [{ punch: { pin, time, status, verify: null, workCode: null, raw, recordId } }];
}

export const json: PushDialect = {
  path: /^json\/?$/i,
  read: (body, contentType, params) => {
    const nameOf = (name: Name) => params.get(name) || NAMES[name];
    const events = textsOf(body, contentType).flatMap((text) => {
      const content = jsonOf(text);
      return content === undefined ? [undefined] : eventsOf(content);
    });
    return { ...NOTHING_HEARD, lines: events.flatMap((event) => lineOf(event, nameOf)), isLive: events.length === 1 };
  },
};
