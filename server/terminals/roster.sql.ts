import { z } from 'zod';
import { isActiveOn } from '../catalog/mayKnow.sql.ts';
import { type Db, sql } from '../db/db.ts';

type Of = { accountId: string; deviceId: string };

const difference = z.object({ timeId: z.string(), firstName: z.string(), lastName: z.string() });

/** Returns the employees who should be on the terminal: its assigned ones that are active on a local date and have a PIN. */
export const wantedUsers = (tx: Db, { accountId, deviceId }: Of, today: string) =>
  tx.rows(
    difference,
    sql`select e.time_id as "timeId", e.first_name as "firstName", e.last_name as "lastName"
        from device_employee de cross join lateral (
          -- One index lookup per person: right after an assignment the planner has no statistics and would compare everybody with everybody.
          select * from employee where account_id = de.account_id and employee_id = de.employee_id offset 0) e
        where de.account_id = ${accountId} and de.device_id = ${deviceId}
          and ${isActiveOn(today)} and e.time_id is not null
        order by e.time_id limit 10000`,
  );

const sentUser = z.object({ timeId: z.string(), name: z.string() });
/** Returns the employees who were sent to the terminal. */
export const sentUsers = (tx: Db, { accountId, deviceId }: Of) =>
  tx.rows(
    sentUser,
    sql`select time_id as "timeId", name from terminal_user where account_id = ${accountId} and device_id = ${deviceId}`,
  );

export const putSentUsers = (tx: Db, of: Of, users: readonly { timeId: string; name: string }[], now: Date) =>
  tx.run(sql`
    insert into terminal_user (account_id, device_id, time_id, name, sent_at)
    select ${of.accountId}, ${of.deviceId}, u."timeId", u.name, ${now}
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as u ("timeId" text, name text)
    on conflict (account_id, device_id, time_id) do update set name = excluded.name, sent_at = excluded.sent_at`);

export const deleteSentUsers = (tx: Db, of: Of, timeIds: readonly string[]) =>
  tx.run(sql`
    delete from terminal_user where account_id = ${of.accountId} and device_id = ${of.deviceId} and time_id = any(${[...timeIds]})`);

/** Forgets who was sent: the next comparison sends everybody. */
export async function forgetSentUsers(tx: Db, of: Of) {
  await tx.run(sql`delete from terminal_user where account_id = ${of.accountId} and device_id = ${of.deviceId}`);
  await requestRosterCheck(tx, of);
}

const requestRosterCheck = (tx: Db, of: Of) =>
  tx.run(sql`
    update device set roster_version = null where account_id = ${of.accountId} and device_id = ${of.deviceId}`);

export const noteRosterCheck = (tx: Db, of: Of, version: number, now: Date) =>
  tx.run(sql`
    update device set roster_version = ${version}, roster_checked_at = ${now}
    where account_id = ${of.accountId} and device_id = ${of.deviceId}`);

/** Returns the templates of some PINs, which are sent after the person. */
export const templatesOf = (tx: Db, accountId: string, timeIds: readonly string[]) =>
  tx.rows(
    z.object({ templateId: z.string(), timeId: z.string() }),
    sql`select template_id as "templateId", time_id as "timeId" from biometric_template
        where account_id = ${accountId} and time_id = any(${[...timeIds]}) order by time_id, kind, slot limit 10000`,
  );
