import { isPin } from '#contract/attendance/cards.ts';
import { words } from '#contract/platform/words.ts';
import { cut } from '../../body.ts';
import { parseTime } from '../../time.ts';
import { tabbedFields } from './lines.ts';
import { decodeTime } from './packedTime.ts';

/** One line of a mixed upload (OPERLOG, USERINFO, BIODATA, ...). */
export type OperationLine =
  | { kind: 'operation'; op: number; operator: string; local: string | null; raw: string }
  | { kind: 'user'; user: TerminalUser }
  | { kind: 'template'; template: TerminalTemplate }
  | { kind: 'other'; word: string; raw: string }
  /** A line of the terminal's error log about a command. */
  | { kind: 'command-error'; commandId: string; text: string }
  | { kind: 'reject'; reason: 'bad-pin' | 'unknown-layout'; raw: string };

type TerminalUser = {
  pin: string;
  name: string;
  privilege: number | null;
  card: string | null;
  blocked: boolean;
};
/** A biometric template or picture: its content is never read or logged. */
export type TerminalTemplate = { table: string; pin: string; key: string; content: string };

/** The tables in which templates and pictures are received and sent. */
export const TEMPLATE_TABLES = [
  'FP',
  'FINGERTMP',
  'FACE',
  'FVEIN',
  'BIODATA',
  'USERPIC',
  'BIOPHOTO',
  'TEMPLATEV10',
] as const;
const TEMPLATE_WORDS: ReadonlySet<string> = new Set(TEMPLATE_TABLES);
const OTHER_WORDS = new Set(['IDCARD', 'ERRORLOG', 'WORKCODE', 'SMS', 'USER_SMS', 'ATTPHOTO']);

/** Menu operations that raise an alarm: data cleared, clock set, records or administrators deleted, server changed. */
export const OPERATION_ALARMS: Readonly<Record<number, string>> = {
  13: words('All data cleared on the terminal'),
  21: words('Clock set on the terminal'),
  23: words('Clock records deleted on the terminal'),
  24: words('Administrators cleared on the terminal'),
  82: words('Server address changed on the terminal'),
  83: words('Server port changed on the terminal'),
};

/** Reads a card number: `[15CD5B07]` is little-endian hexadecimal, other text is decimal; all zeros or an empty text is no card. */
export function parseCard(text: string | undefined): string | null {
  if (!text) return null;
  const hex = /^\[([0-9a-f]{2,16})\]$/i.exec(text)?.[1];
  if (hex !== undefined) {
    if (hex.length % 2) return null;
    const value = BigInt(`0x${(hex.match(/../g) ?? []).reverse().join('')}`);
    return value === 0n ? null : value.toString();
  }
  return /^\d{1,20}$/.test(text) && !/^0+$/.test(text) ? BigInt(text).toString() : null;
}

function parseOperation(rest: string, raw: string): OperationLine {
  const [op = '', operator = '', time = ''] = rest.split('\t').map((field) => field.trim());
  if (!/^\d{1,4}$/.test(op)) return { kind: 'reject', reason: 'unknown-layout', raw };
  const written = parseTime(time);
  const local =
    written && 'local' in written ? written.local : /^\d{1,10}$/.test(time) ? decodeTime(Number(time)) : null;
  return { kind: 'operation', op: Number(op), operator: cut(operator, 24), local, raw };
}

function parseUser(fields: Map<string, string>, raw: string): OperationLine {
  const pin = fields.get('pin') ?? '';
  if (!isPin(pin)) return { kind: 'reject', reason: 'bad-pin', raw: redact(raw) };
  const privilege = fields.get('pri') ?? fields.get('privilege') ?? '';
  return {
    kind: 'user',
    user: {
      pin,
      name: cut(fields.get('name') ?? '', 120),
      privilege: /^\d{1,2}$/.test(privilege) ? Number(privilege) : null,
      card: parseCard(fields.get('card') ?? fields.get('cardno')),
      blocked: fields.get('grp') === '100',
    },
  };
}

function parseTemplate(word: string, fields: Map<string, string>, raw: string): OperationLine {
  const pin = fields.get('pin') ?? '';
  if (!isPin(pin)) return { kind: 'reject', reason: 'bad-pin', raw: redact(raw) };
  const key = ['fid', 'no', 'index', 'type', 'majorver', 'filename']
    .map((name) => fields.get(name))
    .filter((value) => value !== undefined)
    .join('-');
  const content = raw.replace(/^[A-Za-z0-9_]+[ \t]+/, '');
  return {
    kind: 'template',
    template: { table: word === 'FP' ? 'FINGERTMP' : word, pin, key: cut(key, 100), content },
  };
}

/** Reads why a command was not carried out: `ErrCode= ErrMsg= DataOrigin= CmdId= Additional=`. */
function parseCommandError(fields: Map<string, string>): OperationLine {
  const code = fields.get('errcode') ?? '';
  const message = [fields.get('errmsg'), fields.get('additional')].filter(Boolean).join('; ');
  const text = redact([code && `Error ${code}`, message].filter(Boolean).join(': '));
  return { kind: 'command-error', commandId: cut(fields.get('cmdid') ?? '', 20), text };
}

/**
 * Parses one line of a mixed upload. The type comes before a space (`OPLOG 4<TAB>...`). A `USERINFO` or template table may omit it: then the
 * request's table decides. `USER001` is not the type `USER`.
 */
export function parseOperationLine(raw: string, table: string): OperationLine {
  const match = /^([A-Za-z][A-Za-z0-9_]*)[ \t]+(.*)$/s.exec(raw);
  const named = match && !match[1]?.includes('=') ? match[1]?.toUpperCase() : undefined;
  const word = named ?? table.toUpperCase();
  const rest = named ? (match?.[2] ?? '') : raw;
  if (word === 'OPLOG') return parseOperation(rest, raw);
  const fields = tabbedFields(rest);
  if (word === 'USER' || word === 'USERINFO' || (!named && word === 'OPERLOG' && fields.has('pin')))
    return parseUser(fields, raw);
  if (TEMPLATE_WORDS.has(word)) return parseTemplate(word, fields, raw);
  if (word === 'ERRORLOG' && fields.get('cmdid')) return parseCommandError(fields);
  if (OTHER_WORDS.has(word)) return { kind: 'other', word, raw: redact(raw) };
  return { kind: 'reject', reason: 'unknown-layout', raw: redact(raw) };
}

/** Returns a raw line without what must never be stored or logged: passwords, templates, pictures, keys. */
export const redact = (raw: string): string =>
  cut(raw.replace(/\b(passwd|password|tmp|template|content|pushcommkey|commkey|token)=[^\t\r\n&,]*/gi, '$1=***'), 500);
