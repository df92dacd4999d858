import { z } from 'zod';
import { membership } from '../../attendance/facts.sql.ts';
import { type Db, empty, sql } from '../../platform/db/db.ts';

const lookupCode = z.object({ id: z.string(), lookup: z.int(), code: z.string() });
/** Returns the codes of some lookup entries, deleted ones too; ids that the account does not have are left out. */
export const selectLookupCodes = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    lookupCode,
    sql`select lookup_entry_id as id, lookup::int as lookup, code from lookup_entry
        where account_id = ${accountId} and lookup_entry_id = any(${ids}::uuid[])`,
  );

const known = z.object({
  filter: z.enum(['timeGroups', 'employeeGroups', 'jobDescriptions', 'devices', 'lookup1']),
  id: z.string(),
});
/** Returns which of some ids an account has, deleted ones too, with the filter that takes each. */
export const selectKnownIds = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    known,
    sql`select case kind when 'time' then 'timeGroups' when 'employee' then 'employeeGroups' else 'jobDescriptions' end as filter,
          group_id as id
        from work_group where account_id = ${accountId} and group_id = any(${[...ids]}::uuid[])
        union all
        select 'devices', device_id from device where account_id = ${accountId} and device_id = any(${[...ids]}::uuid[])
        union all
        select 'lookup1', lookup_entry_id from lookup_entry
        where account_id = ${accountId} and lookup = 1 and lookup_entry_id = any(${[...ids]}::uuid[])`,
  );

/** A subquery of the devices that employees clock on: `d`, by `employee_id`. */
export const ownDevices = (accountId: string) => sql`(
  select de.employee_id, array_agg(de.device_id::text) as ids from device_employee de
  join device d on d.account_id = de.account_id and d.device_id = de.device_id and d.deleted_at is null
  where de.account_id = ${accountId} group by de.employee_id) d`;

/**
 * Returns the devices of some people: assigned to them, clocked on by them since an instant, or assigned to nobody. `offset 0`: their punches are looked up by
 * person, in an index alone, because of many people the planner would read the punches of all accounts instead.
 */
export const selectDevicesOf = async (tx: Db, accountId: string, people: readonly string[], since: Date) =>
  (
    await tx.rows(
      z.object({ id: z.string() }),
      sql`select d.device_id as id from device d
          where d.account_id = ${accountId} and d.deleted_at is null and (
            not exists (select from device_employee p where p.account_id = d.account_id and p.device_id = d.device_id)
            or exists (select from device_employee p where p.account_id = d.account_id and p.device_id = d.device_id
              and p.employee_id = any(${[...people]}::uuid[]))
            or d.device_id in (select c.device_id from unnest(${[...people]}::uuid[]) as p(id) cross join lateral (
              select r.device_id from clock_record r where r.account_id = ${accountId} and r.employee_id = p.id
                and r.standing = 'counted' and r.at >= ${since} offset 0) c))`,
    )
  ).map(({ id }) => id);

const member = z.object({
  employeeId: z.string(),
  ...membership,
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  deviceIds: z.array(z.string()).nullable(),
});
/** Returns what decides to which crews all or some employees belong, deleted ones too. */
export const selectMembers = (tx: Db, accountId: string, employeeIds?: readonly string[]) =>
  tx.rows(
    member,
    sql`select e.employee_id as "employeeId", e.time_group_id as "timeGroupId", e.time_groups as "timeGroups",
        e.employee_group_id as "employeeGroupId", e.job_description_id as "jobDescriptionId", d.ids as "deviceIds"
      from employee e left join ${ownDevices(accountId)} on d.employee_id = e.employee_id
      where e.account_id = ${accountId}${employeeIds ? sql` and e.employee_id = any(${[...employeeIds]}::uuid[])` : empty}`,
  );
