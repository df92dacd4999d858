import { z } from 'zod';
import { effectivePunches } from '../attendance/effective.sql.ts';
import { type Db, sql } from '../platform/db/db.ts';

const clocking = z.object({
  employeeId: z.string(),
  at: z.coerce.date(),
  verifyMode: z.int().nullable(),
  dialect: z.string().nullable(),
  workCode: z.string().nullable(),
});

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
/** Returns how some employees clocked between two instants, in time order: the counted punches with a verify mode or a work code. */
export const selectClockings = (
  tx: Db,
  accountId: string,
  employeeIds: readonly string[],
  span: { from: Date; to: Date },
) =>
  tx.rows(
    clocking,
    sql`select r.employee_id as "employeeId", e.at, c.verify_mode as "verifyMode", d.dialect, c.work_code as "workCode"
        from unnest(${[...employeeIds]}::uuid[]) as r(employee_id)
        cross join lateral ${effectivePunches({ accountId, employeeId: sql`r.employee_id`, from: instant(span.from), to: instant(span.to) })} e
        join clock_record c on c.account_id = ${accountId} and c.clock_record_id = e.clock_record_id
        left join device d on d.account_id = c.account_id and d.device_id = c.device_id
        where c.verify_mode is not null or c.work_code is not null
        order by e.at`,
  );
