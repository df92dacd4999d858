import { eventOrigin } from '#contract/attendance/quarantine.ts';
import type { EventFields } from '#contract/intake/terminals.ts';
import { cut, hashOf, isPinOrCard, TooManyLines } from '../body.ts';
import type { Doubt, LineResult, Reject } from '../line.ts';
import { isBefore2000, type TerminalTime } from '../time.ts';
import { textsOf } from './parts.ts';
import { type Naming, namedIn } from './people.ts';
import { isObject, jsonOf } from './values.ts';

/** The content of one request of a terminal, of any make. */
export type Heard = {
  /** Punches, and what is no punch with the reason, in the order in which they were sent. */
  lines: LineResult[];
  /** True for events as they happen: they tell whether the terminal's clock is right. */
  isLive: boolean;
  /** True where the terminal itself says so of all of them: then a clock that is days behind shows at once. */
  saysLive: boolean;
  /** The terminal's own consecutive numbers of all its events, with their times. */
  numbered: { number: number; time: TerminalTime }[];
  /** The offset from UTC that one of its times (epoch ms) names, in minutes. */
  offset: { minutes: number; at: number } | null;
};
export const NOTHING_HEARD: Heard = { lines: [], isLive: false, saysLive: false, numbered: [], offset: null };

/** The way in which one make sends its events to an address of its own. Its parser gets bytes of at most 4 MB, and throws TooManyLines only. */
export type PushDialect = {
  /** The part of the address after the secret. */
  path: RegExp;
  /** True of devices that send the same again until it is answered 200, and nothing else meanwhile: what cannot be read is stored and acknowledged. */
  retries?: boolean;
  /** @param fields what a sender of JSON calls the fields. */
  read: (body: Buffer, contentType: string, fields?: EventFields) => Heard;
};

/** The most events of one request: more are refused as a whole (413), so that nothing is acknowledged and lost. */
const MAX_EVENTS = 20_000;
/**
 * Returns the events of all texts of a body; throws where there are too many of either. `eventsOf` divides a text and reads none of its events: they are
 * counted first. What a form has beside a text is an event where it names a person.
 */
export function eventsIn<T>(
  body: Buffer,
  contentType: string,
  naming: Naming,
  eventsOf: (text: string) => readonly T[],
): T[] {
  const events: T[] = [];
  const { texts, rest } = textsOf(body, contentType);
  if (texts.length > MAX_EVENTS) throw new TooManyLines();
  const take = (text: string) => {
    const more = eventsOf(text);
    if (events.length + more.length > MAX_EVENTS) throw new TooManyLines();
    events.push(...more);
  };
  for (const text of texts) take(text);
  if (rest && (texts.length === 0 || isLeft(rest, naming, events.length > 0))) take(JSON.stringify(rest));
  return events;
}

/** Returns true for what is beside events and may be one: it names a person, and a time where there are other events. */
function isLeft(rest: unknown, naming: Naming, hasEvents: boolean): boolean {
  const { people, hasTime } = namedIn(rest, naming);
  return people.length > 0 && (hasTime || !hasEvents);
}

/**
 * Returns the events of what was parsed: those that it has in lists under some names (in small letters), at its top or one level below, and what is beside
 * them where it may be one too; without such a list what it is, or the members of the list that it is. An empty list hides nothing.
 */
export function divide(
  content: unknown,
  names: ReadonlySet<string>,
  naming: Naming,
  parse: (text: string) => unknown = jsonOf,
): unknown[] {
  if (Array.isArray(content)) return content.flatMap((one) => divide(one, names, naming, parse));
  const lists = listsOf(content, names);
  if (lists.length === 0) return [content];
  const events = lists.flatMap((list) =>
    divide(typeof list === 'string' ? (parse(list) ?? list) : list, names, naming, parse),
  );
  return withRest(events, content, lists, naming);
}
/** Returns events, and what was beside their lists where it may be one too. */
export function withRest(
  events: readonly unknown[],
  content: unknown,
  lists: readonly unknown[],
  naming: Naming,
): unknown[] {
  const rest = without(content, new Set(lists), MOST_LEVELS);
  return isLeft(rest, naming, events.length > 0) ? [...events, rest] : [...events];
}

