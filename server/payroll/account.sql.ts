import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type Db, type Sql, sql } from '../db/db.ts';

const lockedAccount = z.object({
  timeZone: z.string(),
  lookup1Name: z.string(),
  lookup2Name: z.string(),
  /** The payroll systems that named the lookups, while the account allows them. */
  lookup1System: z.string().nullable(),
  lookup2System: z.string().nullable(),
  dataVersion: z.int(),
});
export type LockedAccount = z.infer<typeof lockedAccount>;

const allowedOwner = (column: Sql) =>
  sql`case when lower(${column}) = any(select lower(allowed) from unnest(allowed_system_ids) allowed) then ${column} end`;

/** One sync of an account at a time: the row stays locked until the transaction ends. */
export const lockAccount = (tx: Db, accountId: string) =>
  tx.single(
    lockedAccount,
    sql`select time_zone as "timeZone", lookup1_name as "lookup1Name", lookup2_name as "lookup2Name",
          ${allowedOwner(sql`lookup1_system`)} as "lookup1System", ${allowedOwner(sql`lookup2_system`)} as "lookup2System",
          data_version as "dataVersion"
        from account where account_id = ${accountId} for no key update`,
  );

/** What the account calls a lookup, and the payroll system that said so; null: nobody's. */
export type LookupName = { name: string; system: string | null };
export const setLookupNames = (tx: Db, accountId: string, [first, second]: readonly [LookupName, LookupName]) =>
  tx.run(sql`update account set lookup1_name = ${first.name}, lookup1_system = ${first.system},
      lookup2_name = ${second.name}, lookup2_system = ${second.system}
    where account_id = ${accountId}`);

/** Returns those of some numbers and PINs that belong to employees of another payroll system of the account, and to nobody else now. */
export const findForeignNames = (
  tx: Db,
  accountId: string,
  systemId: string,
  { numbers, timeIds }: { numbers: readonly string[]; timeIds: readonly string[] },
) =>
  tx.single(
    z.object({ numbers: z.array(z.string()), timeIds: z.array(z.string()) }),
    sql`with found as (
          select number, time_id, deleted_at is null and not is_foreign as is_own_now, is_foreign
          from employee e cross join lateral (select e.system_id <> ${systemId} and exists (
            select 1 from payroll_system s where s.account_id = e.account_id and s.system_id = e.system_id) as is_foreign) o
          where account_id = ${accountId} and (number = any(${numbers}::text[]) or time_id = any(${timeIds}::text[])))
        select coalesce((select json_agg(number) from (select number from found where number = any(${numbers}::text[])
            group by number having bool_or(is_foreign) and not bool_or(is_own_now)) n), '[]') as numbers,
          coalesce((select json_agg(time_id) from (select time_id from found where time_id = any(${timeIds}::text[])
            group by time_id having bool_or(is_foreign) and not bool_or(is_own_now)) n), '[]') as "timeIds"`,
  );

const payrollSystem = z.object({ systemId: z.string(), name: z.string() });

/** The account's payroll system of that name, case aside. */
export const findPayrollSystem = (tx: Db, accountId: string, systemId: string) =>
  tx.first(
    payrollSystem,
    sql`select system_id as "systemId", name from payroll_system
        where account_id = ${accountId} and lower(system_id) = lower(${systemId})`,
  );

/** Makes or renames the payroll system; `name` undefined leaves it as it is. */
export const keepPayrollSystem = (
  tx: Db,
  accountId: string,
  system: { systemId: string; name: string | undefined; now: Date },
) =>
  tx.run(sql`
    insert into payroll_system (account_id, payroll_system_id, system_id, name)
    values (${accountId}, ${uuidv7({ msecs: system.now.getTime() })}, ${system.systemId}, ${system.name ?? system.systemId})
    on conflict (account_id, system_id) do update set name = coalesce(${system.name ?? null}, payroll_system.name)
      where payroll_system.name <> coalesce(${system.name ?? null}, payroll_system.name)`);

/** When the newest accepted data of the system was received. */
export const setLastSync = (tx: Db, accountId: string, systemId: string, now: Date) =>
  tx.run(sql`update payroll_system set last_sync = greatest(last_sync, ${now}::timestamptz)
    where account_id = ${accountId} and system_id = ${systemId}`);

/** Everybody's days of a span count differently from `version` on: what an export of them said may no longer be so. */
export const noteChangedDays = (tx: Db, accountId: string, version: number, days: { from: string; to: string }) =>
  tx.run(sql`
    insert into day_change (account_id, day, version)
    select ${accountId}, day::date, ${version} from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') day
    on conflict (account_id, day) do update set version = excluded.version`);
