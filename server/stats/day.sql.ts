import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** What one day of one account is judged from: a few statements, whatever the number of employees. */

export const selectDataVersion = (db: Db, accountId: string) =>
  db.first(
    z.object({ dataVersion: z.int() }),
    sql`select data_version as "dataVersion" from account where account_id = ${accountId}`,
  );

const person = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeGroupId: z.string().nullable(),
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  deletedOn: z.string().nullable(),
});
export type PersonRow = z.infer<typeof person>;
/** Every employee who may count on a day. Facts are read apart: a planner without statistics joins them badly. */
export const selectPeople = (db: Db, accountId: string, day: string) =>
  db.rows(
    person,
    sql`select e.employee_id as "employeeId", e.number, e.first_name as "firstName", e.last_name as "lastName",
        e.time_group_id as "timeGroupId", e.employee_group_id as "employeeGroupId", e.job_description_id as "jobDescriptionId",
        e.activity, (e.deleted_at at time zone a.time_zone)::date::text as "deletedOn"
      from employee e
      join account a on a.account_id = e.account_id
      where e.account_id = ${accountId}
        and (e.deleted_at is null or (e.deleted_at at time zone a.time_zone)::date > ${day}::date)`,
  );

const fact = z.object({
  employeeId: z.string(),
  events: z.string(),
  entries: z.int(),
  units: z.string(),
  workedMs: z.int(),
});
export type FactRow = z.infer<typeof fact>;
/** The facts of one day. */
export const selectFacts = (db: Db, accountId: string, day: string) =>
  db.rows(
    fact,
    sql`select employee_id as "employeeId", events, entries, units::text as units, worked_ms as "workedMs"
      from day_fact where account_id = ${accountId} and day = ${day}::date`,
  );

const device = z.object({ deviceId: z.string(), name: z.string(), lastContact: z.iso.datetime().nullable() });
/** Devices that are not deleted. */
export const selectDevices = (db: Db, accountId: string) =>
  db.rows(
    device,
    sql`select device_id as "deviceId", description as name, last_contact as "lastContact" from device
      where account_id = ${accountId} and deleted_at is null order by description, device_id`,
  );

const assignment = z.object({ employeeId: z.string(), deviceIds: z.array(z.string()) });
export const selectAssignments = (db: Db, accountId: string) =>
  db.rows(
    assignment,
    sql`select de.employee_id as "employeeId", array_agg(de.device_id::text) as "deviceIds"
      from device_employee de
      join device d on d.account_id = de.account_id and d.device_id = de.device_id and d.deleted_at is null
      where de.account_id = ${accountId} group by de.employee_id`,
  );

const quarantined = z.object({ employeeId: z.string(), at: z.string() });
export type QuarantinedRow = z.infer<typeof quarantined>;
/** Returns the punches between two instants that wait for a decision (security.md S-42): evidence that nobody was absent (rule 8). */
export const selectQuarantined = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    quarantined,
    sql`select employee_id as "employeeId", at::text as at from clock_record
      where account_id = ${accountId} and standing = 'quarantined' and employee_id is not null
        and at >= ${from} and at < ${to} limit 100000`,
  );

const work = z.object({
  employeeId: z.string(),
  lookup1: z.string(),
  lookup2: z.string(),
  units: z.string(),
  timeMs: z.int(),
  entries: z.int(),
});
export type WorkRow = z.infer<typeof work>;
export const selectWork = (db: Db, accountId: string, day: string) =>
  db.rows(
    work,
    sql`select employee_id as "employeeId", lookup1_code as lookup1, lookup2_code as lookup2, units::text as units,
        time_ms as "timeMs", entries
      from piecework_fact where account_id = ${accountId} and day = ${day}::date`,
  );

const description = z.object({ lookup: z.int(), code: z.string(), description: z.string() });
/** Of some codes; a deleted lookup entry still shows its description. */
export const selectDescriptions = (db: Db, accountId: string, codes: { lookup1: string[]; lookup2: string[] }) =>
  db.rows(
    description,
    sql`select lookup::int as lookup, code, description from lookup_entry
      where account_id = ${accountId} and ((lookup = 1 and code = any(${codes.lookup1}::text[]))
        or (lookup = 2 and code = any(${codes.lookup2}::text[])))`,
  );
