import { isPin } from '#contract/attendance/cards.ts';
import { cut, hashOf } from '../../body.ts';
import type { Doubt, LineResult, Reject, TerminalPunch } from '../../line.ts';
import { isBefore2000, parseTime } from '../../time.ts';
import { tabbedFields } from './lines.ts';
import { doubtOf, doubtsIn } from './named.ts';

const MAX_LINE = 4_000;
const DATE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/;
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?$/;

/** Returns a small whole number, or null: an empty or odd status is unknown, not 0. */
const code = (text: string | undefined): number | null => (text && /^\d{1,3}$/.test(text) ? Number(text) : null);

/** Splits a line at tabs or, where a sender used semicolons, commas or spaces, at those (with date and time joined again). */
function columnsOf(line: string): string[] {
  const body = line.replace(/^ATTLOG[\t ]/i, '');
  if (body.includes('\t')) return body.split('\t').map((column) => column.trim());
  const separator = body.includes(';') ? /;/ : /[ ,]+/;
  const columns = body.trim().split(separator);
  const [pin = '', date = '', clock = '', ...rest] = columns.map((column) => column.trim());
  return DATE.test(date) && CLOCK.test(clock)
    ? [pin, `${date} ${clock}`, ...rest]
    : separator.test(';')
      ? [pin, date, clock, ...rest]
      : [pin, date, clock, ...rest].filter(Boolean);
}

/** Reads `PIN=..<TAB>Time=..` instead of columns. */
function namedColumns(line: string): string[] | null {
  if (!/(^|\t)(pin|userid)=/i.test(line)) return null;
  const fields = tabbedFields(line.replace(/^ATTLOG[\t ]/i, ''));
  const get = (...names: string[]) => names.map((name) => fields.get(name)).find((value) => value !== undefined) ?? '';
  return [
    get('pin', 'userid'),
    get('time', 'datetime', 'checktime'),
    get('status', 'state', 'inoutstatus'),
    get('verify', 'verifytype'),
    get('workcode'),
  ];
}

/** Returns the people whom the columns before a time may mean. */
const peopleBefore = (columns: readonly string[], at: number, raw: string): Doubt[] =>
  columns
    .slice(0, Math.min(at, MOST_SHIFTED))
    .filter((pin) => pin !== '0' && isPin(pin))
    .map((pin) => doubtOf({ pin, time: parseTime(columns[at] ?? '') }, raw));
const MOST_SHIFTED = 3;

/** Returns a text without trailing semicolons and spaces. (A regular expression anchored at the end takes quadratic time.) */
function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && '; '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Splits lines on which some senders put several punches, with a semicolon after each. */
export const punchesOfLine = (line: string): string[] =>
  line
    .split(/(?<=\d:\d{2}[^;]*);\s*(?=[^\t ;]{1,24}[\t ]\d{4}[-/]\d)/)
    .map(withoutSeparators)
    .filter((punch) => punch !== '');

/**
 * Parses one ATTLOG line in any of the layouts that firmwares send: 2 to 12 columns, the first five being `PIN Time Status Verify Workcode`. A line
 * that cannot be read with certainty is a reject with its reason, never a guess.
 */
export function parseAttlogLine(raw: string): LineResult {
  const reject = (reason: Reject['reason'], ...doubts: Doubt[]): LineResult => ({
    reject: { reason, raw: cut(raw, MAX_LINE), doubts: doubts.map((doubt) => ({ recordId: hashOf(raw), ...doubt })) },
  });
  if (raw.length > MAX_LINE) return reject('line-too-long', ...doubtsIn(raw));
  const columns = namedColumns(raw) ?? columnsOf(raw);
  while (columns.length > 0 && columns.at(-1) === '') columns.pop();
  const [pin = '', timeText = '', status, verify, workCode] = columns;
  const time = parseTime(timeText);
  // With a uid before the PIN, or any other shift of the columns, one could only guess whose punch it is.
  const later = time ? -1 : columns.findIndex((column) => parseTime(column));
  if (later >= 2) return reject('unknown-layout', ...peopleBefore(columns, later, raw));
  if (!time && isPin(pin)) return reject('bad-time', { pin, time, status: code(status), origin: 'time' });
  if (!time) return reject('bad-time', ...doubtsIn(raw));
  if (!isPin(pin)) return reject('bad-pin', ...doubtsIn(raw));
  if (isBefore2000(time)) return reject('before-2000', { pin, time: null, status: code(status), origin: 'time' });
  // Nine columns end in `IDNum Type`; type 1 is a check of an identity card.
  if (columns.length === 9 && columns[8] === '1') return reject('id-verification');
  return {
    punch: {
      pin,
      time,
      status: code(status),
      verify: code(verify),
      workCode: workCode && workCode !== '0' ? cut(workCode, 40) : null,
      raw,
    },
  };
}

/** The name of a terminal's USB file: `1_attlog.dat` with the device number, or `{serial}_attlog.dat`. */
const USB_FILE = /^([A-Za-z0-9]{4,40})_attlog\.dat$/i;
/** Returns the serial number in the name of a terminal's USB file; undefined where there is none (a device number has at most three digits). */
export const serialOfFile = (name: string): string | undefined => USB_FILE.exec(name)?.[1];
/** Returns the device number in the name of a terminal's USB file; null where there is none. */
export const deviceNumberOfFile = (name: string): number | null =>
  Number(/^(\d{1,3})_attlog\.dat$/i.exec(name)?.[1] ?? NaN) || null;

type UsbLine = { punch: TerminalPunch; deviceNumber: number } | { reject: Reject };
/**
 * Parses one line of the file that a terminal writes to a USB stick: PIN (padded to 9), local time, **device number**, status, verify,
 * work code. Its third column is not the status, so the parser of the protocol would read device 1 as OUT.
 */
export function parseUsbLine(raw: string): UsbLine {
  const [pin, time, device, ...rest] = raw.split('\t').map((column) => column.trim());
  if (rest.length < 2 || rest.length > 3 || !/^\d{1,3}$/.test(device ?? ''))
    return { reject: { reason: 'unknown-layout', raw: cut(raw, MAX_LINE) } };
  const read = parseAttlogLine([pin, time, ...rest].join('\t'));
  return 'punch' in read
    ? { punch: { ...read.punch, raw }, deviceNumber: Number(device) }
    : { reject: { ...read.reject, raw: cut(raw, MAX_LINE) } };
}
