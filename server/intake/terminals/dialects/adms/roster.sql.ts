import { z } from 'zod';
import { isActiveOn } from '../../../../attendance/mayKnow.sql.ts';
import { type Db, sql } from '../../../../platform/db/db.ts';

type Of = { accountId: string; deviceId: string };

const difference = z.object({
  employeeId: z.string(),
  timeId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});

/** Returns the employees who should be on the terminal: its assigned ones that are active on a local date and have a PIN. */
export const wantedUsers = (tx: Db, { accountId, deviceId }: Of, today: string) =>
  tx.rows(
    difference,
    sql`select e.employee_id as "employeeId", e.time_id as "timeId", e.first_name as "firstName", e.last_name as "lastName"
        from device_employee de cross join lateral (
          -- One index lookup per person: right after an assignment the planner has no statistics and would compare everybody with everybody.
          select * from employee where account_id = de.account_id and employee_id = de.employee_id offset 0) e
        where de.account_id = ${accountId} and de.device_id = ${deviceId}
          and ${isActiveOn(today)} and e.time_id is not null
        order by e.time_id limit 10000`,
  );

const sentUser = z.object({ employeeId: z.string().nullable(), timeId: z.string(), name: z.string() });
/** Returns the employees who were sent to the terminal. */
export const sentUsers = (tx: Db, { accountId, deviceId }: Of) =>
  tx.rows(
    sentUser,
    sql`select employee_id as "employeeId", time_id as "timeId", name from terminal_user where account_id = ${accountId} and device_id = ${deviceId}`,
  );

type User = { employeeId: string; timeId: string; name: string };
export const putSentUsers = (tx: Db, of: Of, users: readonly User[], now: Date) =>
  tx.run(sql`
    insert into terminal_user (account_id, device_id, time_id, employee_id, name, sent_at)
    select ${of.accountId}, ${of.deviceId}, u."timeId", u."employeeId", u.name, ${now}
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as u ("timeId" text, "employeeId" uuid, name text)
    on conflict (account_id, device_id, time_id) do update
      set employee_id = excluded.employee_id, name = excluded.name, sent_at = excluded.sent_at`);

export const deleteSentUsers = (tx: Db, of: Of, timeIds: readonly string[]) =>
  tx.run(sql`
    delete from terminal_user where account_id = ${of.accountId} and device_id = ${of.deviceId} and time_id = any(${[...timeIds]})`);

/** Forgets what was sent, but not of whom: the next comparison sends everybody, and another holder of a PIN still replaces the former one. */
export async function forgetSentUsers(tx: Db, of: Of) {
  await tx.run(
    sql`update terminal_user set name = '' where account_id = ${of.accountId} and device_id = ${of.deviceId}`,
  );
  await requestRosterCheck(tx, of);
}

const requestRosterCheck = (tx: Db, of: Of) =>
  tx.run(sql`
    update device set roster_version = null where account_id = ${of.accountId} and device_id = ${of.deviceId}`);

export const noteRosterCheck = (tx: Db, of: Of, version: number, now: Date) =>
  tx.run(sql`
    update device set roster_version = ${version}, roster_checked_at = ${now}
    where account_id = ${of.accountId} and device_id = ${of.deviceId}`);

/** Returns the templates of some employees, which are sent after the person. */
export const templatesOf = (tx: Db, accountId: string, employeeIds: readonly string[]) =>
  tx.rows(
    z.object({ templateId: z.string() }),
    sql`select template_id as "templateId" from biometric_template
        where account_id = ${accountId} and employee_id = any(${[...employeeIds]}::uuid[]) order by time_id, kind, slot limit 10000`,
  );

/**
 * Erases the templates of those whose employment has ended by a local date, which was set in advance, and asks every terminal to delete them. Done once:
 * this terminal has been asked since the end.
 */
export const forgetEnded = (tx: Db, { accountId, deviceId }: Of, today: string, now: Date) =>
  tx.run(sql`
    with ended as (
      select e.account_id, e.employee_id, e.time_id from employee e
      where e.account_id = ${accountId} and e.is_active and e.inactive_from <= ${today}::date and e.time_id is not null and e.deleted_at is null
        and not exists (select from terminal_deletion d where d.account_id = e.account_id and d.device_id = ${deviceId}
          and d.time_id = e.time_id and d.employee_id = e.employee_id and d.requested_at >= e.inactive_from - 1))
    select erase_templates(account_id, array[employee_id], false, ${now}), ask_terminals_to_forget(account_id, employee_id, time_id, ${now})
    from ended`);

