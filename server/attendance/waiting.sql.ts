import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/**
 * Returns those of some employees (null: of everybody) for whom records may be waiting: by their PIN, or by their number where none was sent. The
 * unmatched records are read once, whatever the number of employees.
 */
export async function selectAwaited(db: Db, accountId: string, employeeIds: readonly string[] | null) {
  const rows = await db.rows(
    z.object({ employeeId: z.string() }),
    sql`select e.employee_id as "employeeId" from employee e
      where e.account_id = ${accountId} and e.deleted_at is null
        and (${employeeIds === null} or e.employee_id = any(${employeeIds ?? []}::uuid[]))
        and (e.time_id in (select c.time_id from clock_record c where c.account_id = ${accountId} and c.employee_id is null)
          or e.time_id in (select p.time_id from piecework_entry p where p.account_id = ${accountId} and p.employee_id is null)
          or e.number in (select p.employee_number from piecework_entry p
            where p.account_id = ${accountId} and p.employee_id is null and p.time_id is null))
      order by e.employee_id`,
  );
  return rows.map(({ employeeId }) => employeeId);
}
