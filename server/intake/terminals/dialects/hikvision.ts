import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { pinOfCard, TooManyLines } from '../body.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  divide,
  eventsIn,
  type Heard,
  type PushDialect,
  passed,
  rejected,
  unknownEvent,
  unlessNamed,
  unread,
} from './heard.ts';
import { namingOf } from './people.ts';
import { isObject, jsonOf, ownNumber, perhaps, smallNamed, whole, word } from './values.ts';

/** Hikvision terminals, HTTP listening: JSON, XML, or multipart with a picture. Shapes as in docs/devices.md. */

const optional = perhaps(word);
const flag = perhaps(z.union([z.boolean(), z.stringbool()]));
const event = z.object({
  major: whole,
  minor: whole,
  time: word.pipe(z.string().max(60)),
  number: ownNumber,
  employeeNoString: optional,
  employeeNo: optional,
  cardNo: optional,
  name: optional,
  attendanceStatus: optional,
  currentEvent: flag,
  /** The terminal waits for the decision of a server, which its next notification tells. */
  remoteCheck: flag,
  remoteCheckResult: optional,
});
type Event = z.infer<typeof event>;
/**
 * Returns a notification, or a stored record as a search returns it and newer firmware sends it: in both the same fields, which a notification has in an
 * object of its own. Undefined for anything else.
 */
function eventOf(one: unknown): Event | undefined {
  // To find it out by the schema costs a list of texts a second.
  if (!isObject(one)) return undefined;
  const alert = smallNamed(one);
  const inner = smallNamed(alert.accesscontrollerevent);
  const get = (name: string) => inner[name] ?? alert[name];
  return event.safeParse({
    major: get('majoreventtype') ?? get('major'),
    minor: get('subeventtype') ?? get('minoreventtype') ?? get('minor'),
    time: alert.datetime ?? inner.datetime ?? get('time'),
    number: get('serialno'),
    employeeNoString: get('employeenostring'),
    employeeNo: get('employeeno'),
    cardNo: get('cardno'),
    name: get('name'),
    attendanceStatus: get('attendancestatus'),
    currentEvent: get('currentevent'),
    remoteCheck: get('remotecheck'),
    remoteCheckResult: get('remotecheckresult'),
  }).data;
}

/** The objects that hold notifications or records, each under one of these names. */
const WRAPPERS = new Set(['eventnotificationalert', 'acsevent', 'infolist', 'acseventinfo', 'event_log', 'events']);

/**
 * The minor types of major type 5 by which the vendor's headers name the successful identification of a person (HCNetSDK.h, MINOR_..._PASS): card, finger,
 * face, number and password, each pair and triple of them, identity card, Bluetooth, dynamic code and PIN.
 */
const PUNCHES = new Set([1, 2, 16, 38, 40, 43, 46, 54, 57, 60, 63, 66, 69, 72, 75, 77, 101, 105, 153, 159, 179, 181]);
/** Those by which they name an identification that failed, timed out or was refused. */
const REFUSALS = new Set([
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 35, 36, 39, 41, 42, 44, 45, 47, 48, 49, 55, 56, 58, 59, 61, 62],
  ...[64, 65, 67, 68, 70, 71, 73, 74, 76, 78, 79, 80, 94, 102, 103, 104, 112, 113, 117, 118, 119, 120, 130, 132],
  ...[151, 152, 154, 155, 160, 162, 163, 164, 168, 169, 170, 171, 172, 180],
]);
/** The words of `attendanceStatus`, in small letters alone. */
const STATUS: Readonly<Record<string, number>> = {
  checkin: KEY.in,
  breakin: KEY.breakIn,
  overtimein: KEY.in,
  checkout: KEY.out,
  breakout: KEY.breakOut,
  overtimeout: KEY.out,
};

/**
 * The most letters and tags of XML in all parts of a body, refused as a whole beyond: parsing 4 MB takes seconds, and 28,000 empty tags took 140 ms. A
 * notification has some kB and 40 tags.
 */
