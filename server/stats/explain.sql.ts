import { z } from 'zod';
import { recordClock, recordMeans } from '#contract/records.ts';
import { membership } from '../attendance/facts.sql.ts';
import { type Db, sql } from '../db/db.ts';

const record = z.object({
  recordId: z.string().nullable(),
  at: z.iso.datetime(),
  direction: z.enum(['in', 'out', 'auto']),
  device: z.string().nullable(),
  receivedAt: z.iso.datetime(),
  clock: recordClock.nullable(),
  means: recordMeans.nullable(),
  verifyMode: z.int().nullable(),
  dialect: z.string().nullable(),
  workCode: z.string().nullable(),
});
export type RecordRow = z.infer<typeof record>;
/** The punches of one employee that count, between two instants, with the terminal and when they arrived. */
export const selectRecords = (db: Db, accountId: string, employeeId: string, span: { from: Date; to: Date }) =>
  db.rows(
    record,
    sql`select c.record_id as "recordId", c.at, c.direction, coalesce(d.description, p.name, c.system_id) as device,
        c.received_at as "receivedAt", c.clock, c.means, c.verify_mode as "verifyMode", d.dialect, c.work_code as "workCode"
      from clock_record c
      left join device d on d.account_id = c.account_id and d.device_id = c.device_id
      left join payroll_system p on p.account_id = c.account_id and p.system_id = c.system_id
      where c.account_id = ${accountId} and c.employee_id = ${employeeId} and c.standing = 'counted'
        and c.at between ${span.from.toISOString()}::timestamptz and ${span.to.toISOString()}::timestamptz`,
  );

const employment = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ...membership,
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  firstKnown: z.string().nullable(),
  deletedOn: z.string().nullable(),
});
export type EmploymentRow = z.infer<typeof employment>;
/** From when to when some employees count, as said and as known from their records of the days that are kept (rules.md 13). */
export const selectEmployments = (db: Db, accountId: string, employeeIds: readonly string[]) =>
  db.rows(
    employment,
    sql`select e.employee_id as "employeeId", e.number, e.first_name as "firstName", e.last_name as "lastName",
        e.time_group_id as "timeGroupId", e.time_groups as "timeGroups", e.activity,
        least((e.received_at at time zone a.time_zone)::date, (select min(f.day) from day_fact f
          where f.account_id = e.account_id and f.employee_id = e.employee_id))::text as "firstKnown",
        (e.deleted_at at time zone a.time_zone)::date::text as "deletedOn"
      from employee e join account a on a.account_id = e.account_id
      where e.account_id = ${accountId} and e.employee_id = any(${[...employeeIds]}::uuid[])`,
  );
/** The same of one who exists. */
export const selectEmployment = async (db: Db, accountId: string, employeeId: string) =>
  (await selectEmployments(db, accountId, [employeeId]))[0] ?? null;

export const selectGroupName = (db: Db, accountId: string, groupId: string) =>
  db.first(
    z.object({ name: z.string() }),
    sql`select name from work_group where account_id = ${accountId} and group_id = ${groupId}`,
  );

export const selectAssignedDevices = (db: Db, accountId: string, employeeId: string) =>
  db.rows(
    z.object({ deviceId: z.string() }),
    sql`select device_id as "deviceId" from device_employee where account_id = ${accountId} and employee_id = ${employeeId}`,
  );
