import { z } from 'zod';
import { untouchedEntry, untouchedPunch } from '../../attendance/effective.sql.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';

/** Statements that read the evidence on which a day's pay waits (docs/reference/pay.md#settled): few rows, from indexes of their own. */

const waiting = z.object({
  employeeId: z.string(),
  kind: z.enum(['unverified-time', 'held-record', 'future-clock']),
  /** The day of its exception, and the work days of the records. */
  on: z.string(),
  days: z.array(z.string()),
  recordIds: z.array(z.string()),
});
/** `seesAllWork`: else entries are left out. */
type Span = { from: Date; to: Date; seesAllWork: boolean };
/**
 * Returns the records of known employees that are set aside, or whose time the device could not verify, by employee and day; one within the work of a
 * judged day is of that day.
 */
export const selectWaiting = (tx: Db, accountId: string, zone: string, { from, to, seesAllWork }: Span) => {
  const within = (column: Sql) => sql`${column} >= ${from} and ${column} < ${to}`;
  const punches = (kind: string, at: Sql, which: Sql) => sql`
    select c.employee_id, ${kind}::text as kind, ${at} as at, c.at as worked_at, c.clock_record_id as id from clock_record c
    where c.account_id = ${accountId} and c.employee_id is not null and ${which} and ${within(at)} and ${untouchedPunch(accountId)}`;
  const entries = (kind: string, at: Sql, which: Sql) => sql`
    select p.employee_id, ${kind}::text, ${at}, p.started_at, p.piecework_entry_id from piecework_entry p
    where ${seesAllWork} and p.account_id = ${accountId} and p.employee_id is not null and ${which} and ${within(at)} and ${untouchedEntry(accountId)}`;
  return tx.rows(
    waiting,
    sql`with loose as (
        ${punches('unverified-time', sql`c.at`, sql`c.standing = 'counted' and c.clock = 'unverified'`)}
        union all ${entries('unverified-time', sql`p.started_at`, sql`p.standing = 'counted' and p.clock = 'unverified'`)}
        union all ${punches('held-record', sql`c.at`, sql`c.standing = 'quarantined'`)}
        union all ${entries('held-record', sql`p.started_at`, sql`p.standing = 'quarantined'`)}
        union all ${punches('future-clock', sql`c.received_at`, sql`c.standing = 'future-clock'`)}
      ), placed as (
        select l.*, (l.at at time zone ${zone})::date as on_day,
          coalesce(case when l.kind <> 'future-clock' then (select j.day from judged_day j
            where j.account_id = ${accountId} and j.employee_id = l.employee_id
              and j.day between (l.worked_at at time zone ${zone})::date - 1 and (l.worked_at at time zone ${zone})::date
              and l.worked_at between j.work_from and j.work_to order by j.day limit 1) end,
            (l.at at time zone ${zone})::date) as day
        from loose l
      )
      select employee_id as "employeeId", kind, on_day::text as on, array_agg(distinct day::text) as days,
        array_agg(id::text order by at::text, id) as "recordIds"
      from placed group by employee_id, kind, on_day`,
  );
};

/** A day of an employee who does not count on it, with the hash of its records. */
const inactive = z.object({ employeeId: z.string(), day: z.string(), records: z.string(), workedMs: z.number() });
/** The employees who may not count on a date from `from` on (docs/reference/attendance.md#who-counts): once inactive, deleted, or with a later start. */
const mayNotCount = (accountId: string, from: string) => sql`
  select e.employee_id from employee e where e.account_id = ${accountId} and (e.deleted_at is not null or e.activity = '[]'
    or e.activity @> '[{"isActive":false}]' or (e.activity->0->>'from')::date > ${from}::date
    or e.received_at is null or e.received_at > ${from}::date - 1)`;
/** Returns days with records of employees who do not count on them, of judged dates from `from` on. */
export const selectInactive = (
  tx: Db,
  accountId: string,
  dates: readonly string[],
  { from, members, seesAllWork }: { from: string; members: ReadonlySet<string> | null; seesAllWork: boolean },
) =>
  tx.rows(
    inactive,
    sql`select f.employee_id as "employeeId", f.day::text as day, f.records, f.worked_ms::float8 as "workedMs" from day_fact f
      where f.account_id = ${accountId} and f.day = any(${[...dates]}::date[]) and f.day >= ${from}::date
        and (f.events <> '' or (${seesAllWork} and f.entries > 0))
        ${members ? sql`and f.employee_id = any(${[...members]}::uuid[])` : empty}
        and f.employee_id in (${mayNotCount(accountId, from)})
        and not exists (select from judged_day j where j.account_id = f.account_id and j.day = f.day and j.employee_id = f.employee_id)`,
  );
