import { z } from 'zod';
import { type Db, empty, sql } from '../../platform/db/db.ts';
import { ownDevices } from '../stats/crew.sql.ts';

const rostered = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeId: z.string().nullable(),
  timeGroupId: z.string().nullable(),
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  /** The local date on which they left; null: they are in the account. */
  deletedOn: z.string().nullable(),
  /** The ids of the devices they clock on; null: all devices. */
  deviceIds: z.array(z.string()).nullable(),
});
export type Rostered = z.infer<typeof rostered>;
/** Returns all or some employees as they are today; deleted ones too, because their past stays. */
export const selectRoster = (tx: Db, accountId: string, employeeIds?: readonly string[]) =>
  tx.rows(
    rostered,
    sql`select e.employee_id as "employeeId", e.number, e.first_name as "firstName", e.last_name as "lastName", e.time_id as "timeId",
        e.time_group_id as "timeGroupId", e.employee_group_id as "employeeGroupId", e.job_description_id as "jobDescriptionId",
        (e.deleted_at at time zone (select time_zone from account where account_id = ${accountId}))::date::text as "deletedOn", d.ids as "deviceIds"
      from employee e left join ${ownDevices(accountId)} on d.employee_id = e.employee_id
      where e.account_id = ${accountId}${employeeIds ? sql` and e.employee_id = any(${[...employeeIds]}::uuid[])` : empty}`,
  );
const cardsOf = z.object({ employeeId: z.string(), cards: z.array(z.string()) });
/** Returns the card numbers of the present employees who have any, or of one of them. */
export const selectCards = (tx: Db, accountId: string, employeeId?: string) =>
  tx.rows(
    cardsOf,
    sql`select employee_id as "employeeId", to_jsonb(cards) as cards from employee
      where account_id = ${accountId} and deleted_at is null and cards <> '{}'${employeeId === undefined ? empty : sql` and employee_id = ${employeeId}`}`,
  );
const name = z.object({ id: z.string(), name: z.string() });
/** Returns the names of some groups, deleted ones too. */
export const selectGroupNames = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    name,
    sql`select group_id as id, name from work_group where account_id = ${accountId} and group_id = any(${ids}::uuid[])`,
  );
export const selectDeviceNames = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    name,
    sql`select device_id as id, description as name from device
      where account_id = ${accountId} and device_id = any(${ids}::uuid[]) order by description, device_id`,
  );

const lastDevice = z.object({ employeeId: z.string(), id: z.string(), name: z.string() });
/** Returns the devices of the last punches of some employees since an instant. */
export const selectLastDevices = (tx: Db, accountId: string, employeeIds: readonly string[], since: Date) =>
  tx.rows(
    lastDevice,
    sql`select e.id as "employeeId", d.device_id as id, d.description as name
      from unnest(${[...employeeIds]}::uuid[]) as e(id)
      cross join lateral (select c.device_id from clock_record c where c.account_id = ${accountId} and c.employee_id = e.id
        and c.standing = 'counted' and c.at >= ${since} order by c.at desc limit 1) c
      join device d on d.account_id = ${accountId} and d.device_id = c.device_id`,
  );

/** Returns whether the muster list is for every user, whatever their scope (a setting of the account). */
export const isMusterForAll = async (db: Db, accountId: string): Promise<boolean> =>
  db.tenant(
    accountId,
    async (tx) => (await tx.run(sql`select 1 from account where account_id = ${accountId} and muster_for_all`)) > 0,
  );
