import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const lockedAccount = z.object({
  timeZone: z.string(),
  lookup1Name: z.string(),
  lookup2Name: z.string(),
  dataVersion: z.int(),
});

/** One sync of an account at a time: the row stays locked until the transaction ends. */
export const lockAccount = (tx: Db, accountId: string) =>
  tx.single(
    lockedAccount,
    sql`select time_zone as "timeZone", lookup1_name as "lookup1Name", lookup2_name as "lookup2Name",
          data_version as "dataVersion"
        from account where account_id = ${accountId} for no key update`,
  );

export const setLookupNames = (tx: Db, accountId: string, names: { lookup1Name: string; lookup2Name: string }) =>
  tx.run(sql`update account set lookup1_name = ${names.lookup1Name}, lookup2_name = ${names.lookup2Name}
    where account_id = ${accountId}`);

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
