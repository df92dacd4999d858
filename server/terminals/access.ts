import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { localTime, zoneOf } from '../attendance/zone.ts';
import type { LineResult } from './attlog.ts';
import { cut, isPin, tabbedFields } from './body.ts';
import { offsetText } from './commands.ts';
import { decodeTime, encodeTime, parseTime, type TerminalTime } from './time.ts';

/** Security PUSH 3.x: access terminals, whose passes count as punches. */

/** Events by which a person came through (0-3, 14-19, 203, and the extended normal range); the rest are refusals, doors and alarms. */
export const isPass = (event: number): boolean =>
  (event >= 0 && event <= 3) || (event >= 14 && event <= 19) || event === 203 || (event >= 4000 && event <= 4999);

const number = (text: string | undefined) => (text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : null);

/** One `rtlog` row (`time= pin= event= inoutstatus= verifytype= index=`, tabs between). */
export function parseRtlogLine(raw: string): LineResult {
  const reject = (reason: 'bad-time' | 'bad-pin' | 'not-a-pass' | 'before-2000'): LineResult => ({
    reject: { reason, raw: cut(raw, 4_000) },
  });
  const fields = tabbedFields(raw.replace(/^(rtlog|transaction)[ \t]+/i, ''));
  const event = number(fields.get('event') ?? fields.get('eventtype'));
  const pin = fields.get('pin') ?? '';
  if (event === null || !isPass(event) || pin === '' || pin === '0') return reject('not-a-pass');
  const timeText = fields.get('time') ?? '';
  const packed = fields.get('time_second');
  const time = parseTime(timeText) ?? (packed ? parsePacked(packed) : null);
  if (!time) return reject('bad-time');
  if (!isPin(pin)) return reject('bad-pin');
  if ('local' in time && time.local < '2000-01-01') return reject('before-2000');
  const status = number(fields.get('inoutstatus') ?? fields.get('inoutstate'));
  return {
    punch: {
      pin,
      time,
      status: status === 0 || status === 1 ? status : null,
      verify: number(fields.get('verifytype') ?? fields.get('verified')),
      workCode: null,
      raw,
    },
  };
}

/** The transaction table writes its times packed. */
function parsePacked(text: string): TerminalTime | null {
  const local = /^\d{1,10}$/.test(text) ? decodeTime(Number(text)) : null;
  return local === null ? null : { local };
}

/** Codes for one terminal, derived from the server's key: every process answers the same, and nothing is kept. */
const derived = (key: Uint8Array, purpose: string, serial: string) =>
  createHmac('sha256', key).update(`${purpose}:${serial}`).digest('hex').slice(0, 32);

export const registryCode = (key: Uint8Array, serial: string): string => derived(key, 'registry', serial);
export const sessionId = (key: Uint8Array, serial: string): string => derived(key, 'session', serial);

/** md5 of RegistryCode + SN + SessionID: what a registered terminal proves itself with (its choice of hash, not ours). */
const expectedToken = (key: Uint8Array, serial: string, sentSerial: string): string =>
  createHash('md5')
    .update(`${registryCode(key, serial)}${sentSerial}${sessionId(key, serial)}`)
    .digest('hex');

/** Is the `token=` of a Cookie header this terminal's? null when there is none. */
export function tokenMatches(
  cookie: string | undefined,
  key: Uint8Array,
  { serial, sentSerial }: { serial: string | null; sentSerial: string },
): boolean | null {
  const token = cookie === undefined ? undefined : /(?:^|;)\s*token=([^;]*)/i.exec(cookie)?.[1]?.trim().toLowerCase();
  if (token === undefined || serial === null) return null;
  const expected = Buffer.from(expectedToken(key, serial, sentSerial));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const serverLines = (key: Uint8Array, serial: string): string[] => [
  'ServerVersion=3.1.2',
  'ServerName=Tallyboard',
  'PushVersion=3.1.2',
  'ErrorDelay=30',
  'RequestDelay=10',
  'TransTimes=00:00;14:05',
  'TransInterval=1',
  'TransTables=User Transaction',
  'Realtime=1',
  `SessionID=${sessionId(key, serial)}`,
  'TimeoutSec=10',
];

/** Reply to `push`: how to talk to this server. */
export const pushBlock = (key: Uint8Array, serial: string): string => `${serverLines(key, serial).join('\n')}\n`;

/** Reply to the handshake of a terminal that has registered before. */
export const registeredBlock = (key: Uint8Array, serial: string): string =>
  `${['registry=ok', `RegistryCode=${registryCode(key, serial)}`, ...serverLines(key, serial)].join('\n')}\n`;

/** Reply to `rtdata?type=time`: the time in GMT, packed, and the zone. */
export const timeReply = (timeZone: string, now: number): string =>
  `DateTime=${encodeTime(localTime(zoneOf('UTC'), now))},ServerTZ=${offsetText(timeZone, now)}`;
