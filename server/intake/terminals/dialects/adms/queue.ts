import type { Db } from '../../../../platform/db/db.ts';
import type { Secrets } from '../../../../platform/secrets/secrets.ts';
import type { Terminal } from '../../terminals.sql.ts';
import { findTemplate } from './adms.sql.ts';
import {
  expireCommands,
  finishCommands,
  insertCommands,
  lockDueCommands,
  markSent,
  type NewCommand,
  type Outcome,
  type QueuedCommand,
  selectUnknown,
  trimCommands,
} from './commands.sql.ts';
import { commandReply, commandText, MAX_COMMANDS, type TerminalCommand, UnsafeValue } from './commands.ts';
import { type CommandResult, isPending, isRetryable } from './results.ts';
import { forgetErasedPins, noteDeletionAnswers } from './roster.sql.ts';

type Of = { accountId: string; deviceId: string };

/** Returns 16 characters that sort in order of creation: time, position, random. */
function commandId(now: Date, position: number): string {
  const chance = Math.floor(Math.random() * 36 ** 4);
  return [
    now.getTime().toString(36).padStart(8, '0'),
    position.toString(36).padStart(4, '0'),
    chance.toString(36).padStart(4, '0'),
  ].join('');
}

/** Returns a command as the connection log shows it. */
function readable(command: QueuedCommand): string {
  if (command.kind === 'stored-template') return 'DATA UPDATE template';
  if (command.kind === 'put-template') return `DATA UPDATE ${command.table}`;
  // A clock command gets its zone and time when it is delivered.
  if (command.kind === 'history') return 'DATA QUERY ATTLOG';
  if (command.kind === 'set-clock') return 'SET OPTION DateTime';
  return commandText(command, 'attendance', 'UTC', 0).replaceAll('\t', ' ');
}

/** Queues commands for a terminal, in order, leaving out those with a value that could break out of its line. */
export async function queueCommands(tx: Db, of: Of, commands: readonly QueuedCommand[], now: Date) {
  const fresh: NewCommand[] = [];
  for (const payload of commands) {
    try {
      fresh.push({ id: commandId(now, fresh.length), command: readable(payload), payload });
    } catch (error) {
      if (!(error instanceof UnsafeValue)) throw error;
    }
  }
  if (fresh.length > 0) await insertCommands(tx, of, fresh, now);
}

/** Returns a command's text; null for a template that was deleted or sealed with another key, and for a value that has become unsafe. */
async function textOf(
  tx: Db,
  terminal: Terminal,
  secrets: Secrets,
  payload: QueuedCommand,
  now: Date,
): Promise<string | null> {
  const { accountId, dialect, timeZone } = terminal;
  const write = (command: TerminalCommand) => commandText(command, dialect, timeZone, now.getTime());
  if (payload.kind !== 'stored-template') return orNull(() => write(payload));
  const found = await findTemplate(tx, accountId, payload.templateId);
  if (!found) return null;
  const { kind: table, timeId, sealed } = found;
  return orNull(() => {
    const content = secrets.open(sealed, templateContext(accountId, timeId)).toString('utf8');
    return write({ kind: 'put-template', table, content });
  });
}

function orNull(write: () => string): string | null {
  try {
    return write();
  } catch {
    return null;
  }
}

/** Returns the context of a sealed template, so that it cannot be opened for anybody else. */
export const templateContext = (accountId: string, timeId: string) => `template:${accountId}:${timeId}`;

const TEMPLATE_KINDS = ['stored-template', 'put-template'] as const satisfies QueuedCommand['kind'][];
/** Kinds of commands that are withheld on a network that nobody accepted, where a terminal only gets CHECK, LOG and the time. */
const PRIVATE_KINDS = [
  ...TEMPLATE_KINDS,
  'info',
  'reboot',
  'history',
  'put-user',
  'delete-user',
  'delete-template',
] as const;

/** Returns the kinds of commands that stay in the queue. */
export function withheldKinds({ isAccepted, mayHaveTemplates }: { isAccepted: boolean; mayHaveTemplates: boolean }) {
  if (!isAccepted) return PRIVATE_KINDS;
  return mayHaveTemplates ? [] : TEMPLATE_KINDS;
}

/** Takes the commands that are due, except withheld kinds, from the queue and writes the reply to a poll. */
export async function takeCommands(
  tx: Db,
  terminal: Terminal,
  secrets: Secrets,
  withheld: readonly string[],
  now: Date,
): Promise<string> {
  await expireCommands(tx, terminal, now);
  const due = await lockDueCommands(tx, terminal, withheld, MAX_COMMANDS, now);
  const written: { id: string; text: string }[] = [];
  const impossible: Outcome[] = [];
  for (const { id, payload } of due) {
    // Marked as failed, and the queue continues.
    const text = await textOf(tx, terminal, secrets, payload, now);
    if (text === null) impossible.push({ id, code: null, status: 'failed' });
    else written.push({ id, text });
  }
  if (impossible.length > 0) await finishCommands(tx, terminal, impossible, now);
  const { body, ids } = commandReply(written);
  if (ids.length > 0) await markSent(tx, terminal, ids, now);
  return body;
}

function outcomeOf({ id, code }: CommandResult): Outcome {
  if (code !== null && isPending(code)) return { id, code, status: 'sent' };
  if (code !== null && isRetryable(code)) return { id, code, status: 'queued' };
  return { id, code, status: code !== null && code >= 0 ? 'done' : 'failed' };
}

/** Stores results; those for another serial number or for unknown commands change nothing. Returns the ids that name no command of this terminal. */
export async function takeResults(
  tx: Db,
  terminal: Terminal,
  results: readonly CommandResult[],
  now: Date,
): Promise<string[]> {
  const unknown = await selectUnknown(tx, terminal, [...new Set(results.map(({ id }) => id))]);
  const own = results.filter(({ serial }) => serial === null || serial === terminal.serial);
  const once = [...new Map(own.map((result) => [result.id, outcomeOf(result)])).values()];
  if (once.length > 0) {
    const finished = await finishCommands(tx, terminal, once, now);
    await noteDeletionAnswers(
      tx,
      terminal,
      finished.map(({ id }) => id),
      now,
    );
    await forgetErasedPins(tx, terminal);
    await trimCommands(tx, terminal);
  }
  return unknown;
}
