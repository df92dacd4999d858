import { z } from 'zod';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { claim, setupCounts } from '#contract/office/setup.ts';
import { membership } from '../../attendance/facts.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';

/** Statements that read what the screens and the workbook of the set-up show: records that are not deleted, with their owner. */

/** Undefined where there is no such account. */
export const selectTimeZone = async (tx: Db, accountId: string): Promise<string | undefined> =>
  (
    await tx.first(
      z.object({ timeZone: z.string() }),
      sql`select time_zone as "timeZone" from account where account_id = ${accountId}`,
    )
  )?.timeZone;

export const selectAccountName = async (tx: Db, accountId: string): Promise<string> =>
  (await tx.single(z.object({ name: z.string() }), sql`select name from account where account_id = ${accountId}`)).name;

const lookupNames = z.object({
  name1: z.string(),
  name2: z.string(),
  system1: z.string().nullable(),
  system2: z.string().nullable(),
});
/** Returns the names of the account's lookups, and the systems that gave them, as long as these are allowed. */
export async function selectLookupNames(tx: Db, accountId: string) {
  const names = await tx.single(
    lookupNames,
    sql`select lookup1_name as name1, lookup2_name as name2,
          (select lookup1_system from unnest(allowed_system_ids) s where lower(s) = lower(lookup1_system) limit 1) as system1,
          (select lookup2_system from unnest(allowed_system_ids) s where lower(s) = lower(lookup2_system) limit 1) as system2
        from account where account_id = ${accountId}`,
  );
  return [
    { lookup: 1 as const, name: names.name1, system: names.system1 },
    { lookup: 2 as const, name: names.name2, system: names.system2 },
  ];
}

const employeeRow = z.object({
  id: z.string(),
  systemId: z.string(),
  code: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  timeId: z.string().nullable(),
  cards: z.array(z.string()),
  ...membership,
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
});
export type EmployeeRow = z.infer<typeof employeeRow>;
/** Employees of some ids, or all when null. */
export const selectEmployees = (tx: Db, accountId: string, ids: readonly string[] | null) =>
  tx.rows(
    employeeRow,
    sql`select employee_id as id, system_id as "systemId", code, number, first_name as "firstName", last_name as "lastName",
          phone_number as "phoneNumber", activity, time_id as "timeId", to_jsonb(cards) as cards, time_group_id as "timeGroupId", time_groups as "timeGroups",
          employee_group_id as "employeeGroupId", job_description_id as "jobDescriptionId"
        from employee where account_id = ${accountId} and deleted_at is null
          and (${ids === null} or employee_id = any(${[...(ids ?? [])]}::uuid[]))`,
  );

/**
 * Returns the highest whole number that is the number or PIN of an employee, a deleted one too, or for which records wait: an invented number must be none of
 * these, or its person would get what is another's.
 */
export const selectHighestNumber = async (tx: Db, accountId: string): Promise<number> =>
  (
    await tx.single(
      z.object({ highest: z.int() }),
      sql`select coalesce(max(n::int), 0) as highest from (
          select number as n from employee where account_id = ${accountId}
          union all select time_id from employee where account_id = ${accountId}
          union all select time_id from clock_record where account_id = ${accountId} and employee_id is null
          union all select time_id from piecework_entry where account_id = ${accountId} and employee_id is null
          union all select employee_number from piecework_entry where account_id = ${accountId} and employee_id is null) used
        where n ~ '^[0-9]{1,9}$'`,
    )
  ).highest;

/** Tells whether an employee has any record at all. */
export const hasRecords = async (tx: Db, accountId: string, employeeId: string): Promise<boolean> =>
  (
    await tx.single(
      z.object({ found: z.boolean() }),
      sql`select exists (select from clock_record where account_id = ${accountId} and employee_id = ${employeeId})
        or exists (select from piecework_entry where account_id = ${accountId} and employee_id = ${employeeId}) as found`,
    )
  ).found;

/** Tells whether biometric templates of an employee are stored. */
export const hasTemplates = async (tx: Db, accountId: string, employeeId: string): Promise<boolean> =>
  (
    await tx.single(
      z.object({ found: z.boolean() }),
      sql`select exists (select from biometric_template
        where account_id = ${accountId} and employee_id = ${employeeId}) as found`,
    )
  ).found;

