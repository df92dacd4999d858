import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../../platform/db/db.ts';
import { saveRejects } from '../../../../platform/rejects/rejects.sql.ts';
import { rejectedLine } from '../../../../platform/rejects/rejects.ts';
import { lockAccount } from '../../../../platform/tenant/account.ts';
import { decodeText } from '../../body.ts';
import { noteNames } from '../../conflicts.ts';
import type { Doubt, LineResult } from '../../line.ts';
import { storePunches } from '../../punches.ts';
import { saveAlarms, type Terminal } from '../../terminals.sql.ts';
import { isAccessRow, parseRtlogLine } from './access.ts';
import { saveOptions, saveTemplates } from './adms.sql.ts';
import { parseAttlogLine } from './attlog.ts';
import { noteCommandErrors } from './commands.sql.ts';
import { linesOf } from './lines.ts';
import { doubtOf, doubtsIn } from './named.ts';
import { OPERATION_ALARMS, type OperationLine, parseOperationLine, redact, type TerminalTemplate } from './operlog.ts';
import { keptOptions, parseOptions, type TerminalOptions } from './options.ts';
import { templateContext } from './queue.ts';
import { dateAt } from './roster.ts';
import type { TerminalExchange } from './terminalExchange.ts';

/** The largest template or picture, in bytes: sealed, which adds a third, it must fit a line of a backup (LIMITS.lineBytes). */
const MAX_TEMPLATE = 512 * 1024;
const isTooLarge = ({ content }: TerminalTemplate) => Buffer.byteLength(content) > MAX_TEMPLATE;

/** Handles menu operations, users, templates and pictures: alarms are stored and, where the account wants them, templates. */
export async function takeOperations(exchange: TerminalExchange, text: string, table: string): Promise<number> {
  const { db, terminal, now } = exchange;
  const raw = linesOf(text);
  const lines = raw.map((line) => parseOperationLine(line, table));
  const alarms = lines.flatMap((line) => alarmOf(line, now));
  const templates = terminal.storeTemplates && exchange.isAccepted ? templatesOf(exchange, lines) : [];
  const rejects = lines.flatMap((line) => rejectOf(exchange, line) ?? []);
  const errors = lines.filter((line) => line.kind === 'command-error');
  const users = lines.flatMap((line) => (line.kind === 'user' && line.user.name !== '' ? [line.user] : []));
  const unread = lines.flatMap((line, n) =>
    line.kind === 'reject' && line.reason === 'unknown-layout' ? unreadLine(line.reason, raw[n] ?? '') : [],
  );
  const store = async (tx: Db) => {
    await noteNames(tx, terminal, new Map(users.map(({ pin, name }) => [pin, name])), now);
    if (templates.length > 0) await saveTemplates(tx, terminal, templates, dateAt(terminal, now), now);
    if (alarms.length > 0) await saveAlarms(tx, terminal, alarms);
    if (errors.length > 0) await noteCommandErrors(tx, terminal, errors);
    await saveRejects(tx, terminal, rejects, now);
  };
  if (unread.length > 0) await storePunches(exchange, unread, { isLive: false, alongside: store });
  else if (alarms.length + templates.length + rejects.length + errors.length + users.length > 0)
    await db.tenant(terminal.accountId, async (tx) => {
      if (users.length > 0) await lockAccount(tx, terminal.accountId);
      await store(tx);
    });
  return raw.length;
}

/** Returns a line that is in no known form: people whom it names beside a time may have clocked, and are not called absent. */
function unreadLine(reason: 'unknown-layout' | 'unknown-table', line: string): LineResult {
  const raw = redact(line);
  const doubts = doubtsOf(line).map((doubt) => doubtOf(doubt, raw));
  return { reject: { reason, raw, doubts } };
}
/** Returns the people whom a line names beside a time, in whatever form: as a punch, a row of an access terminal, or fields. */
function doubtsOf(line: string): Doubt[] {
  const read = isAccessRow(line) ? parseRtlogLine(line) : parseAttlogLine(line);
  if ('punch' in read) return [doubtOf(read.punch, line)];
  return read.reject.reason === 'not-a-pass' ? [] : doubtsIn(line);
}

/** Stores the lines of a body that name people beside a time where no punches are expected: they are acknowledged with it. */
export async function takeNamed(exchange: TerminalExchange) {
  const lines = linesOf(decodeText(exchange.body)).filter((line) => doubtsOf(line).length > 0);
  const unread = lines.map((line) => unreadLine('unknown-table', line));
  if (unread.length > 0) await storePunches(exchange, unread, { isLive: false });
}

/** Returns the reject of a line that is not stored, with the reason; of a template that is too large, only its size. */
function rejectOf({ terminal }: TerminalExchange, line: OperationLine) {
  if (line.kind === 'reject') return line.reason === 'unknown-layout' ? null : rejectedLine(line);
  if (line.kind !== 'template' || !terminal.storeTemplates || !isTooLarge(line.template)) return null;
  const { table, pin, key, content } = line.template;
  const [size, limit] = [Buffer.byteLength(content), MAX_TEMPLATE].map((bytes) => Math.ceil(bytes / 1024));
  return rejectedLine({
    reason: 'template-too-large',
    raw: `${table} PIN=${pin} ${key}: ${size} KB, at most ${limit} KB`,
  });
}

function alarmOf(line: OperationLine, now: Date) {
  const text = line.kind === 'operation' ? OPERATION_ALARMS[line.op] : undefined;
  if (line.kind !== 'operation' || text === undefined) return [];
  return [{ at: line.local ?? now.toISOString(), op: line.op, text }];
}

function templatesOf({ secrets, terminal }: TerminalExchange, lines: readonly OperationLine[]) {
  const found = new Map<string, { id: string; timeId: string; kind: string; slot: string; sealed: string }>();
  for (const line of lines) {
    if (line.kind !== 'template' || isTooLarge(line.template)) continue;
    const { table, pin, key, content } = line.template;
    const sealed = secrets.seal(content, templateContext(terminal.accountId, pin));
    // The last of a batch wins, because one statement cannot write the same row twice.
    found.set(`${pin} ${table} ${key}`, { id: uuidv7(), timeId: pin, kind: table, slot: key, sealed });
  }
  return [...found.values()];
}

/** Stores the options that the terminal reports; what is none, such as lines in columns, is stored as rejects. */
export async function takeOptions(exchange: TerminalExchange, text: string) {
  const options = text.includes('\t') ? NO_OPTIONS : parseOptions(text);
  if (options.size > 0) await noteOptions(exchange.db, exchange.terminal, options);
  else await takeUnknown(exchange, text);
}
const NO_OPTIONS: TerminalOptions = new Map();

export function noteOptions(db: Db, terminal: Terminal, options: TerminalOptions) {
  const made = {
    make: options.get('oemvendor') ?? null,
    model: options.get('devicename') ?? null,
    platformVersion: options.get('fwversion') ?? options.get('firmver') ?? null,
  };
  return db.tenant(terminal.accountId, (tx) => saveOptions(tx, terminal, keptOptions(options), made));
}

/** Handles a table that nobody has described: its lines are stored as rejects, so that nothing acknowledged is lost. */
export async function takeUnknown(exchange: TerminalExchange, text: string): Promise<number> {
  const lines = linesOf(text);
  const unread = lines
    .filter((line) => 'raw' in parseOperationLine(line, ''))
    .map((line) => unreadLine('unknown-table', line))
    .filter((line) => 'reject' in line && line.reject.raw !== '');
  if (unread.length > 0) await storePunches(exchange, unread, { isLive: false });
  return lines.length;
}