function listsOf(content: unknown, names: ReadonlySet<string>, isTop = true): unknown[] {
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([name, value]) => {
    const isList = (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.trim() !== '');
    if (isList && names.has(name.toLowerCase())) return [value];
    return isTop ? listsOf(value, names, false) : [];
  });
}
/** Lists are looked for no deeper. */
const MOST_LEVELS = 20;
/** Returns a value without some of its members. */
function without(from: unknown, members: ReadonlySet<unknown>, levels: number): unknown {
  if (typeof from !== 'object' || from === null || levels === 0) return from;
  if (Array.isArray(from))
    return from.filter((one) => !members.has(one)).map((one) => without(one, members, levels - 1));
  const left = Object.entries(from).filter(([, value]) => !members.has(value));
  return Object.fromEntries(left.map(([name, value]) => [name, without(value, members, levels - 1)]));
}

/** Returns an event as it is stored with its punch or reject: its own text, or its JSON. */
export const rawOf = (event: unknown): string =>
  cut(typeof event === 'string' ? event : (JSON.stringify(event) ?? ''), 4_000);
export const rejected = (reason: Reject['reason'], event: unknown, ...doubts: Doubt[]): LineResult[] => [
  { reject: { reason, raw: rawOf(event), doubts } },
];

/** Returns the line of an event that is of a known kind and cannot be read; whom it names is not called absent. */
export function unread(event: unknown, naming: Naming, raw = event): LineResult[] {
  const { people } = namedIn(event, naming);
  return rejected('unknown-layout', raw, ...people.flatMap((person) => doubtOf(person, 'layout', raw)));
}
/** Returns the line of an event of a kind by which nobody comes: none, unless it names a person and a time nevertheless. */
export function unlessNamed(event: unknown, naming: Naming, raw = event): LineResult[] {
  const { people, hasTime } = namedIn(event, naming);
  return people.length > 0 && hasTime ? unread(event, naming, raw) : [];
}
/** Returns true for an event that names a person or a card. */
export const namesPerson = (event: unknown, naming: Naming): boolean => namedIn(event, naming).people.length > 0;

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
export function passed(pass: Pass, event: unknown, naming: Naming): LineResult[] {
  const { pin, time, status = null, number, name } = pass;
  if (!time) return rejected('bad-time', event, ...doubtsOf(pass, 'time', event, naming));
  if (!isPinOrCard(pin)) return rejected('bad-pin', event, ...doubtsOf(pass, 'layout', event, naming));
  if (isBefore2000(time)) return rejected('before-2000', event, ...doubtOf({ ...pass, time: null }, 'time', event));
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
export const unknownEvent = (code: string | number, pass: Pass, event: unknown, naming: Naming): LineResult[] =>
  rejected('unknown-event', event, ...doubtsOf(pass, eventOrigin(String(code)), event, naming));

/** Returns the person of a pass, or where that cannot be read, all people whom its event names. */
const doubtsOf = (pass: Pass, origin: string, event: unknown, naming: Naming): Doubt[] =>
  isPinOrCard(pass.pin)
    ? doubtOf(pass, origin, event)
    : namedIn(event, naming).people.flatMap((person) => doubtOf(person, 'layout', event));

function doubtOf({ pin, time, status = null, number }: Pass, origin: string, event: unknown): Doubt[] {
  if (!isPinOrCard(pin)) return [];
  // Sent again it is the same event, though it arrives at another time; several people may be named in one.
  const recordId = (time && recordIdOf(number, pin, time)) ?? hashOf(`${pin} ${rawOf(event)}`);
  return [{ pin, time, status, origin, recordId }];
}

/** The time, because a counter begins again after a reset; the PIN, because one number of many events would lose all but one. */
const recordIdOf = (number: Pass['number'], pin: string, time: TerminalTime) =>
  number ? brief([number, pin, 'local' in time ? time.local : time.instant].join('|')) : undefined;
const MAX_ID = 60;
/** Returns an id of at most MAX_ID characters: long ones may differ at their end only. */
const brief = (id: string) => (id.length <= MAX_ID ? id : hashOf(id));
