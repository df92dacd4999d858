import { localTime, offsetMinutes, zoneOf } from '../../../../platform/zone.ts';
import type { Dialect } from '../../terminals.sql.ts';
import { TEMPLATE_TABLES } from './operlog.ts';
import { encodeTime } from './packedTime.ts';

/** Commands independent of the dialect in which they are sent. */
export type TerminalCommand =
  | { kind: 'check' }
  | { kind: 'log' }
  | { kind: 'info' }
  | { kind: 'reboot' }
  | { kind: 'history' }
  | { kind: 'set-clock' }
  | { kind: 'put-user'; pin: string; name: string }
  | { kind: 'delete-user'; pin: string }
  | { kind: 'delete-template'; pin: string; table: string }
  | { kind: 'put-template'; table: string; content: string };

/** A value in a command that would end the command or start another field. */
export class UnsafeValue extends Error {}

function safe(value: string, field: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) throw new UnsafeValue(`${field} holds a control character`);
  return value;
}

/** The tables of templates and pictures of people; no other table is ever written. A received 'FP' is stored as 'FINGERTMP'. */
const WRITTEN_TABLES: ReadonlySet<string> = new Set(TEMPLATE_TABLES.filter((word) => word !== 'FP'));
function templateTable(name: string): string {
  if (!WRITTEN_TABLES.has(name)) throw new UnsafeValue('Unknown table');
  return name;
}

/** Checks a stored template line: its fields are separated by tabs, and it must stay one line. */
function opaque(content: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(content)) throw new UnsafeValue('Template holds a line end');
  return content;
}

/** Returns a name that fits 24 bytes, as on most models; cut between characters, control characters replaced by spaces. */
export function terminalName(name: string): string {
  let cut = '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  for (const character of name.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()) {
    if (Buffer.byteLength(cut + character) > 24) break;
    cut += character;
  }
  return cut.trim();
}

const attendance = (command: TerminalCommand, zone: string, now: number): string => {
  switch (command.kind) {
    case 'check':
      return 'CHECK';
    case 'log':
      return 'LOG';
    case 'info':
      return 'INFO';
    case 'reboot':
      return 'REBOOT';
    case 'history':
      return `DATA QUERY ATTLOG StartTime=2000-01-01 00:00:00\tEndTime=${localTime(zoneOf(zone), now)}`;
    case 'set-clock':
      return `SET OPTION DateTime=${encodeTime(localTime(zoneOf(zone), now))}`;
    case 'put-user':
      return `DATA UPDATE USERINFO PIN=${safe(command.pin, 'PIN')}\tName=${safe(command.name, 'Name')}`;
    case 'delete-user':
      return `DATA DELETE USERINFO PIN=${safe(command.pin, 'PIN')}`;
    case 'delete-template':
      return `DATA DELETE ${templateTable(command.table)} PIN=${safe(command.pin, 'PIN')}`;
    case 'put-template':
      return `DATA UPDATE ${templateTable(command.table)} ${opaque(command.content)}`;
  }
};

const access = (command: TerminalCommand, _zone: string, now: number): string => {
  switch (command.kind) {
    case 'check':
    case 'log':
      // Access terminals know neither command; they are asked for the passes that they have not sent.
      return 'DATA QUERY tablename=transaction,fielddesc=*,filter=NewRecord';
    case 'info':
      return 'GET OPTIONS ~SerialNumber,FirmVer,~DeviceName,UserCount,TransactionCount';
    case 'reboot':
      return 'CONTROL DEVICE 03000000';
    case 'history':
      return 'DATA QUERY tablename=transaction,fielddesc=*,filter=*';
    case 'set-clock':
      return `SET OPTIONS DateTime=${encodeTime(localTime(zoneOf('UTC'), now))}`;
    case 'put-user':
      return `DATA UPDATE user Pin=${safe(command.pin, 'PIN')}\tName=${safe(command.name, 'Name')}`;
    case 'delete-user':
      return `DATA DELETE user Pin=${safe(command.pin, 'PIN')}`;
    case 'delete-template':
      return `DATA DELETE ${templateTable(command.table).toLowerCase()} Pin=${safe(command.pin, 'PIN')}`;
    case 'put-template':
      return `DATA UPDATE ${templateTable(command.table).toLowerCase()} ${opaque(command.content)}`;
  }
};

const WRITERS = { attendance, access } satisfies Record<Dialect, unknown>;

/** Returns the text of a command for a terminal, without its `C:id:`. @throws UnsafeValue when a value would break out of its line. */
export const commandText = (command: TerminalCommand, dialect: Dialect, timeZone: string, now: number): string =>
  WRITERS[dialect](command, timeZone, now);

export const MAX_COMMANDS = 200;
const MAX_REPLY_BYTES = 40_000;

/**
 * Returns the reply to a poll: one `C:<id>:<text>` per line, each ended by LF, at most 200 and 40 KB, a reboot last; `OK` when there is nothing. Also
 * returns how many of the commands fit.
 */
export function commandReply(commands: readonly { id: string; text: string }[]): { body: string; ids: string[] } {
  const last = (text: string) => (text === 'REBOOT' || text === 'CONTROL DEVICE 03000000' ? 1 : 0);
  const ordered = commands.toSorted((a, b) => last(a.text) - last(b.text));
  let body = '';
  let size = 0;
  const ids: string[] = [];
  for (const { id, text } of ordered) {
    // Checked again here, also for commands of ours: a command is a single line, and an id has only these characters.
    if (!/^[A-Za-z0-9]{1,16}$/.test(id) || /[\r\n\0]/.test(text)) throw new UnsafeValue('A command holds a line end');
    const line = `C:${id}:${text}\n`;
    const bytes = Buffer.byteLength(line);
    if (ids.length >= MAX_COMMANDS || (ids.length > 0 && size + bytes > MAX_REPLY_BYTES)) break;
    body += line;
    size += bytes;
    ids.push(id);
  }
  return { body: body || 'OK', ids };
}

/** Returns the offset of the wall clock in the form of v3: `+0800`. */
export function offsetText(timeZone: string, now: number): string {
  const minutes = offsetMinutes(zoneOf(timeZone), now);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`;
}
