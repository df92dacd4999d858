import { z } from 'zod';
import { employee } from '#contract/masterData/employees.ts';
import { group, holiday, lookupEntry, standardTime } from '#contract/masterData/groups.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** Reads master data as the application shows it; deleted groups and lookups included. */

const kinded = group.extend({ kind: z.enum(['time', 'employee', 'job']) });
export const listGroups = (db: Db, accountId: string) =>
  db.rows(
    kinded,
    sql`select group_id as "_id", kind, system_id as "systemId", name, code, deleted_at as "deletedAt"
        from work_group where account_id = ${accountId} order by lower(name), group_id`,
  );

export const listLookupEntries = (db: Db, accountId: string) =>
  db.rows(
    lookupEntry.extend({ lookup: z.int() }),
    sql`select lookup_entry_id as "_id", lookup::int as lookup, code, description, deleted_at as "deletedAt"
        from lookup_entry where account_id = ${accountId} order by lower(description), code`,
  );

export const getLookupNames = (db: Db, accountId: string) =>
  db.single(
    z.object({ lookup1: z.string(), lookup2: z.string() }),
    sql`select lookup1_name as lookup1, lookup2_name as lookup2 from account where account_id = ${accountId}`,
  );

export const listStandardTimes = (db: Db, accountId: string) =>
  db.rows(
    standardTime,
    sql`select standard_time_id as "_id", time_group_id as "timeGroupId", weekday::int as weekday,
          start_time as "startTime", end_time as "endTime", breaks, grace_minutes as "graceMinutes",
          break_grace_minutes as "breakGraceMinutes", pre_minutes as "preMinutes", post_minutes as "postMinutes",
          effective_from::text as "effectiveFrom", is_rest as "isRest"
        from standard_time where account_id = ${accountId} and deleted_at is null
        order by time_group_id, weekday, effective_from nulls first, standard_time_id`,
  );

export const listHolidays = (db: Db, accountId: string) =>
  db.rows(
    holiday,
    sql`select holiday_id as "_id", name, date::text as date, time_group_id as "timeGroupId"
        from holiday where account_id = ${accountId} and deleted_at is null order by date, name, holiday_id`,
  );

/** Returns all employees of the account that are not deleted, inactive ones included. */
export const listEmployees = (db: Db, accountId: string) =>
  db.rows(
    employee,
    sql`select employee_id as "_id", number, first_name as "firstName", last_name as "lastName", is_active as "isActive",
          (select max(change->>'from') from jsonb_array_elements(activity) change
            where (change->>'isActive')::boolean) as "activeFrom", inactive_from::text as "inactiveFrom", time_id as "timeId", time_group_id as "timeGroupId",
          employee_group_id as "employeeGroupId", job_description_id as "jobDescriptionId"
        from employee where account_id = ${accountId} and deleted_at is null`,
  );
