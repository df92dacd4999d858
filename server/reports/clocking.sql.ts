import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const clocking = z.object({
  employeeId: z.string(),
  at: z.coerce.date(),
  verifyMode: z.int().nullable(),
  dialect: z.string().nullable(),
  workCode: z.string().nullable(),
});

/** Returns how some employees clocked between two instants, in the order of time: the punches that count and say something of it. */
export const selectClockings = (
  tx: Db,
  accountId: string,
  employeeIds: readonly string[],
  span: { from: Date; to: Date },
) =>
  tx.rows(
    clocking,
    sql`select c.employee_id as "employeeId", c.at, c.verify_mode as "verifyMode", d.dialect, c.work_code as "workCode"
        from clock_record c
        left join device d on d.account_id = c.account_id and d.device_id = c.device_id
        where c.account_id = ${accountId} and c.employee_id = any(${[...employeeIds]}::uuid[]) and c.standing = 'counted'
          and c.at between ${span.from.toISOString()}::timestamptz and ${span.to.toISOString()}::timestamptz
          and (c.verify_mode is not null or c.work_code is not null)
        order by c.at`,
  );
