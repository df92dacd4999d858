import { z } from 'zod';
import type { Days } from '../attendance/facts.sql.ts';
import type { LocalDate } from '../attendance/zone.ts';
import { type Db, sql } from '../db/db.ts';
import { knownFrom, person } from '../stats/day.sql.ts';

const first = z.object({
  employeeId: z.string(),
  activity: person.shape.activity,
  /** The date from which they are known; null: before the stored days. */
  knownFrom: z.string().nullable(),
  receivedOn: z.string(),
  factsFrom: z.string().nullable(),
  /** Their first work day outside their span. */
  othersFrom: z.string().nullable(),
});
/** Returns since when employees of these spans are known (rule 13), and by which of their work days. */
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
