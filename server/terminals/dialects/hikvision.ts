import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { pinOfCard, TooManyLines } from '../body.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  eventsIn,
  type Heard,
  jsonOf,
  ownNumber,
  type PushDialect,
  passed,
  rejected,
  unknownEvent,
  unread,
  whole,
  word,
} from './heard.ts';

/** Hikvision terminals, HTTP listening (spec/terminals.md D2): JSON, XML, or multipart with a picture. Shapes as in docs/devices.md. */

const event = z.object({
  majorEventType: whole,
  subEventType: whole,
  serialNo: ownNumber,
  employeeNoString: word.optional().catch(undefined),
  employeeNo: word.optional().catch(undefined),
  cardNo: word.optional().catch(undefined),
  attendanceStatus: z.string().optional().catch(undefined),
  currentEvent: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
});
const notification = z.object({ dateTime: z.string().max(60), AccessControllerEvent: event });
/** A stored record, as a search returns it and as newer firmware sends it. */
const record = event
  .omit({ majorEventType: true, subEventType: true })
  .extend({ major: whole, minor: whole, time: z.string().max(60) })
  .transform(({ major, minor, time, ...rest }) => ({
    dateTime: time,
    AccessControllerEvent: { ...rest, majorEventType: major, subEventType: minor },
  }));
const told = z.union([notification, record]);
type Told = z.infer<typeof told>;

/** The objects that hold notifications or records, each under this name. */
const WRAPPERS = ['EventNotificationAlert', 'AcsEvent', 'InfoList'] as const;
const wrapper = z.record(z.string(), z.unknown());
/** Returns the notifications and records in a body, which may be lists and within wrappers. */
function eventsOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content.flatMap(eventsOf);
  const fields = wrapper.safeParse(content).data ?? {};
  const name = WRAPPERS.find((one) => Object.hasOwn(fields, one));
  return name === undefined ? [content] : eventsOf(fields[name]);
}

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
const STATUS: Readonly<Record<string, number>> = {
  checkin: KEY.in,
  breakin: KEY.in,
  overtimein: KEY.in,
  checkout: KEY.out,
  breakout: KEY.out,
  overtimeout: KEY.out,
};

/** The most letters of XML in all parts of a body, refused as a whole beyond: parsing 4 MB takes seconds, and a notification has some kB. */
const MAX_XML = 262_144;
const xml = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
});
const isXml = (text: string) => text.startsWith('<');
/** Returns a reader of the texts of one body: JSON or XML; undefined for anything else. */
function createReader(): (text: string) => unknown {
  let letters = 0;
  return (text) => {
    if (!isXml(text)) return jsonOf(text);
    letters += text.length;
    if (letters > MAX_XML) throw new TooManyLines();
    try {
      return xml.parse(text);
    } catch {
      return undefined;
    }
  };
}

/** Doors, buttons, locks and relays: of no person, even where they name one. */
const DOORS = new Set([17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 37, 51, 52, 53, 131]);
const NAMING = { pins: ['employeeNoString', 'employeeNo'], cards: ['cardNo'], times: ['dateTime', 'time'] };

function lineOf({ dateTime, AccessControllerEvent: of }: Told, raw: unknown): LineResult[] {
  const { majorEventType, subEventType, serialNo, attendanceStatus } = of;
  const named = [of.employeeNoString, of.employeeNo].find((text) => text && text !== '0');
  const pin = named ?? pinOfCard(of.cardNo);
  const status = STATUS[attendanceStatus?.toLowerCase() ?? ''] ?? null;
  const pass = { pin, time: parseTime(dateTime), status, number: serialNo };
  if (majorEventType === 5 && PUNCHES.has(subEventType)) return passed(pass, raw);
  if (majorEventType === 5 && REFUSALS.has(subEventType)) return rejected('not-a-pass', raw);
  if (pin === '' || (majorEventType === 5 && DOORS.has(subEventType))) return [];
  return unknownEvent(majorEventType === 5 ? subEventType : `${majorEventType}.${subEventType}`, pass, raw);
}

/** Returns the offset that a time names, in minutes; null where it names none. */
function offsetOf({ dateTime }: Told): Heard['offset'] {
  const time = parseTime(dateTime);
  if (!time || 'local' in time) return null;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(dateTime.replace(/Z$/, '+00:00')) ?? [];
  if (sign === undefined) return null;
  return { minutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)), at: time.instant };
}

/** The event types of a heartbeat, which comes every half minute; some firmware calls it an alarm that is over. */
const HEARTBEATS = /^(heartbeat|videoloss)$/i;
const isHeartbeat = (one: unknown) =>
  z
    .looseObject({ eventType: z.string().regex(HEARTBEATS), AccessControllerEvent: z.undefined().optional() })
    .safeParse(one).success;

export const hikvision: PushDialect = {
  path: /^hikvision\/?$/i,
  retries: true,
  read: (body, contentType) => {
    const parsed = createReader();
    const events = eventsIn(body, contentType, (text) => {
      const content = parsed(text);
      const isJson = content !== undefined && !isXml(text);
      const found = eventsOf(content);
      return found.map((one) => ({ one, raw: isJson || found.length > 1 ? one : text }));
    }).map(({ one, raw }) => ({ one, raw, told: told.safeParse(one).data }));
    const read = events.flatMap(({ told }) => told ?? []);
    return {
      lines: events.flatMap(({ one, raw, told }) => {
        if (told) return lineOf(told, raw);
        return isHeartbeat(one) ? [] : unread(one, NAMING, raw);
      }),
      isLive: read.every(({ AccessControllerEvent: { currentEvent = true } }) => currentEvent),
      numbered: read.flatMap(({ dateTime, AccessControllerEvent: { serialNo: number } }) => {
        const time = parseTime(dateTime);
        return number !== undefined && time ? [{ number, time }] : [];
      }),
      offset: read.map(offsetOf).find((offset) => offset !== null) ?? null,
    };
  },
};
