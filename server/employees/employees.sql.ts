import { z } from 'zod';
import { employee } from '#contract/employees.ts';
import { type Db, sql } from '../db/db.ts';

export const accountExists = async (db: Db, accountId: string) =>
  (await db.first(
    z.object({ found: z.boolean() }),
    sql`select true as found from account where account_id = ${accountId}`,
  )) !== undefined;

/** Everybody of the account who was not deleted, inactive ones included. */
export const listEmployees = (db: Db, accountId: string) =>
  db.rows(
    employee,
    sql`select employee_id as "_id", number, first_name as "firstName", last_name as "lastName", is_active as "isActive",
          (select max(change->>'from') from jsonb_array_elements(activity) change
            where (change->>'isActive')::boolean) as "activeFrom", inactive_from::text as "inactiveFrom", time_id as "timeId", time_group_id as "timeGroupId",
          employee_group_id as "employeeGroupId", job_description_id as "jobDescriptionId"
        from employee where account_id = ${accountId} and deleted_at is null`,
  );
