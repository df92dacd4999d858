import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';
import { type DayFactRow, type Days, factRecords, type PieceworkFactRow, pieceworkRecords } from './facts.sql.ts';

/** Statements that compare derived facts with the stored ones, without a lock. */

const differing = z.object({ employeeId: z.string(), day: z.string() });
const spans = (days: readonly Days[]) =>
  sql`json_to_recordset(${JSON.stringify(days)}::json) as r("employeeId" uuid, "from" date, "to" date)`;

/** Returns the days of employees whose stored facts replaceDayFacts would change. */
export const selectDifferingDays = (
  db: Db,
  accountId: string,
  { days, facts }: { days: readonly Days[]; facts: readonly DayFactRow[] },
) =>
  db.rows(
    differing,
    // `offset 0` as in replaceDayFacts.
    sql`with facts as materialized (select * from ${factRecords(facts)})
      select r."employeeId", r.day::text from facts r
      where not exists (select from (select * from day_fact where account_id = ${accountId} and employee_id = r."employeeId"
          and day = r.day offset 0) f
        where (f.events, f.entries, f.units, f.worked_ms, f.records, f.unclocked, f.doubtful)
          is not distinct from (r.events, r.entries, r.units, r."workedMs", r.records, r.unclocked, r.doubtful))
      union all
      select r."employeeId", f.day::text from ${spans(days)} cross join lateral (select day from day_fact
        where account_id = ${accountId} and employee_id = r."employeeId" and day between r."from" and r."to" offset 0) f
      where not exists (select from facts n where n."employeeId" = r."employeeId" and n.day = f.day)`,
  );

/** Returns the days of employees whose stored piecework replacePiecework would change. */
export const selectDifferingPiecework = (
  db: Db,
  accountId: string,
  { worked, piecework }: { worked: readonly Days[]; piecework: readonly PieceworkFactRow[] },
) =>
  db.rows(
    differing,
    sql`with pieces as materialized (select * from ${pieceworkRecords(piecework)})
      select r."employeeId", r.day::text from pieces r
      where not exists (select from (select * from piecework_fact where account_id = ${accountId} and employee_id = r."employeeId"
          and day = r.day and lookup1_code = r.lookup1 and lookup2_code = r.lookup2 offset 0) f
        where (f.units, f.time_ms, f.entries) is not distinct from (r.units, r."timeMs", r.entries))
      union
      select r."employeeId", f.day::text from ${spans(worked)} cross join lateral (select day, lookup1_code, lookup2_code
        from piecework_fact where account_id = ${accountId} and employee_id = r."employeeId"
          and day between r."from" and r."to" offset 0) f
      where not exists (select from pieces n where n."employeeId" = r."employeeId" and n.day = f.day
        and n.lookup1 = f.lookup1_code and n.lookup2 = f.lookup2_code)`,
  );
