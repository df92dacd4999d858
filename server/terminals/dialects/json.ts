import type { EventField } from '#contract/terminals.ts';
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

function lineOf(event: unknown, nameOf: NameOf, passes: ReadonlySet<string> | null): LineResult[] {
  if (!isObject(event)) return unread(event);
  const get = (field: EventField) => value.parse(valueAt(event, nameOf(field)));
  const pin = get('pin') || pinOfCard(get('card'));
  if (pin === '' && get('time') === undefined) return unread(event);
  const direction = get('direction')?.toLowerCase();
  const says = (way: 'in' | 'out') => direction !== undefined && direction === nameOf(way).toLowerCase();
  const status = says('in') ? KEY.in : says('out') ? KEY.out : null;
  const pass = { pin, time: parseTime(get('time') ?? ''), status, number: get('id') };
  const kind = passes && (get('kind') ?? '');
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
      lines: events.flatMap((event) => lineOf(event, nameOf, passes)),
      isLive: events.length === 1,
    };
  },
};
