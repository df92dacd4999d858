import { z } from 'zod';
import { eventOrigin } from '#contract/attendance/quarantine.ts';
import type { EventFields } from '#contract/intake/terminals.ts';
import { storable } from '#contract/platform/storable.ts';
import { wrongShape } from '../../../platform/http/json.ts';
import { cut, hashOf, isPinOrCard, pinOfCard, TooManyLines } from '../body.ts';
import type { Doubt, LineResult, Reject } from '../line.ts';
import { isBefore2000, parseTime, type TerminalTime } from '../time.ts';
import { textsOf } from './parts.ts';

/** The content of one request of a terminal, of any make (spec/terminals.md D1). */
export type Heard = {
  /** Punches, and what is no punch with the reason, in the order in which they were sent. */
  lines: LineResult[];
  /** True for events as they happen: they tell whether the terminal's clock is right. */
  isLive: boolean;
  /** The terminal's own consecutive numbers of all its events, with their times. */
  numbered: { number: number; time: TerminalTime }[];
  /** The offset from UTC that one of its times (epoch ms) names, in minutes. */
  offset: { minutes: number; at: number } | null;
};
export const NOTHING_HEARD: Heard = { lines: [], isLive: false, numbered: [], offset: null };

/** The way in which one make sends its events to an address of its own. Its parser gets bytes of at most 4 MB, and throws TooManyLines only. */
export type PushDialect = {
  /** The part of the address after the secret. */
  path: RegExp;
  /** True of devices that send the same again until it is answered 200, and nothing else meanwhile: what cannot be read is stored and acknowledged. */
  retries?: boolean;
  /** @param fields what a sender of JSON calls the fields. */
  read: (body: Buffer, contentType: string, fields?: EventFields) => Heard;
};

/** A text that may be sent as a number, but for one with more digits than a number holds: it would be rounded to the PIN or card of another. */
export const word = z
  .union([z.string(), z.number().refine((one) => Math.abs(one) <= Number.MAX_SAFE_INTEGER)])
  .transform((one) => storable(String(one)).trim());
/** A number of a kind, which may be sent as text, also as `0x4b`. */
export const whole = z.union([
  z.int().min(0),
  z
    .string()
    .trim()
    .regex(/^(?:\d{1,15}|0x[\da-f]{1,8})$/i)
    .transform(Number),
]);
/** The number that a terminal gives its own event, from 1 on; undefined for anything else. */
export const ownNumber = whole.pipe(z.int().min(1)).optional().catch(undefined);

/** The most events of one request: more are refused as a whole (413), so that nothing is acknowledged and lost. */
const MAX_EVENTS = 20_000;
/** Returns the events of all texts of a body; throws where there are too many of either. `eventsOf` divides a text and reads none of its events: they are counted first. */
export function eventsIn<T>(body: Buffer, contentType: string, eventsOf: (text: string) => readonly T[]): T[] {
  const events: T[] = [];
  const texts = textsOf(body, contentType);
  if (texts.length > MAX_EVENTS) throw new TooManyLines();
  for (const text of texts) {
    const more = eventsOf(text);
    if (events.length + more.length > MAX_EVENTS) throw new TooManyLines();
    events.push(...more);
  }
  return events;
}
/**
 * Returns the events that a JSON text has in a list of one of these names, at its top or one level below; without one, the list or object that it is, which
 * may be of another kind. What cannot be read is an event that is a text.
 */
export function listIn(text: string, ...names: readonly string[]): readonly unknown[] {
  const content = jsonOf(text);
  if (content === undefined) return [text];
  const fields = smallNamed(content);
  const lists = [fields, ...Object.values(fields).map(smallNamed)].flatMap((one) => names.map((name) => one[name]));
  // An empty list beside another says nothing.
  const sent = lists.filter((one) => one !== undefined);
  const list = sent.find((one) => !Array.isArray(one) || one.length > 0) ?? sent[0];
  if (list === undefined) return Array.isArray(content) ? content : [content];
  if (Array.isArray(list)) return list;
  return [typeof list === 'object' && list !== null ? list : text];
}
/** Returns an event as it is stored with its punch or reject: its own text, or its JSON. */
export const rawOf = (event: unknown): string =>
  cut(typeof event === 'string' ? event : (JSON.stringify(event) ?? ''), 4_000);
export const rejected = (reason: Reject['reason'], event: unknown, doubt?: Doubt): LineResult[] => [
  { reject: { reason, raw: rawOf(event), doubt } },
];

/** The fields in which a make names people, and those in which it tells times. */
export type Naming = { pins: readonly string[]; cards?: readonly string[]; times: readonly string[] };
/** Returns the line of an event that is of a known kind and cannot be read; whom it names is not called absent. */
export function unread(event: unknown, naming?: Naming, raw = event): LineResult[] {
  if (!naming) return rejected('unknown-layout', raw);
  const { pins, cards = [], times } = naming;
  const found = valuesIn(event, [...pins, ...cards, ...times]);
  const first = (names: readonly string[]) =>
    names.map((name) => found.get(name)).find((text) => text && text !== '0') ?? '';
  const pin = first(pins) || pinOfCard(first(cards));
  const time = times.map((name) => parseTime(found.get(name) ?? '')).find((one) => one) ?? null;
  return rejected('unknown-layout', raw, doubtOf({ pin, time }, 'layout', raw));
}

