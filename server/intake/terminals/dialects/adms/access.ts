import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { eventOrigin } from '#contract/attendance/quarantine.ts';
import { localTime, zoneOf } from '../../../../platform/zone.ts';
import { cut, hashOf, isPinOrCard, pinOfCard } from '../../body.ts';
import type { Doubt, LineResult, Reject } from '../../line.ts';
import { isBefore2000, parseTime, type TerminalTime } from '../../time.ts';
import { offsetText } from './commands.ts';
import { tabbedFields } from './lines.ts';
import { doubtsIn } from './named.ts';
import { decodeTime, encodeTime } from './packedTime.ts';

/** Security PUSH 3.x: access terminals, whose passes count as punches. */

/**
 * Returns true for an event by which a person came through (0-3, 14-19, 203 and the extended normal range); the others are refusals, doors and
 * alarms.
 */
export const isPass = (event: number): boolean =>
  (event >= 0 && event <= 3) || (event >= 14 && event <= 19) || event === 203 || (event >= 4000 && event <= 4999);

/** Refusals (20 to 99, 5000 to 5999) and warnings (100 to 199, 6000 to 6999), by the vendor's table. */
const isRefusal = (event: number): boolean => (event >= 20 && event <= 199) || (event >= 5000 && event <= 6999);

const number = (text: string | undefined) => (text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : null);

/** Returns true for a row that says which event it is. */
export const isAccessRow = (line: string): boolean => /(?:^|[\t ])event(?:type)?=/i.test(line);

/** Parses one `rtlog` row (`time= pin= event= inoutstatus= verifytype= index=`, separated by tabs). */
export function parseRtlogLine(raw: string): LineResult {
  const reject = (reason: Reject['reason'], ...doubts: Doubt[]): LineResult => ({
    reject: { reason, raw: cut(raw, 4_000), doubts: doubts.map((doubt) => ({ recordId: hashOf(raw), ...doubt })) },
  });
  const fields = tabbedFields(raw.replace(/^(rtlog|transaction)[ \t]+/i, ''));
  const event = number(fields.get('event') ?? fields.get('eventtype'));
  const named = fields.get('pin') ?? '';
  // A card that the terminal lets pass and that none of its people has.
  const pin = named === '' || named === '0' ? pinOfCard(fields.get('cardno')) : named;
  if (event !== null && isRefusal(event)) return reject('not-a-pass');
  const unread = pin === '' ? doubtsIn(raw) : [];
  if (pin === '') return unread.length > 0 ? reject('unknown-layout', ...unread) : reject('not-a-pass');
  const timeText = fields.get('time') ?? '';
  const packed = fields.get('time_second');
  const time = parseTime(timeText) ?? (packed ? parsePacked(packed) : null);
  const key = number(fields.get('inoutstatus') ?? fields.get('inoutstate'));
  const status = key === 0 || key === 1 ? key : null;
  if (!isPinOrCard(pin)) return reject('bad-pin', ...doubtsIn(raw));
  if (event === null || !isPass(event))
    return reject('unknown-event', { pin, time, status, origin: eventOrigin(`${event ?? ''}`) });
  if (!time || isBefore2000(time))
    return reject(time ? 'before-2000' : 'bad-time', { pin, time: null, status, origin: 'time' });
  return {
    punch: {
      pin,
      time,
      status,
      verify: number(fields.get('verifytype') ?? fields.get('verified')),
      workCode: null,
      raw,
    },
  };
}

/** The transaction table contains packed times. */
function parsePacked(text: string): TerminalTime | null {
  const local = /^\d{1,10}$/.test(text) ? decodeTime(Number(text)) : null;
  return local === null ? null : { local };
}

/** The input of the codes: the server's key, the terminal, and the number of its registration. */
export type Registration = { key: Uint8Array; serial: string; registration: number };

/** Derives a code for one registration from the server's key: every process gives the same, and nothing is stored. */
const derived = (purpose: string, { key, serial, registration }: Registration) =>
  createHmac('sha256', key)
    .update(`${purpose}:${serial}${registration === 0 ? '' : `:${registration}`}`)
    .digest('hex')
    .slice(0, 32);

export const registryCode = (of: Registration): string => derived('registry', of);
const sessionId = (of: Registration): string => derived('session', of);

/** The md5 of RegistryCode + SN + SessionID, with which a registered terminal authenticates itself (its choice of hash, not ours). */
const expectedToken = (of: Registration, sentSerial: string): string =>
  createHash('md5')
    .update(`${registryCode(of)}${sentSerial}${sessionId(of)}`)
    .digest('hex');

/** Returns true if the `token=` of a Cookie header is this terminal's. `sentSerial`: in the terminal's spelling. */
export function tokenMatches(cookie: string | undefined, of: Registration, sentSerial: string): boolean {
  const token = cookie === undefined ? undefined : /(?:^|;)\s*token=([^;]*)/i.exec(cookie)?.[1]?.trim().toLowerCase();
  if (token === undefined) return false;
  const expected = Buffer.from(expectedToken(of, sentSerial));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const serverLines = (session: string | null): string[] => [
  'ServerVersion=3.1.2',
  'ServerName=Tallyboard',
  'PushVersion=3.1.2',
  'ErrorDelay=30',
  'RequestDelay=10',
  'TransTimes=00:00;14:05',
  'TransInterval=1',
  'TransTables=User Transaction',
  'Realtime=1',
  ...(session === null ? [] : [`SessionID=${session}`]),
  'TimeoutSec=10',
];

/** The reply to `push`: how to talk to this server. */
export const pushBlock = (of: Registration): string => `${serverLines(sessionId(of)).join('\n')}\n`;

/** The reply to the handshake of a terminal that has registered before; without `of` it omits the codes, which the terminal has had. */
export const registeredBlock = (of: Registration | null): string =>
  `${['registry=ok', ...(of ? [`RegistryCode=${registryCode(of)}`] : []), ...serverLines(of && sessionId(of))].join('\n')}\n`;

/** The reply to `rtdata?type=time`: the packed time in GMT, and the zone. */
export const timeReply = (timeZone: string, now: number): string =>
  `DateTime=${encodeTime(localTime(zoneOf('UTC'), now))},ServerTZ=${offsetText(timeZone, now)}`;