const MAX_XML = 262_144;
const MAX_TAGS = 8_000;
const xml = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
});
const isXml = (text: string) => text.startsWith('<');
function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
/** Returns a reader of the texts of one body: JSON or XML; undefined for anything else. */
function createReader(): (text: string) => unknown {
  let letters = 0;
  let tags = 0;
  return (text) => {
    if (!isXml(text)) return jsonOf(text);
    letters += text.length;
    if (letters > MAX_XML) throw new TooManyLines();
    tags += countOf(text, '<');
    if (tags > MAX_TAGS) throw new TooManyLines();
    try {
      return xml.parse(text);
    } catch {
      return undefined;
    }
  };
}

/** A door that was opened or closed: of no person, even where it names one. */
const DOORS = new Set([21, 22]);
const NAMING = namingOf({ pins: ['employeeNoString', 'employeeNo'], cards: ['cardNo'], times: ['dateTime', 'time'] });

function lineOf(of: Event, one: unknown, raw: unknown): LineResult[] {
  const { major, minor, number, attendanceStatus = '' } = of;
  const named = [of.employeeNoString, of.employeeNo].find((text) => text && text !== '0');
  const pin = named ?? pinOfCard(of.cardNo);
  const status = STATUS[attendanceStatus.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? null;
  const pass = { pin, time: parseTime(of.time), status, number, name: of.name };
  if (major === 5 && (REFUSALS.has(minor) || of.remoteCheckResult === 'failed')) return rejected('not-a-pass', raw);
  if (major === 5 && PUNCHES.has(minor))
    return of.remoteCheck ? unknownEvent('remote check', pass, raw, NAMING) : passed(pass, raw, NAMING);
  if (major === 5 && DOORS.has(minor)) return [];
  return pin === ''
    ? unlessNamed(one, NAMING, raw)
    : unknownEvent(major === 5 ? minor : `${major}.${minor}`, pass, raw, NAMING);
}

/** Returns the offset that a time names, in minutes; null where it names none. */
function offsetOf({ time: text }: Event): Heard['offset'] {
  const time = parseTime(text);
  if (!time || 'local' in time) return null;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(text.replace(/Z$/, '+00:00')) ?? [];
  if (sign === undefined) return null;
  return { minutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)), at: time.instant };
}

/** Event types by which no one comes: the heartbeat of every half minute, which some firmware calls an alarm that is over, and an edited person. */
const NO_EVENTS = /^(heartbeat|videoloss|localuserchange)$/i;
/** Returns the lines of what is no notification that can be read. */
function otherLines(one: unknown, raw: unknown): LineResult[] {
  const { eventtype, accesscontrollerevent } = smallNamed(one);
  const isNoEvent = typeof eventtype === 'string' && NO_EVENTS.test(eventtype) && accesscontrollerevent === undefined;
  if (!isNoEvent) return unread(one, NAMING, raw);
  return /^localuserchange$/i.test(eventtype) ? [] : unlessNamed(one, NAMING, raw);
}

export const hikvision: PushDialect = {
  path: /^hikvision\/?$/i,
  retries: true,
  read: (body, contentType) => {
    const parsed = createReader();
    const events = eventsIn(body, contentType, NAMING, (text) => {
      const found = divide(parsed(text) ?? text, WRAPPERS, NAMING, parsed);
      return found.map((one) => ({ one, raw: isXml(text) && found.length === 1 ? text : one }));
    }).map(({ one, raw }) => ({ one, raw, of: eventOf(one) }));
    const read = events.flatMap(({ of }) => of ?? []);
    return {
      lines: events.flatMap(({ one, raw, of }) => (of ? lineOf(of, one, raw) : otherLines(one, raw))),
      isLive: read.every(({ currentEvent = true }) => currentEvent),
      saysLive: read.length > 0 && read.every(({ currentEvent }) => currentEvent),
      numbered: read.flatMap(({ time: text, number }) => {
        const time = parseTime(text);
        return number !== undefined && time ? [{ number, time }] : [];
      }),
      offset: read.map(offsetOf).find((offset) => offset !== null) ?? null,
    };
  },
};
