import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { bounded, jsonOf, type PushDialect, passed, pinOfCard, rejected, unread, word } from './heard.ts';
import { textsOf } from './parts.ts';

/** Hikvision terminals, HTTP listening (spec/terminals.md D2): JSON, XML, or multipart with a picture. Shapes as in docs/devices.md. */

const whole = z.coerce.number().pipe(z.int().min(0));
const event = z.object({
  majorEventType: whole,
  subEventType: whole,
  serialNo: whole.optional().catch(undefined),
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
const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false });
function parsed(text: string): unknown {
  if (!text.startsWith('<')) return jsonOf(text);
  if (text.length > MAX_XML) return undefined;
  try {
    return xml.parse(text);
  } catch {
    return undefined;
  }
}

function lineOf({ dateTime, AccessControllerEvent: of }: Told, text: string): LineResult[] {
  const { majorEventType, subEventType, serialNo, attendanceStatus } = of;
  const named = [of.employeeNoString, of.employeeNo].find((text) => text && text !== '0');
  const pin = named ?? pinOfCard(of.cardNo);
  if (majorEventType !== 5 || (!PUNCHES.has(subEventType) && !REFUSALS.has(subEventType) && pin === '')) return [];
  if (!PUNCHES.has(subEventType)) return rejected('not-a-pass', text);
  const status = STATUS[attendanceStatus ?? ''] ?? null;
  // The counter begins again at 1 after a reset: the time is part of the identity.
  const id = serialNo === undefined ? undefined : `${serialNo}|${dateTime}`;
  return passed({ pin, time: parseTime(dateTime), status, id }, text);
}

/** Returns the offset that a time names, in minutes; null where it names none. */
function offsetOf(dateTime: string): number | null {
  if (/Z$/.test(dateTime)) return 0;
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})$/.exec(dateTime.slice(10)) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : null;
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
    const texts = textsOf(body, contentType);
    const events = texts.flatMap((text) => {
      const content = parsed(text);
      const all = Array.isArray(content) ? bounded(content) : [content];
      // Anything else is a heartbeat, or of a kind that was not asked for.
      return all.map((one) => ({ one, text, told: told.safeParse(one).data }));
    });
    const read = events.flatMap(({ told }) => told ?? []);
    return {
      lines: events.flatMap(({ one, text, told }) => {
        if (told) return lineOf(told, text);
        return one === undefined || hasEvent.safeParse(one).success ? unread(text) : [];
      }),
      isLive: read.every(({ AccessControllerEvent: { currentEvent = true } }) => currentEvent),
      numbered: read.flatMap(({ dateTime, AccessControllerEvent: { serialNo: number } }) => {
        const at = Date.parse(dateTime);
        return number !== undefined && Number.isFinite(at) ? [{ number, at }] : [];
      }),
      offset: read.map(({ dateTime }) => offsetOf(dateTime)).find((offset) => offset !== null) ?? null,
    };
  },
};
