import { z } from 'zod';
import { pinOfCard } from '../body.ts';
import { DOOR_KEY, KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  divide,
  eventsIn,
  NOTHING_HEARD,
  namesPerson,
  type PushDialect,
  passed,
  rejected,
  unknownEvent,
  unlessNamed,
  unread,
} from './heard.ts';
import { namingOf } from './people.ts';
import { isObject, jsonOf, ownNumber, perhaps, smallNamed, whole, word } from './values.ts';

/** Dahua and Intelbras, event server: multipart with a part `info`, JSON, or a text form; it repeats until it is answered 200. */

const optional = perhaps(word);
const event = z.object({
  code: z.string().regex(/^AccessControl$/i),
  status: whole,
  errorcode: perhaps(whole),
  userid: optional,
  cardno: optional,
  cardname: optional,
  ...{ realutc: optional, utc: optional, createtime: optional, localetime: optional, time: optional },
  type: optional,
  attendancestate: perhaps(whole),
  recno: ownNumber,
});
type Access = z.infer<typeof event>;
/** The objects in which firmwares and programs have some of an event's fields. */
const WITHIN = ['eventbaseinfo', 'data', 'accesscontrol'];
/** Returns the fields of an event, with small names. */
function fieldsOf(one: unknown): Readonly<Record<string, unknown>> {
  const outer = smallNamed(one);
  return Object.assign({}, outer, ...WITHIN.map((name) => smallNamed(outer[name])));
}
/** Sent later than it happened. */
const offline = z.looseObject({ DataSource: z.literal('Offline') });
/** Events of recognised faces have people among `Candidates`, by the number that they were given (`UID`); those of papers name `CitizenID`. */
const NAMING = namingOf({
  pins: ['UserID', 'UID', 'CitizenID'],
  cards: ['CardNo'],
  times: ['RealUTC', 'UTC', 'CreateTime', 'LocaleTime', 'Time'],
});

/** A camera's `UTC` may be its local clock; `RealUTC` is what it says. The last two are clocks without a zone. */
const timeOf = ({ realutc, utc, createtime, localetime, time }: Access) =>
  [realutc, utc, createtime, localetime, time].map((text) => parseTime(text ?? '')).find((one) => one !== null) ?? null;

/** NET_ATTENDANCESTATE of the vendor's SDK: signed in, gone out, come back, signed out, overtime in and out. The person has chosen it. */
const ATTENDANCE: Readonly<Record<number, number>> = {
  1: KEY.in,
  2: KEY.out,
  3: KEY.in,
  4: KEY.out,
  5: KEY.in,
  6: KEY.out,
};
/** The side of the door: a single reader says Entry of everybody. */
const SIDE: Readonly<Record<string, number>> = { entry: DOOR_KEY.in, exit: DOOR_KEY.out };

function lineOf(of: Access, one: unknown): LineResult[] {
  const { status, errorcode, userid, cardno, type = '', attendancestate = 0, recno } = of;
  // 0 is nobody: a card that is not assigned to a user of the terminal.
  const pin = userid && userid !== '0' ? userid : pinOfCard(cardno);
  const key = ATTENDANCE[attendancestate] ?? SIDE[type.toLowerCase()] ?? null;
  const pass = { pin, time: timeOf(of), status: key, number: recno, name: of.cardname };
  if (status === 1) return passed(pass, one, NAMING);
  if (status !== 0) return unread(one, NAMING);
  if (!pin) return unlessNamed(one, NAMING);
  // Without an error nobody has been refused: a terminal that leaves the decision to a server tells it before it is made.
  return errorcode === 0 ? unknownEvent('status 0', pass, one, NAMING) : rejected('not-a-pass', one);
}

/** Returns the lines of what is no access event that can be read: nothing for frames of a face and for what names nobody, such as a door. */
function otherLines(one: unknown): LineResult[] {
  const { code, candidates } = fieldsOf(one);
  // One face would be ten punches.
  if (typeof code === 'string' && /^_DoorFace_$/i.test(code)) return [];
  // A face that was recognised is an employee's, whatever the terminal calls them.
  const isOfPerson = (Array.isArray(candidates) && candidates.length > 0) || namesPerson(one, NAMING);
  const isUnread = typeof code !== 'string' || /^AccessControl$/i.test(code) || isOfPerson;
  return isUnread ? unread(one, NAMING) : [];
}

/** `Code=AccessControl;action=Pulse;index=0;data={..}`, whose JSON may go over several lines. */
const TEXT_EVENT = /^Code=([^;\s]{1,60})(?:;(?!data=)[^;\n]{0,100}){0,10}(?:;data=([\s\S]*))?$/;
/** `Events[0].Data.UserID=1001`, a line a field, or `records[0].UserID=1001` of a search; what is deeper keeps its whole name. */
const FLAT_FIELD =
  /^(?:(?:Return)?Events|(records))\[(\d{1,5})\]\.(?:(?:Data|EventBaseInfo|AccessControl)\.)?([\w.[\]]{1,100})=(.*)$/i;
const FLAT = /^(?:found=\d{1,9}\s{1,9})?(?:(?:Return)?Events|records)\[/i;

const LISTS = new Set(['events', 'eventlist']);
function eventsOf(text: string): readonly unknown[] {
  if (text.startsWith('Code=')) return text.split(/\n(?=Code=)/);
  if (FLAT.test(text)) return flatEvents(text);
  return /^heartbeat$/i.test(text) ? [] : divide(jsonOf(text) ?? text, LISTS, NAMING);
}
/** Returns the event of a text of this form; anything else is itself. */
function textEvent(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const [, Code, data] = TEXT_EVENT.exec(text.trim()) ?? [];
  // Some firmware leaves something behind the end.
  const Data = data === undefined ? undefined : (jsonOf(data) ?? jsonOf(data.slice(0, data.lastIndexOf('}') + 1)));
  return Code !== undefined && (data === undefined || Data !== undefined) ? { Code, Data } : text;
}
function flatEvents(text: string): readonly unknown[] {
  const events = new Map<string, Record<string, string | string[]>>();
  for (const line of text.split(/\r?\n/)) {
    const [, isRecord, index = '', name = '', value = ''] = FLAT_FIELD.exec(line.trim()) ?? [];
    if (name === '' || name === '__proto__') continue;
    const known = events.get(index) ?? (isRecord ? { Code: 'AccessControl' } : {});
    events.set(index, known);
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    // One of two values would be lost.
    known[name] = before === undefined || before === value ? value : [before, value].flat();
  }
  return events.size > 0 ? [...events.values()] : [text];
}

export const dahua: PushDialect = {
  path: /^dahua(\/|$)/i,
  retries: true,
  read: (body, contentType) => {
    const events = eventsIn(body, contentType, NAMING, eventsOf)
      .map(textEvent)
      .map((one) => ({ one, data: isObject(one) ? event.safeParse(fieldsOf(one)).data : undefined }));
    const lines = events.flatMap(({ one, data }) => (data ? lineOf(data, one) : otherLines(one)));
    const numbered = events.flatMap(({ data }) => {
      const time = data && timeOf(data);
      return data?.recno !== undefined && time ? [{ number: data.recno, time }] : [];
    });
    return {
      ...NOTHING_HEARD,
      lines,
      numbered,
      // Frames of a face come beside the pass that they are of.
      isLive: lines.length === 1 && !events.some(({ one }) => offline.safeParse(one).success),
    };
  },
};
