import { type Sql, sql } from '../db/db.ts';

/**
 * Returns the condition on a row `e` of employee that the employee is active on a local date: an end that was given in advance comes by
 * itself.
 */
export const isActiveOn = (date: string): Sql =>
  sql`(e.is_active and e.deleted_at is null and (e.inactive_from is null or e.inactive_from > ${date}::date))`;

/**
 * Returns the condition on a row `e` of employee that a device may know the employee: those assigned to it, or everybody while nobody is
 * (S-45). One look into an index for each employee, and one for the second half whatever their number.
 */
export const mayKnow = ({ accountId, deviceId }: { accountId: string; deviceId: string }): Sql => sql`(
  e.deleted_at is null and (
    exists (select 1 from device_employee de
      where de.account_id = e.account_id and de.device_id = ${deviceId} and de.employee_id = e.employee_id)
    or not exists (select 1 from device_employee de where de.account_id = ${accountId} and de.device_id = ${deviceId})))`;
