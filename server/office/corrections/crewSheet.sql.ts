import { z } from 'zod';
import { entryInForce } from '../../attendance/effective.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';

/** Statements of what the office types for a crew. */

const typedEntry = z.object({
  employeeId: z.string(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  units: z.string(),
  by: z.string(),
});
/** Returns the entries in force that the office added for some employees and that overlap a span, newest last. */
export const selectTyped = (tx: Db, accountId: string, employeeIds: readonly string[], from: string, to: string) =>
  tx.rows(
    typedEntry,
    sql`select k.employee_id as "employeeId", k.lookup1_code as lookup1, k.lookup2_code as lookup2, k.units::text as units, k.made_by_name as by
      from entry_correction k where k.account_id = ${accountId} and k.employee_id = any(${[...employeeIds]}::uuid[]) and k.kind = 'add'
        and ${entryInForce}
        and k.started_at < ${to}::timestamptz
        and (k.started_at = ${from}::timestamptz
          or coalesce(k.ended_at, k.started_at + coalesce(k.duration_ms, 0) * interval '1 millisecond') > ${from}::timestamptz)
      order by k.received_at, k.correction_id`,
  );

const employed = z.object({ employeeId: z.string() });
/** Returns the employees of the account, or those of some ids, without deleted ones. */
export const selectEmployed = (tx: Db, accountId: string, employeeIds: readonly string[] | null) =>
  tx.rows(
    employed,
    sql`select employee_id as "employeeId" from employee
      where account_id = ${accountId} and deleted_at is null and (${employeeIds === null} or employee_id = any(${[...(employeeIds ?? [])]}::uuid[]))
      order by number`,
  );
