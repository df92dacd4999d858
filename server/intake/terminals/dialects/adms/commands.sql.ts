import { z } from 'zod';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { type Db, sql } from '../../../../platform/db/db.ts';
import type { TerminalCommand } from './commands.ts';

/** A stored template is referred to, not copied: it stays encrypted until it is handed out. */
export type QueuedCommand = TerminalCommand | { kind: 'stored-template'; templateId: string };
type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/** The most open commands of one terminal; further ones are refused. */
const MAX_OPEN_COMMANDS = 20_000;
/** A command that was handed out so often without a result has failed. */
const MAX_TRIES = 5;
const REOFFER = sql`interval '3 minutes'`;

export type NewCommand = { id: string; command: string; payload: QueuedCommand };

/** Appends commands in their order; one that already waits unsent with the same text is not queued again, and none for a make that never asks for any. */
export const insertCommands = (tx: Db, of: Of, commands: readonly NewCommand[], now: Date) =>
  tx.run(sql`
    insert into terminal_command (account_id, device_id, command_id, command, payload, status, queued_at)
    select ${of.accountId}, ${of.deviceId}, c.id, c.command, c.payload, 'queued', ${now}
    from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb) as c (id text, command text, payload jsonb)
    where not exists (select 1 from terminal_command t where t.account_id = ${of.accountId} and t.device_id = ${of.deviceId}
        and t.status = 'queued' and t.payload = c.payload)
      and (select count(*) from terminal_command t where t.account_id = ${of.accountId} and t.device_id = ${of.deviceId}
        and t.status in ('queued', 'sent')) < ${MAX_OPEN_COMMANDS}
      and not exists (select 1 from device d where d.account_id = ${of.accountId} and d.device_id = ${of.deviceId}
        and d.dialect = any(${[...PUSH_MAKES]}::text[]))`);

/** Gives up the open commands about people with some PINs: their present state is queued next, and no older command may follow it. */
export const supersedeUsers = (tx: Db, of: Of, pins: readonly string[], now: Date) =>
  tx.run(sql`
    update terminal_command c set status = 'expired', finished_at = ${now}
    where c.account_id = ${of.accountId} and c.device_id = ${of.deviceId} and c.status in ('queued', 'sent') and (
      (c.payload ->> 'kind' in ('put-user', 'delete-user', 'delete-template') and c.payload ->> 'pin' = any(${[...pins]}::text[]))
      or (c.payload ->> 'kind' = 'stored-template' and exists (select 1 from biometric_template b where b.account_id = c.account_id
        and b.template_id::text = c.payload ->> 'templateId' and b.time_id = any(${[...pins]}::text[]))))`);

const openCommand = z.object({
  id: z.string(),
  payload: z.custom<QueuedCommand>((value) => typeof value === 'object' && value !== null && 'kind' in value),
});

/** Locks and returns the commands that are due, except withheld kinds, oldest first: two polls never get the same one. */
export const lockDueCommands = (tx: Db, of: Of, withheld: readonly string[], limit: number, now: Date) =>
  tx.rows(
    openCommand,
    sql`select command_id as id, payload from terminal_command
        where ${ofDevice(of)} and (status = 'queued' or (status = 'sent' and sent_at <= ${now}::timestamptz - ${REOFFER}))
          and payload ->> 'kind' <> all(${[...withheld]}::text[])
        order by queued_at, command_id limit ${limit} for update skip locked`,
  );

export const markSent = (tx: Db, of: Of, ids: readonly string[], now: Date) =>
  tx.run(sql`
    update terminal_command set status = 'sent', sent_at = ${now}, tries = tries + 1
    where ${ofDevice(of)} and command_id = any(${[...ids]})`);

/** Gives up commands that were handed out too often without a result. */
export const expireCommands = (tx: Db, of: Of, now: Date) =>
  tx.run(sql`
    update terminal_command set status = 'expired', finished_at = ${now}
    where ${ofDevice(of)} and status = 'sent' and tries >= ${MAX_TRIES} and sent_at <= ${now}::timestamptz - ${REOFFER}`);

export type Outcome = { id: string; code: number | null; status: 'done' | 'failed' | 'queued' | 'sent' };

/** Returns the ids of results that name no command of this terminal. */
export const selectUnknown = async (tx: Db, of: Of, ids: readonly string[]): Promise<string[]> => {
  const known = await tx.rows(
    z.object({ id: z.string() }),
    sql`select command_id as id from terminal_command where ${ofDevice(of)} and command_id = any(${[...ids]}::text[])`,
  );
  const found = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
};

/** Records results of this terminal's own commands; a repeated result changes nothing. Returns those that were known and open. */
export const finishCommands = (tx: Db, of: Of, outcomes: readonly Outcome[], now: Date) =>
  tx.rows(
    z.object({ id: z.string(), status: z.string() }),
    sql`update terminal_command c set return_code = o.code,
          status = case when o.status = 'queued' and c.tries >= ${MAX_TRIES} then 'failed' else o.status end,
          finished_at = case when o.status in ('done', 'failed') or c.tries >= ${MAX_TRIES} then ${now}::timestamptz end
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (id text, code int, status text)
        where c.account_id = ${of.accountId} and c.device_id = ${of.deviceId} and c.command_id = o.id and c.status in ('queued', 'sent')
        returning c.command_id as id, c.status`,
  );

/** Stores lines of the terminal's error log with the commands that they concern. */
export const noteCommandErrors = (tx: Db, of: Of, errors: readonly { commandId: string; text: string }[]) =>
  tx.run(sql`
    update terminal_command c set error_text = left(e.text, 300)
    from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) as e ("commandId" text, text text)
    where c.account_id = ${of.accountId} and c.device_id = ${of.deviceId} and c.command_id = e."commandId"`);

/** Deletes finished commands except the newest 500 of a terminal. */
export const trimCommands = (tx: Db, of: Of) =>
  tx.run(sql`
    delete from terminal_command where ${ofDevice(of)} and command_id in (
      select command_id from terminal_command where ${ofDevice(of)} and status in ('done', 'failed', 'expired')
      order by finished_at desc offset 500)`);

/**
 * Returns true if a CHECK was queued in the last ten minutes, after the terminal was last told less than its options. A terminal that answers CHECK
 * without a handshake is thus not asked at every poll, and none is asked twice a minute.
 */
export const wasCheckedLately = async (tx: Db, of: Of, neutralBlockAt: Date | null, now: Date): Promise<boolean> =>
  (await tx.first(
    z.object({ found: z.literal(1) }),
    sql`select 1::int as found from terminal_command where ${ofDevice(of)} and payload ->> 'kind' = 'check'
          and (queued_at > ${now}::timestamptz - interval '1 minute'
            or queued_at > greatest(${now}::timestamptz - interval '10 minutes', ${neutralBlockAt}::timestamptz)) limit 1`,
  )) !== undefined;

/** Returns the number of waiting commands that are withheld from a network that nobody has accepted. */
export const countWithheld = async (db: Db, of: Of, kinds: readonly string[]): Promise<number> =>
  (
    await db.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from terminal_command
          where ${ofDevice(of)} and status = 'queued' and payload ->> 'kind' = any(${[...kinds]}::text[])`,
    )
  ).total;