/** Returns true for an event that names a person or a card. */
export function namesPerson(event: unknown, { pins, cards = [] }: Naming): boolean {
  const found = valuesIn(event, [...pins, ...cards]);
  return [...found.values()].some((text) => text !== '' && text !== '0');
}

/** Returns the fields of an object with their names in small letters, which firmwares and programs write in several ways; {} for anything else. */
export const smallNamed = (of: unknown): Readonly<Record<string, unknown>> =>
  typeof of === 'object' && of !== null && !Array.isArray(of)
    ? Object.fromEntries(Object.entries(of).map(([name, value]) => [name.toLowerCase(), value]))
    : {};

const MOST_VALUES = 500;
/** Returns the texts and numbers that an event has under some names, at whatever depth and in any capitals: the outermost of each. */
function valuesIn(event: unknown, names: readonly string[]): Map<string, string> {
  if (typeof event === 'string') return valuesInText(event, names);
  const found = new Map<string, string>();
  const wanted = new Map(names.map((name) => [name.toLowerCase(), name]));
  const open: unknown[] = [event];
  for (let n = 0; n < open.length && n < MOST_VALUES; n++) {
    const one = open[n];
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, value] of Object.entries(one).slice(0, MOST_VALUES)) {
      const name = wanted.get(key.toLowerCase());
      const { data } = word.safeParse(value);
      if (data !== undefined && name !== undefined && !found.has(name)) found.set(name, data);
      else if (typeof value === 'object') open.push(value);
    }
  }
  return found;
}

const MOST_TEXT = 65_536;
/**
 * Returns the same of a text that is none of the forms in which events are sent, such as JSON that was cut off: `"name": "30"`, `<name>30<`, `name=30;`. A value
 * whose end is not there may be half a PIN.
 */
function valuesInText(text: string, names: readonly string[]): Map<string, string> {
  const start = text.slice(0, MOST_TEXT);
  const found = names.map((name) => [name, valueInText(start, name)] as const);
  return new Map(found.filter(([, value]) => value !== ''));
}
function valueInText(text: string, name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1).replaceAll(/[^\w]/g, String.raw`\$&`);
  const value = String.raw`(?:"([^"]{0,80})"|([^\s"<>,;&{}[\]]{1,80})(?=[\s"<>,;&}]))`;
  const [, quoted, plain] = new RegExp(String.raw`\b${last}["']?\s{0,9}[:=>]\s{0,9}${value}`, 'i').exec(text) ?? [];
  return (quoted ?? plain ?? '').trim();
}

/** `pin`: a PIN, or what `pinOfCard` returns. `number`: the terminal's own of the event. */
type Pass = {
  pin: string;
  time: TerminalTime | null;
  status?: number | null;
  number?: string | number | undefined;
  /** The person's, as the terminal has it. */
  name?: string | undefined;
};
/** Returns the punch of an event by which a person came through, or the reason why it is none. */
export function passed(pass: Pass, event: unknown): LineResult[] {
  const { pin, time, status = null, number, name } = pass;
  if (!time) return rejected('bad-time', event, doubtOf(pass, 'time', event));
  if (!isPinOrCard(pin)) return rejected('bad-pin', event);
  if (isBefore2000(time)) return rejected('before-2000', event, doubtOf({ ...pass, time: null }, 'time', event));
  const recordId = recordIdOf(number, pin, time);
  return [
    {
      punch: {
        ...{ pin, time, status, verify: null, workCode: null, raw: rawOf(event) },
        ...(recordId && { recordId }),
        ...(name && { name }),
      },
    },
  ];
}

/** Returns the line of an event of a kind that is not known: the person whom it names may have come through, and `code` is the maker's own of its kind. */
export const unknownEvent = (code: string | number, pass: Pass, event: unknown): LineResult[] =>
  rejected('unknown-event', event, doubtOf(pass, eventOrigin(String(code)), event));

function doubtOf({ pin, time, status = null, number }: Pass, origin: string, event: unknown): Doubt | undefined {
  if (!isPinOrCard(pin)) return undefined;
  // Sent again it is the same event, though it arrives at another time.
  const recordId = time ? recordIdOf(number, pin, time) : hashOf(rawOf(event));
  return { pin, time, status, origin, ...(recordId && { recordId }) };
}

/** The time, because a counter begins again after a reset; the PIN, because one number of many events would lose all but one. */
const recordIdOf = (number: Pass['number'], pin: string, time: TerminalTime) =>
  number ? brief([number, pin, 'local' in time ? time.local : time.instant].join('|')) : undefined;
const MAX_ID = 60;
/** Returns an id of at most MAX_ID characters: long ones may differ at their end only. */
const brief = (id: string) => (id.length <= MAX_ID ? id : hashOf(id));

/** Parses JSON; undefined for anything else, and for what is nested deeper than any event (S-81): to write it again would exhaust the stack. */
export function jsonOf(text: string): unknown {
  if (wrongShape(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