const groupRow = z.object({
  id: z.string(),
  kind: z.enum(['time', 'employee', 'job']),
  systemId: z.string(),
  code: z.string(),
  name: z.string(),
  employees: z.int(),
});
export type GroupRow = z.infer<typeof groupRow>;
/** Returns the groups with the number of their employees, which are counted apart: a join of thousands of new rows, in no statistics yet, compares each with each. */
export async function selectGroups(tx: Db, accountId: string): Promise<GroupRow[]> {
  const rows = await tx.rows(
    groupRow.omit({ employees: true }),
    sql`select group_id as id, kind, system_id as "systemId", code, name from work_group
        where account_id = ${accountId} and deleted_at is null order by lower(name), code, group_id`,
  );
  const counts = await tx.rows(
    z.object({ id: z.string(), employees: z.int() }),
    sql`select group_id as id, count(*)::int as employees
        from employee, unnest(array[time_group_id, employee_group_id, job_description_id]) as group_id
        where account_id = ${accountId} and deleted_at is null and group_id is not null group by group_id`,
  );
  const employees = new Map(counts.map((row) => [row.id, row.employees]));
  return rows.map((row) => ({ ...row, employees: employees.get(row.id) ?? 0 }));
}

const lookupRow = z.object({
  id: z.string(),
  lookup: z.literal([1, 2]),
  systemId: z.string(),
  code: z.string(),
  description: z.string(),
});
export type LookupRow = z.infer<typeof lookupRow>;
export const selectLookupEntries = (tx: Db, accountId: string) =>
  tx.rows(
    lookupRow,
    sql`select lookup_entry_id as id, lookup::int as lookup, system_id as "systemId", code, description
        from lookup_entry where account_id = ${accountId} and deleted_at is null
        order by lookup, lower(description), code limit 10000`,
  );

const holidayRow = z.object({
  id: z.string(),
  systemId: z.string(),
  code: z.string(),
  date: z.string(),
  name: z.string(),
  timeGroupId: z.string().nullable(),
});
export type HolidayRow = z.infer<typeof holidayRow>;
export const selectHolidays = (tx: Db, accountId: string) =>
  tx.rows(
    holidayRow,
    sql`select holiday_id as id, system_id as "systemId", code, date::text as date, name, time_group_id as "timeGroupId"
        from holiday where account_id = ${accountId} and deleted_at is null order by date, lower(name), holiday_id limit 10000`,
  );

const ownerRow = z.object({
  systemId: z.string(),
  name: z.string(),
  isAllowed: z.boolean(),
  claims: z.array(claim),
  adopts: z.boolean(),
  lastSync: z.iso.datetime().nullable(),
  employees: z.int(),
  records: z.int(),
  sentEmployees: z.int().nullable(),
  matchingEmployees: z.int().nullable(),
});
export type OwnerRow = z.infer<typeof ownerRow>;
/** Returns the account's payroll systems by name, including those that only own records, but not the application. */
export const selectOwners = (tx: Db, accountId: string) =>
  tx.rows(
    ownerRow,
    sql`with owned as (
          select system_id, true as is_employee from employee where account_id = ${accountId} and deleted_at is null
          union all select system_id, false from work_group where account_id = ${accountId} and deleted_at is null
          union all select system_id, false from lookup_entry where account_id = ${accountId} and deleted_at is null
          union all select system_id, false from standard_time where account_id = ${accountId} and deleted_at is null
          union all select system_id, false from holiday where account_id = ${accountId} and deleted_at is null
          union all select system_id, false from hours_rule where account_id = ${accountId} and deleted_at is null),
        counted as (select system_id, (count(*) filter (where is_employee))::int as employees, count(*)::int as records
          from owned group by system_id),
        systems as (select system_id from counted union select system_id from payroll_system where account_id = ${accountId})
        select s.system_id as "systemId", coalesce(p.name, s.system_id) as name,
          exists (select from account a, unnest(a.allowed_system_ids) allowed
            where a.account_id = ${accountId} and lower(allowed) = lower(s.system_id)) as "isAllowed",
          to_jsonb(coalesce(p.claims, '{}')) as claims, coalesce(p.adopts, false) as adopts, p.last_sync as "lastSync",
          coalesce(c.employees, 0) as employees, coalesce(c.records, 0) as records,
          p.sent_employees as "sentEmployees", p.matching_employees as "matchingEmployees"
        from systems s left join counted c on c.system_id = s.system_id
        left join payroll_system p on p.account_id = ${accountId} and p.system_id = s.system_id
        where s.system_id <> ${APPLICATION_SYSTEM} order by lower(coalesce(p.name, s.system_id))`,
  );

