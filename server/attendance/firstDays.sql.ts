import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';
import type { LocalDate } from '../platform/zone.ts';
import { untouchedEntry, untouchedPunch } from './effective.sql.ts';
import type { Days } from './facts.sql.ts';

/**
 * The local date from which `e`, an employee of the account `a`, is known (docs/reference/attendance.md#who-counts), for days from `from` on. Records are looked up only for employees who
 * were received later.
 */
export const knownFrom = (
  accountId: string,
  from: string,
) => sql`case when (e.received_at at time zone a.time_zone)::date > ${from}::date then
  least((e.received_at at time zone a.time_zone)::date,
    (select min(f.day) from day_fact f where f.account_id = e.account_id and f.employee_id = e.employee_id and f.own),
    (select (min(c.at) + interval '2 days')::date + 1 from clock_record c where c.account_id = e.account_id
      and c.employee_id = e.employee_id and c.standing = 'counted' and ${untouchedPunch(accountId)}),
    (select (min(p.started_at) + interval '2 days')::date + 1 from piecework_entry p where p.account_id = e.account_id
      and p.employee_id = e.employee_id and p.standing = 'counted' and ${untouchedEntry(accountId)})) end`;

const active = z.object({
  employeeId: z.string(),
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  /** The first day on which they count if no start is stated (docs/reference/attendance.md#who-counts); null: every day. */
  knownFrom: z.string().nullable(),
});
/** Returns the activity of some employees, for days from `from` on. */
export const selectActivities = (db: Db, accountId: string, employeeIds: readonly string[], from: LocalDate) =>
  db.rows(
    active,
    sql`select e.employee_id as "employeeId", e.activity, (${knownFrom(accountId, from)})::text as "knownFrom"
      from employee e join account a on a.account_id = e.account_id
      where e.account_id = ${accountId} and e.employee_id = any(${[...employeeIds]}::uuid[])`,
  );

const first = active.extend({
  receivedOn: z.string(),
  factsFrom: z.string().nullable(),
  /** Their first work day outside their span. */
  othersFrom: z.string().nullable(),
});
/** Returns since when employees of these spans are known (docs/reference/attendance.md#who-counts), and by which of their work days. */
export const selectFirstDays = (tx: Db, accountId: string, spans: readonly Days[], from: LocalDate) =>
  tx.rows(
    first,
    sql`select e.employee_id as "employeeId", e.activity, (${knownFrom(accountId, from)})::text as "knownFrom",
        (e.received_at at time zone a.time_zone)::date::text as "receivedOn",
        (select min(f.day) from day_fact f where f.account_id = e.account_id and f.employee_id = e.employee_id and f.own)::text as "factsFrom",
        (select min(f.day) from day_fact f where f.account_id = e.account_id and f.employee_id = e.employee_id
          and f.own and not f.day between r."from" and r."to")::text as "othersFrom"
      from json_to_recordset(${JSON.stringify(spans)}::json) as r("employeeId" uuid, "from" date, "to" date)
      join employee e on e.account_id = ${accountId} and e.employee_id = r."employeeId" and e.received_at is not null
      join account a on a.account_id = e.account_id`,
  );
