import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

/** Returns those numbers and PINs that belong only to employees of another payroll system of the account. */
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

/** Returns the account's payroll system with that ID; case is ignored. */
export const findPayrollSystem = (tx: Db, accountId: string, systemId: string) =>
  tx.first(
    payrollSystem,
    sql`select system_id as "systemId", name from payroll_system
        where account_id = ${accountId} and lower(system_id) = lower(${systemId})`,
  );

/** Creates or renames a payroll system; `name` undefined leaves its name unchanged. */
export const savePayrollSystem = (
  tx: Db,
  accountId: string,
  system: { systemId: string; name: string | undefined; now: Date },
) =>
  tx.run(sql`
    insert into payroll_system (account_id, payroll_system_id, system_id, name)
    values (${accountId}, ${uuidv7({ msecs: system.now.getTime() })}, ${system.systemId}, ${system.name ?? system.systemId})
    on conflict (account_id, system_id) do update set name = coalesce(${system.name ?? null}, payroll_system.name)
      where payroll_system.name <> coalesce(${system.name ?? null}, payroll_system.name)`);

/** Notes when the newest accepted data of the system was received. */
export const setLastSync = (tx: Db, accountId: string, systemId: string, now: Date) =>
  tx.run(sql`update payroll_system set last_sync = greatest(last_sync, ${now}::timestamptz)
    where account_id = ${accountId} and system_id = ${systemId}`);

const numbered = z.object({ number: z.string(), employeeId: z.string() });
/** Returns the employees with some numbers, without deleted ones. */
export const selectIdsOfNumbers = (tx: Db, accountId: string, numbers: readonly string[]) =>
  tx.rows(
    numbered,
    sql`select number, employee_id as "employeeId" from employee
      where account_id = ${accountId} and deleted_at is null and number = any(${[...numbers]}::text[])`,
  );
