import { z } from 'zod';
import { language } from '#contract/platform/common.ts';
import { userScope } from '#contract/platform/scope.ts';
import { keepScopes } from '../../access/session/scope.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Actor } from './restores.sql.ts';
import { type UserLine, userLine } from './rows.ts';

/** Stores the assignment of employees to devices, which no backup contains, while employees are deleted and inserted again. */
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

/** Stores what all employees are named by before a restore, for an erasure: the trail stays as it is, and has these names. */
export const keepNames = (tx: Db, accountId: string, now: Date) =>
  tx.run(sql`
    insert into former_name (account_id, former_name_id, employee_id, number, first_name, last_name, time_id, cards, received_at)
    select account_id, gen_random_uuid(), employee_id, number, first_name, last_name, time_id, cards, ${now} from employee
    where account_id = ${accountId}`);
/** Deletes those of employees whom a restore left as they were, or took away. */
export const settleNames = (tx: Db, accountId: string, now: Date) =>
  tx.run(sql`
    delete from former_name f where f.account_id = ${accountId} and not exists (
      select from employee e where e.account_id = f.account_id and e.employee_id = f.employee_id and (f.received_at <> ${now}
        or (e.number, e.first_name, e.last_name, e.time_id, e.cards) is distinct from (f.number, f.first_name, f.last_name, f.time_id, f.cards)))`);

/** Defers the references to the commit: groups may be deleted before the employees that point at them are updated. */
export const deferReferences = (tx: Db) => tx.run(sql`set constraints all deferred`);

const GROUPS_TRIED = 200;
export const selectOneOfEachGroup = async (tx: Db, accountId: string) =>
  (
    await tx.rows(
      z.object({ id: z.string() }),
      sql`select distinct on (time_group_id) employee_id::text as id from employee
          where account_id = ${accountId} order by time_group_id, employee_id limit ${GROUPS_TRIED}`,
    )
  ).map(({ id }) => id);

/** Allows one restore of users at a time, because each checks which ids other accounts have. Released when the transaction ends. */
export const lockUserRestores = (tx: Db) => tx.run(sql`select pg_advisory_xact_lock(hashtext('restore users'))`);

const actorRow = z.object({ username: z.string(), permissions: z.array(z.string()) });
/** Returns an administrator with the rights of now; undefined for one who is deleted or inactive. */
export const selectActor = (tx: Db, { accountId, userId }: Actor) =>
  tx.first(
    actorRow,
    sql`select u.username, u.permissions from app_user u join account a on a.account_id = u.account_id
        where u.account_id = ${accountId} and u.user_id = ${userId} and u.role = 'admin' and u.is_active and a.is_active
        for share of u`,
  );

const employer = z.object({
  userId: z.string(),
  username: z.string(),
  permissions: z.array(z.string()),
  scope: userScope.nullable(),
  language: language.nullable().catch(null),
});
export type EmployerBefore = z.infer<typeof employer>;
export const selectEmployers = (tx: Db, accountId: string) =>
  tx.rows(
    employer,
    sql`select user_id::text as "userId", username, permissions, scope, language from app_user
        where account_id = ${accountId} and role = 'employer' order by username`,
  );

/** Deletes the account's employer users, with their sessions and links. System path: the directory of login names is not the tenant's to read. */
export async function deleteEmployers(tx: Db, accountId: string) {
  await tx.run(sql`
    delete from login_name where owner_account_id = ${accountId}
      and user_id in (select user_id from app_user where account_id = ${accountId} and role = 'employer')`);
  await keepScopes(tx, accountId, null);
  await tx.run(sql`delete from app_user where account_id = ${accountId} and role = 'employer'`);
}

/** Returns the users of an upload, at most LIMITS.users. */
export const selectStagedUsers = async (tx: Db, accountId: string, restoreJobId: string) =>
  (
    await tx.rows(
      z.object({ doc: userLine }),
      sql`select doc from restore_line
          where account_id = ${accountId} and restore_job_id = ${restoreJobId} and table_name = 'app_user' order by key`,
    )
  ).map(({ doc }) => doc);

/** Returns those of the users' ids that another account has. */
export const selectIdsElsewhere = async (tx: Db, accountId: string, users: readonly UserLine[]) =>
  (
    await tx.rows(
      z.object({ id: z.string() }),
      sql`select user_id::text as id from app_user
          where account_id <> ${accountId} and user_id = any(${users.map((user) => user.user_id)}::uuid[])`,
    )
  ).map(({ id }) => id);

/**
 * Binds templates of files that name no employee to the holder of the PIN, and deletes those whose employee no longer has it: they belong to a person,
 * and an account that stores none has none, as nobody who has not agreed (docs/reference/privacy.md#templates).
 */
export async function settleTemplates(tx: Db, accountId: string) {
  await tx.run(sql`
    update biometric_template t set employee_id = e.employee_id from employee e
    where t.account_id = ${accountId} and t.employee_id is null and e.account_id = t.account_id and e.time_id = t.time_id
      and e.deleted_at is null`);
  await tx.run(sql`
    delete from biometric_template t where t.account_id = ${accountId} and not exists (
      select from employee e join account a on a.account_id = e.account_id and a.store_templates
      where e.account_id = t.account_id and e.employee_id = t.employee_id and e.time_id = t.time_id and e.is_active and e.deleted_at is null
        and may_hold_templates(e.account_id, e.employee_id))`);
}

/** Takes the parts of what teams made, and what is there already, out of a merged file: they may be of other members, or of what was taken back since. */
export const leaveParts = (tx: Db, accountId: string, restoreJobId: string) =>
  tx.run(sql`
    delete from restore_line l where l.account_id = ${accountId} and l.restore_job_id = ${restoreJobId}
      and l.table_name = 'piecework_entry' and l.doc->>'team_entry_id' in (
        select x.team_entry_id::text from team_entry x where x.account_id = ${accountId})`);

/** Leaves each card with one employee, the one who was made first: a merged file may give a card that another employee has here. */
export const settleCards = (tx: Db, accountId: string) =>
  tx.run(sql`
    with held as (select employee_id, card, min(employee_id::text) over (partition by card) as first
        from employee, unnest(cards) card where account_id = ${accountId} and deleted_at is null),
      doubles as (select employee_id, array_agg(card) as cards from held where employee_id::text <> first group by 1)
    update employee e set cards = array(select card from unnest(e.cards) card where card <> all(d.cards))
    from doubles d where e.account_id = ${accountId} and e.employee_id = d.employee_id`);

/** Tells whether an account stores biometric templates. */
export const storesTemplates = async (db: Db, accountId: string): Promise<boolean> =>
  (
    await db.single(
      z.object({ stores: z.boolean() }),
      sql`select exists (select from account where account_id = ${accountId} and store_templates) as stores`,
    )
  ).stores;

export const noteTerminalsAsked = (tx: Db, accountId: string, restoreJobId: string, asked: number) =>
  tx.run(sql`
    update restore_job set terminals_asked = ${asked} where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);

/** Returns the rates and rule sets of an account as texts, each with the date from which it applies. */
export const selectPay = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ row: z.string(), from: z.string() }),
    sql`select to_jsonb(p)::text as row, p.effective_from::text as "from" from pay_rate p
          where p.account_id = ${accountId} and p.deleted_at is null
        union all select to_jsonb(p)::text, coalesce(p.effective_from::text, '0001-01-01') from pay_rule p
          where p.account_id = ${accountId} and p.deleted_at is null`,
  );
