import { storable } from '#contract/platform/storable.ts';
import { isPinOrCard, pinOfCard, TooManyLines } from '../body.ts';
import { MOST_PEOPLE } from '../line.ts';
import { parseTime, type TerminalTime } from '../time.ts';
import { isJsonText, isObject, jsonOf, word } from './values.ts';

/** Finds the people and times that an event names which is in none of the forms that its make is known to send. */

/** The fields in which a make names people, and those in which it tells times; the first of a kind goes before the others. */
export type Naming = { names: Readonly<Record<'pin' | 'card' | 'time', readonly string[]>>; inText: RegExp };
export type Person = { pin: string; time: TerminalTime | null };
/** `hasTime`: it tells a time, whether or not it is a person's. */
export type Named = { people: readonly Person[]; hasTime: boolean };

/** Returns the last part of a name within names: `user_id` of `user.user_id`, `pin` of `events[0][pin]`. */
const lastPart = (name: string) =>
  (/^\w+$/.test(name) ? name : (/(\w+)\W{0,3}$/.exec(name.slice(-100))?.[1] ?? name)).toLowerCase();

/** How a field may be followed by its value in text that was cut off: `"name": "30"`, `<name>30<`, `name=30;`. Nothing in it is tried in two ways. */
/** A time that is not quoted has a blank within. */
const PLAIN_TIME = String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2} \d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?`;
const VALUE = String.raw`\\{0,3}["'\]]?\s{0,9}[:=>]\s{0,9}\[?(?:\\{0,3}"([^"\\]{0,80})|(${PLAIN_TIME}|[^\s"<>,;&{}[\]]{1,80}))`;
/** The end of a value: one without it may be half a PIN. */
const QUOTED_END = /\\{0,3}"/y;
const PLAIN_END = /[\s"<>,;&}\]]/y;
/** The end of one event and the beginning of the next. */
const BETWEEN = String.raw`\}[\s,]{0,20}\{|<\/(?<tag>\w{1,40})>\s{0,20}<\k<tag>>`;
export function namingOf(of: { pins: readonly string[]; cards?: readonly string[]; times: readonly string[] }): Naming {
  const names = {
    pin: of.pins.map(lastPart),
    card: (of.cards ?? []).map(lastPart),
    time: of.times.map(lastPart),
  };
  const any = Object.values(names)
    .flat()
    .map((name) => name.replaceAll(/[^\w]/g, String.raw`\$&`))
    .join('|');
  return { names, inText: new RegExp(String.raw`(?<!\w)(${any})${VALUE}|${BETWEEN}`, 'gi') };
}

/** Returns the people whom an event names, at whatever depth and in any capitals, each with the time beside it, above it, or else the first one. */
export function namedIn(event: unknown, naming: Naming): Named {
  const pieces = typeof event === 'string' ? piecesOfText(event, naming) : piecesOf(event, naming.names);
  const people = new Map<string, Person>();
  const first = pieces.map(({ time }) => time).find((time) => time !== null) ?? null;
  for (const { pins, time } of pieces)
    for (const pin of pins) {
      const person = { pin, time: time ?? first };
      people.set(JSON.stringify(person), person);
    }
  if (people.size > MOST_PEOPLE) throw new TooManyLines();
  return { people: [...people.values()], hasTime: first !== null };
}

/** The people of one object or of one piece of a text, and its time. */
type Piece = { pins: readonly string[]; time: TerminalTime | null };
/** The values that an object or a piece of a text has under the names of a make. */
type Values = Map<string, string[]>;

function add(values: Values, name: string, more: readonly string[]) {
  const known = values.get(name);
  if (known) known.push(...more);
  else values.set(name, [...more]);
}
function pieceOf(values: Values, names: Naming['names'], above: TerminalTime | null): Piece {
  return { pins: pinsOf(values, names), time: timeOf(values, names) ?? above };
}
/** Returns the values of the first name that has any which may be a person's. */
function pinsOf(values: Values, names: Naming['names']): readonly string[] {
  const known = (name: string, read: (text: string) => string) =>
    (values.get(name) ?? [])
      .map((text) => read(/^["'](.{1,40})["']$/.exec(text)?.[1] ?? text))
      .filter((pin) => pin !== '0' && isPinOrCard(pin));
  const pins = names.pin.map((name) => known(name, (text) => text)).find((of) => of.length > 0);
  return pins ?? names.card.map((name) => known(name, pinOfCard)).find((of) => of.length > 0) ?? [];
}
function timeOf(values: Values, names: Naming['names']): TerminalTime | null {
  for (const name of names.time)
    for (const text of values.get(name) ?? []) {
      const time = parseTime(text);
      if (time) return time;
    }
  return null;
}

function piecesOf(event: unknown, names: Naming['names']): Piece[] {
  const pieces: Piece[] = [];
  const wanted = new Set([...names.pin, ...names.card, ...names.time]);
  const open: { one: unknown; above: TerminalTime | null }[] = [{ one: event, above: null }];
  for (const { one, above } of open) {
    if (typeof one !== 'object' || one === null) continue;
    const values: Values = new Map();
    const inner: object[] = [];
    for (const [key, value] of Object.entries(one)) {
      const name = lastPart(key);
      if (wanted.has(name)) add(values, name, wordsOf(value));
      const content = isJsonText(value) ? jsonOf(value) : value;
      if (typeof content === 'object' && content !== null) inner.push(content);
    }
    const piece = pieceOf(values, names, above);
    pieces.push(piece);
    for (const content of inner) open.push({ one: content, above: piece.time });
  }
  return pieces;
}
/** Lists within lists are no deeper. */
const MOST_LEVELS = 8;
/** Returns the texts and numbers of a field: its own, those of a list, and the only one of an object, such as `{"value": "30"}`. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) {
    const all: unknown[] = value.flat(MOST_LEVELS);
    if (all.length > MOST_PEOPLE) throw new TooManyLines();
    return all.flatMap((one) => word.safeParse(one).data ?? []);
  }
  const [only, ...others] = isObject(value) ? Object.values(value) : [value];
  return others.length > 0 ? [] : [word.safeParse(only).data ?? []].flat();
}

function follows(end: RegExp, text: string, at: number): boolean {
  end.lastIndex = at;
  return end.test(text);
}
function piecesOfText(text: string, { names, inText }: Naming): Piece[] {
  const pieces: Piece[] = [];
  let values: Values = new Map();
  const end = () => {
    if (values.size > 0) pieces.push(pieceOf(values, names, null));
    values = new Map();
  };
  for (const { 0: whole, 1: name, 2: quoted, 3: plain = '', index } of text.matchAll(inText)) {
    if (name === undefined) end();
    else if ((quoted || plain) && follows(quoted === undefined ? PLAIN_END : QUOTED_END, text, index + whole.length))
      add(values, name.toLowerCase(), [storable(quoted ?? plain).trim()]);
  }
  end();
  return pieces;
}
