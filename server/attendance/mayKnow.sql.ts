import { type Sql, sql } from '../platform/db/db.ts';

/** Returns the condition that an employee, a row `e`, is active on a local date; an end that was set in advance thus takes effect by itself. */
export const isActiveOn = (date: string): Sql =>
  sql`(e.is_active and e.deleted_at is null and (e.inactive_from is null or e.inactive_from > ${date}::date))`;

type Of = { accountId: string; deviceId: string };

/** Returns the condition that an employee, a row `e`, is assigned to a device. */
export const isAssignedTo = ({ deviceId }: Of): Sql => sql`(
  e.deleted_at is null and exists (select 1 from device_employee de
    where de.account_id = e.account_id and de.device_id = ${deviceId} and de.employee_id = e.employee_id))`;

/**
 * Returns the condition that a device may know an employee, a row `e`: those assigned to it, or everybody while nobody is. It costs one index
 * lookup per employee and one more in all.
 */
export const mayKnow = ({ accountId, deviceId }: Of): Sql => sql`(
  e.deleted_at is null and (${isAssignedTo({ accountId, deviceId })}
    or not exists (select 1 from device_employee de where de.account_id = ${accountId} and de.device_id = ${deviceId})))`;
