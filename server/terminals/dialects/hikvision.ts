import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { pinOfCard } from '../body.ts';
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
/** A stored record, as newer firmware sends it. */
const record = z
  .object({
    ...event.shape,
    majorEventType: z.undefined(),
    subEventType: z.undefined(),
    major: whole,
    minor: whole,
    time: z.string().max(60),
  })
  .transform(({ major, minor, time, ...rest }) => ({
    dateTime: time,
    AccessControllerEvent: { ...rest, majorEventType: major, subEventType: minor },
  }));
const told = z.union([
  notification,
  z.object({ EventNotificationAlert: notification }).transform((one) => one.EventNotificationAlert),
  record,
]);
type Told = z.infer<typeof told>;

/** Face, finger and card that were recognised; the same that were refused. */
const PUNCHES = new Set([75, 38, 1]);
const REFUSALS = new Set([76, 39, 9]);
const STATUS: Readonly<Record<string, number>> = {
  checkIn: KEY.in,
  breakIn: KEY.in,
  overtimeIn: KEY.in,
  checkOut: KEY.out,
  breakOut: KEY.out,
  overtimeOut: KEY.out,
};

/** A notification has some kB, its picture apart: parsing 4 MB of XML takes seconds. */
const MAX_XML = 262_144;
const xml = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
});
function parsed(text: string): unknown {
  if (!text.startsWith('<')) return jsonOf(text);
  if (text.length > MAX_XML) return undefined;
  try {
    return xml.parse(text);
  } catch {
    return undefined;
  }
}

function lineOf({ dateTime, AccessControllerEvent: of }: Told, raw: unknown): LineResult[] {
  const { majorEventType, subEventType, serialNo, attendanceStatus } = of;
  const named = [of.employeeNoString, of.employeeNo].find((text) => text && text !== '0');
  const pin = named ?? pinOfCard(of.cardNo);
  if (majorEventType !== 5 || (!PUNCHES.has(subEventType) && !REFUSALS.has(subEventType) && pin === '')) return [];
  if (!PUNCHES.has(subEventType)) return rejected('not-a-pass', raw);
  const status = STATUS[attendanceStatus ?? ''] ?? null;
  return passed({ pin, time: parseTime(dateTime), status, number: serialNo }, raw);
}

/** Returns the offset that a time names, in minutes; null where it names none. */
function offsetOf({ dateTime }: Told): Heard['offset'] {
  const time = parseTime(dateTime);
  if (!time || 'local' in time) return null;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(dateTime.replace(/Z$/, '+00:00')) ?? [];
  if (sign === undefined) return null;
  return { minutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)), at: time.instant };
}

/** True of what has an event of access control in it, whether or not it can be read. */
const hasEvent = z.union([
  z.looseObject({ AccessControllerEvent: z.unknown().refine((of) => of !== undefined) }),
  z.looseObject({
    EventNotificationAlert: z.looseObject({ AccessControllerEvent: z.unknown().refine((of) => of !== undefined) }),
  }),
]);

export const hikvision: PushDialect = {
  path: /^hikvision\/?$/i,
  read: (body, contentType) => {
    const events = eventsIn(body, contentType, (text) => {
      const content = parsed(text);
      const isJson = content !== undefined && !text.startsWith('<');
      return (Array.isArray(content) ? content : [content]).map((one: unknown) => ({ one, raw: isJson ? one : text }));
    }).map(({ one, raw }) => ({ one, raw, told: told.safeParse(one).data }));
    const read = events.flatMap(({ told }) => told ?? []);
    return {
      lines: events.flatMap(({ one, raw, told }) => {
        if (told) return lineOf(told, raw);
        // Anything else is a heartbeat, or of a kind that was not asked for.
        return one === undefined || hasEvent.safeParse(one).success ? unread(raw) : [];
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
