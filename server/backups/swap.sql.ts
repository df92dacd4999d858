import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** Who clocks on which device is no part of a backup: kept over the deletion of its employees for those that come back. */
export const keepAssignments = async (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ deviceId: z.string(), employeeId: z.string() }),
    sql`select device_id::text as "deviceId", employee_id::text as "employeeId" from device_employee where account_id = ${accountId}`,
  );
export const putAssignmentsBack = (tx: Db, accountId: string, kept: { deviceId: string; employeeId: string }[]) =>
  tx.run(sql`
    insert into device_employee (account_id, device_id, employee_id)
    select ${accountId}::uuid, k."deviceId", k."employeeId"
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k("deviceId" uuid, "employeeId" uuid)
    where exists (select from employee e where e.account_id = ${accountId} and e.employee_id = k."employeeId" offset 0)
    on conflict do nothing`);

/** Groups may be deleted before the employees that point at them are put right; checked at commit. */
export const deferReferences = (tx: Db) => tx.run(sql`set constraints all deferred`);

/** System path: the directory of login names is not the tenant's to read. */
export const forgetLoginNames = (tx: Db, accountId: string) =>
  tx.run(sql`
    delete from login_name where owner_account_id = ${accountId}
      and user_id in (select user_id from app_user where account_id = ${accountId} and role = 'employer')`);

/** Users whose username or email signs in somebody else by now are left out of the restore. */
export const dropTakenUsers = (tx: Db, accountId: string, restoreJobId: string) =>
  tx.run(sql`
    delete from restore_line r
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and table_name = 'app_user'
      and exists (select from login_name n
        where n.name_key in (lower(r.doc->>'username'), lower(r.doc->>'email')) and n.user_id::text <> r.key)`);

/** Gives the restored users their login names, and takes away what an employer may not be granted (S-64). */
export async function admitUsers(tx: Db, accountId: string, grantable: readonly string[], now: Date) {
  await tx.run(sql`
    insert into login_name (name_key, owner_account_id, user_id)
    select lower(name), ${accountId}::uuid, user_id
    from app_user cross join lateral (values (username), (email)) as names(name)
    where account_id = ${accountId} and role = 'employer'
    on conflict do nothing`);
  await tx.run(sql`
    update app_user set modified_at = coalesce(modified_at, ${now}), created_at = coalesce(created_at, ${now}),
      permissions = array(select p from unnest(permissions) as p where p = any(${[...grantable]})),
      modules = array(select m from unnest(modules) as m where m = 'Dashboard')
    where account_id = ${accountId} and role = 'employer'`);
}