const deletion = z.object({
  timeId: z.string(),
  employeeId: z.string().nullable(),
  tables: z.array(z.string()).nullable(),
  isErasure: z.boolean(),
  /** Nothing of it waits in the queue, or it was queued an hour ago without an answer. */
  isDue: z.boolean(),
});
/** Returns what a terminal has not said to have deleted. */
export const selectDeletions = (tx: Db, { accountId, deviceId }: Of, now: Date) =>
  tx.rows(
    deletion,
    sql`select time_id as "timeId", employee_id as "employeeId", tables, is_erasure as "isErasure",
          (queued_at is null or queued_at <= ${now}::timestamptz - interval '1 hour') as "isDue"
        from terminal_deletion
        where account_id = ${accountId} and device_id = ${deviceId} and answered_at is null order by time_id limit 10000`,
  );

type Removed = { timeId: string; employeeId: string | null };
/** Stores that people were taken off a terminal, until it answers. */
export const insertDeletions = (tx: Db, of: Of, removed: readonly Removed[], now: Date) =>
  tx.run(sql`
    insert into terminal_deletion (account_id, device_id, time_id, employee_id, is_erasure, requested_at)
    select ${of.accountId}, ${of.deviceId}, r."timeId", r."employeeId", false, ${now}
    from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as r ("timeId" text, "employeeId" uuid)
    on conflict (account_id, device_id, time_id) do update set employee_id = excluded.employee_id, tables = null,
      is_erasure = terminal_deletion.is_erasure and terminal_deletion.answered_at is null,
      requested_at = excluded.requested_at, queued_at = null, answered_at = null, return_code = null`);

export const noteDeletionsQueued = (tx: Db, of: Of, timeIds: readonly string[], now: Date) =>
  tx.run(sql`
    update terminal_deletion set queued_at = ${now}
    where account_id = ${of.accountId} and device_id = ${of.deviceId} and time_id = any(${[...timeIds]}::text[])`);

/** Removes deletions that are no longer wanted: the person has come back before the terminal was told. */
export const cancelDeletions = (tx: Db, of: Of, timeIds: readonly string[]) =>
  tx.run(sql`
    delete from terminal_deletion
    where account_id = ${of.accountId} and device_id = ${of.deviceId} and time_id = any(${[...timeIds]}::text[])`);

/** Takes the PIN of an erased person out of what a terminal has answered, and of the commands that told it (docs/reference/privacy.md#erasing-a-person). */
export const forgetErasedPins = async (tx: Db, { accountId, deviceId }: Of) => {
  const done = await tx.rows(
    z.object({ timeId: z.string() }),
    sql`select time_id as "timeId" from terminal_deletion where account_id = ${accountId} and device_id = ${deviceId}
          and removes_person and answered_at is not null and time_id not like 'removed %'`,
  );
  if (done.length === 0) return;
  const timeIds = done.map(({ timeId }) => timeId);
  await tx.run(sql`
    delete from terminal_command where account_id = ${accountId} and device_id = ${deviceId} and payload ->> 'pin' = any(${timeIds}::text[])
      and status in ('done', 'failed', 'expired')`);
  await tx.run(sql`
    update terminal_deletion set time_id = 'removed ' || employee_id::text
    where account_id = ${accountId} and device_id = ${deviceId} and time_id = any(${timeIds}::text[]) and removes_person`);
};

/** Stores the terminal's answers to commands that delete: answered once every command about the PIN is done. */
export const noteDeletionAnswers = (tx: Db, of: Of, commandIds: readonly string[], now: Date) =>
  tx.run(sql`
    update terminal_deletion d set return_code = c.return_code,
      answered_at = case when c.status = 'done' and not exists (
        select from terminal_command o where o.account_id = d.account_id and o.device_id = d.device_id
          and o.payload ->> 'kind' in ('delete-user', 'delete-template') and o.payload ->> 'pin' = d.time_id
          and o.queued_at >= d.queued_at and o.status in ('queued', 'sent', 'failed')) then ${now}::timestamptz end
    from terminal_command c
    where c.account_id = ${of.accountId} and c.device_id = ${of.deviceId} and c.command_id = any(${[...commandIds]}::text[])
      and c.payload ->> 'kind' in ('delete-user', 'delete-template') and c.status in ('done', 'failed')
      and d.account_id = c.account_id and d.device_id = c.device_id and d.time_id = c.payload ->> 'pin'
      and d.answered_at is null and c.queued_at >= d.queued_at`);
