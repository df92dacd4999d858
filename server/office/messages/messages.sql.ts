import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

const person = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
});
/** Returns those of some employees who have not left on a day, with their phone numbers. */
export const selectMessaged = (tx: Db, accountId: string, ids: readonly string[], day: LocalDate) =>
  tx.rows(
    person,
    sql`select employee_id as "_id", first_name as "firstName", last_name as "lastName", phone_number as "phoneNumber" from employee
      where account_id = ${accountId} and deleted_at is null and employee_id = any(${[...ids]}::uuid[])
        and is_active and (inactive_from is null or inactive_from > ${day}::date)
      order by lower(last_name), lower(first_name), employee_id`,
  );

const planned = z.object({
  day: z.string(),
  time: z.string(),
  lookup1: z.string().nullable(),
  first: z.string().nullable(),
  second: z.string().nullable(),
  employeeIds: z.array(z.string()),
});
/** Returns the work of a plan by its names, and the people who are assigned to its Recorder. */
export const selectPlanned = (tx: Db, accountId: string, planId: string) =>
  tx.first(
    planned,
    sql`select p.day::text as day, left(p.start_time::text, 5) as time, p.lookup1_code as lookup1,
        (select coalesce(max(l.description) filter (where l.description <> ''), p.lookup1_code) from lookup_entry l
          where l.account_id = p.account_id and l.lookup = 1 and l.code = p.lookup1_code and l.deleted_at is null) as first,
        (select coalesce(max(l.description) filter (where l.description <> ''), p.lookup2_code) from lookup_entry l
          where l.account_id = p.account_id and l.lookup = 2 and l.code = p.lookup2_code and l.deleted_at is null) as second,
        array(select d.employee_id::text from device_employee d where d.account_id = p.account_id and d.device_id = p.device_id) as "employeeIds"
      from work_plan p where p.account_id = ${accountId} and p.plan_id = ${planId}`,
  );

export const selectAccountName = async (tx: Db, accountId: string) =>
  (await tx.single(z.object({ name: z.string() }), sql`select name from account where account_id = ${accountId}`)).name;
