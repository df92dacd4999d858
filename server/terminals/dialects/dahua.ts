import { z } from 'zod';
import { pinOfCard } from '../body.ts';
import { DOOR_KEY, KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  eventsIn,
  jsonOf,
  listIn,
  NOTHING_HEARD,
  namesPerson,
  ownNumber,
  type PushDialect,
  passed,
  rejected,
  unread,
  whole,
  word,
} from './heard.ts';

/** Dahua and Intelbras, event server (spec/terminals.md D3): multipart with a part `info`, JSON, or a text form; it repeats until it is answered 200. */

const optional = word.optional().catch(undefined);
const fields = z.object({
  Status: z.coerce.number(),
  UserID: optional,
  CardNo: optional,
  RealUTC: optional,
  UTC: optional,
  CreateTime: optional,
  Type: optional,
  AttendanceState: whole.optional().catch(undefined),
  RecNo: ownNumber,
});
/** Some programs that pass events on write all names of this level small. */
const named = z.union([
  z.object({ Code: z.literal('AccessControl') }),
  z.object({ code: z.literal('AccessControl') }).transform(({ code }) => ({ Code: code })),
]);
const event = named.and(
  z.union([
    z.object({ Data: fields }).transform(({ Data }) => Data),
    z.object({ data: fields }).transform(({ data }) => data),
    fields,
  ]),
);
type Access = z.infer<typeof event>;
const coded = z.union([
  z.looseObject({ Code: z.string() }),
  z.looseObject({ code: z.string() }).transform(({ code }) => ({ Code: code })),
]);
/** Sent later than it happened. */
const offline = z.looseObject({ DataSource: z.literal('Offline') });
const NAMING = { pins: ['UserID'], cards: ['CardNo'], times: ['RealUTC', 'UTC', 'CreateTime'] };

/** A camera's `UTC` may be its local clock; `RealUTC` is what it says. */
const timeOf = ({ RealUTC, UTC, CreateTime }: Access) => parseTime(RealUTC ?? UTC ?? CreateTime ?? '');

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
const SIDE: Readonly<Record<string, number>> = { Entry: DOOR_KEY.in, Exit: DOOR_KEY.out };

function lineOf(one: Access): LineResult[] {
  const { Status, UserID, CardNo, Type = '', AttendanceState = 0, RecNo } = one;
  const pin = UserID || pinOfCard(CardNo);
  if (Status === 0) return pin ? rejected('not-a-pass', one) : [];
  if (Status !== 1) return unread(one, NAMING);
  const status = ATTENDANCE[AttendanceState] ?? SIDE[Type] ?? null;
  return passed({ pin, time: timeOf(one), status, number: RecNo }, one);
}

/** Returns the lines of what is no access event that can be read: nothing for frames of a face and for what names nobody, such as a door. */
function otherLines(one: unknown): LineResult[] {
  const code = coded.safeParse(one).data?.Code;
  // One face would be ten punches.
  if (code?.startsWith('_')) return [];
  return code === undefined || code === 'AccessControl' || namesPerson(one, NAMING) ? unread(one, NAMING) : [];
}

/** `Code=AccessControl;action=Pulse;index=0;data={..}`, whose JSON may go over several lines. */
const TEXT_EVENT = /^Code=([^;\s]{1,60})(?:;(?!data=)[^;\n]{0,100}){0,10}(?:;data=([\s\S]*))?$/;
/** `Events[0].Data.UserID=1001`, a line a field. */
const FLAT_FIELD = /^Events\[(\d{1,5})\]\.(?:Data\.)?(\w{1,60})=(.*)$/;

function eventsOf(text: string): readonly unknown[] {
  if (text.startsWith('Code=')) return text.split(/\n(?=Code=)/).map(textEvent);
  if (text.startsWith('Events[')) return flatEvents(text);
  return /^heartbeat$/i.test(text) ? [] : listIn(text, 'Events');
}
function textEvent(text: string): unknown {
  const [, Code, data] = TEXT_EVENT.exec(text.trim()) ?? [];
  const Data = data === undefined ? undefined : jsonOf(data);
  return Code !== undefined && (data === undefined || Data !== undefined) ? { Code, Data } : text;
}
function flatEvents(text: string): readonly unknown[] {
  const events = new Map<string, Record<string, string>>();
  for (const line of text.split(/\r?\n/)) {
    const [, index = '', name = '', value = ''] = FLAT_FIELD.exec(line.trim()) ?? [];
    if (name === '' || name === '__proto__') continue;
    const known = events.get(index) ?? {};
    events.set(index, known);
    known[name] = value;
  }
  return events.size > 0 ? [...events.values()] : [text];
}

export const dahua: PushDialect = {
  path: /^dahua(\/|$)/i,
  retries: true,
  read: (body, contentType) => {
    const events = eventsIn(body, contentType, eventsOf).map((one) => ({ one, data: event.safeParse(one).data }));
    const lines = events.flatMap(({ one, data }) => (data ? lineOf(data) : otherLines(one)));
    const numbered = events.flatMap(({ data }) => {
      const time = data && timeOf(data);
      return data?.RecNo !== undefined && time ? [{ number: data.RecNo, time }] : [];
    });
    return {
      ...NOTHING_HEARD,
      lines,
      numbered,
      isLive: events.length === 1 && !offline.safeParse(events[0]?.one).success,
    };
  },
};