const overview = z.object({
  timeZone: z.string(),
  isTimeZoneChosen: z.boolean(),
  hasRecords: z.boolean(),
  firstPunchAt: z.iso.datetime().nullable(),
  ...setupCounts.shape,
  ownEmployees: z.int(),
  ownRecords: z.int(),
});
/** Undefined where there is no such account. */
export const selectOverview = (tx: Db, accountId: string) =>
  tx.first(
    overview,
    sql`select a.time_zone as "timeZone", a.time_zone_chosen as "isTimeZoneChosen",
          exists (select from clock_record c where c.account_id = a.account_id)
            or exists (select from piecework_entry p where p.account_id = a.account_id) as "hasRecords",
          (select min(c.at) from clock_record c where c.account_id = a.account_id and c.standing = 'counted') as "firstPunchAt",
          e.employees, e.without_group as "withoutTimeGroup", e.without_pin as "withoutTimeId", e.own as "ownEmployees",
          g.times as "timeGroups", g.employees as "employeeGroups", g.jobs as "jobDescriptions",
          (select count(*)::int from lookup_entry l where l.account_id = a.account_id and l.deleted_at is null) as "lookupEntries",
          (select count(*)::int from holiday h where h.account_id = a.account_id and h.deleted_at is null) as holidays,
          (select count(distinct s.time_group_id)::int from standard_time s
            where s.account_id = a.account_id and s.deleted_at is null) as "groupsWithShifts",
          (select count(*)::int from device d where d.account_id = a.account_id and d.deleted_at is null) as devices,
          (e.own + g.own
            + (select count(*) from lookup_entry l where l.account_id = a.account_id and l.deleted_at is null and l.system_id = ${APPLICATION_SYSTEM})
            + (select count(*) from standard_time s where s.account_id = a.account_id and s.deleted_at is null and s.system_id = ${APPLICATION_SYSTEM})
            + (select count(*) from holiday h where h.account_id = a.account_id and h.deleted_at is null and h.system_id = ${APPLICATION_SYSTEM})
            + (select count(*) from hours_rule r where r.account_id = a.account_id and r.deleted_at is null and r.system_id = ${APPLICATION_SYSTEM})
          )::int as "ownRecords"
        from account a,
          lateral (select count(*)::int as employees, (count(*) filter (where time_group_id is null))::int as without_group,
              (count(*) filter (where time_id is null))::int as without_pin,
              (count(*) filter (where system_id = ${APPLICATION_SYSTEM}))::int as own
            from employee where account_id = a.account_id and deleted_at is null) e,
          lateral (select (count(*) filter (where kind = 'time'))::int as times,
              (count(*) filter (where kind = 'employee'))::int as employees, (count(*) filter (where kind = 'job'))::int as jobs,
              (count(*) filter (where system_id = ${APPLICATION_SYSTEM}))::int as own
            from work_group where account_id = a.account_id and deleted_at is null) g
        where a.account_id = ${accountId}`,
  );

/** Returns from when the group and job of some employees hold, of those who had others before. */
export const selectTermsFrom = (tx: Db, accountId: string, employeeIds: readonly string[]) =>
  tx.rows(
    z.object({ employeeId: z.string(), from: z.string() }),
    sql`select employee_id as "employeeId", terms_since(locked_terms, employee_group_id, job_description_id)::text as "from" from employee
      where account_id = ${accountId} and employee_id = any(${[...employeeIds]}::uuid[])
        and terms_since(locked_terms, employee_group_id, job_description_id) is not null`,
  );

/** Returns the employee who a user of the account is; null for other users. */
export async function selectOwnEmployee(tx: Db, accountId: string, userId: string): Promise<string | null> {
  const user = await tx.first(
    z.object({ employeeId: z.string().nullable() }),
    sql`select employee_id as "employeeId" from app_user where account_id = ${accountId} and user_id = ${userId}`,
  );
  return user?.employeeId ?? null;
}
