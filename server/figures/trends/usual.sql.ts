import { z } from 'zod';
import { effectiveEntries } from '../../attendance/effective.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const entry = z.object({
  employeeId: z.string(),
  startedAt: z.number(),
  date: z.string().nullable(),
  endedAt: z.number(),
  units: z.string(),
  lookup1: z.string().nullable(),
});
/** Returns the effective entries of all employees that start between two instants, each with the instant at which it had ended (epoch ms). */
export const selectEnded = (tx: Db, accountId: string, from: Date, to: Date) =>
  tx.rows(
    entry,
    sql`select e.employee_id as "employeeId",
        extract(epoch from p.started_at)::float8 * 1000 as "startedAt", p.on_date::text as date,
        extract(epoch from coalesce(p.ended_at, p.started_at + coalesce(p.duration_ms, 0) * interval '1 millisecond'))::float8 * 1000
          as "endedAt",
        p.units::text as units, p.lookup1_code as lookup1
      from employee e
      cross join lateral ${effectiveEntries({ accountId, employeeId: sql`e.employee_id`, from: sql`${from}::timestamptz`, to: sql`${to}::timestamptz` })} p
      where e.account_id = ${accountId}`,
  );

/** Returns true for a holiday of everybody, or of each of some time groups. */
export const isHolidayOf = async (tx: Db, accountId: string, date: string, timeGroups: readonly string[] | null) => {
  const found = await tx.rows(
    z.object({ timeGroupId: z.string().nullable() }),
    sql`select time_group_id as "timeGroupId" from holiday
        where account_id = ${accountId} and date = ${date}::date and deleted_at is null`,
  );
  const groups = new Set(found.map(({ timeGroupId }) => timeGroupId));
  return groups.has(null) || (timeGroups?.every((id) => groups.has(id)) ?? false);
};
/** Returns the holidays that apply to everybody. */
export const selectHolidays = async (tx: Db, accountId: string) =>
  (
    await tx.rows(
      z.object({ date: z.string() }),
      sql`select date::text as date from holiday where account_id = ${accountId} and time_group_id is null and deleted_at is null`,
    )
  ).map(({ date }) => date);
