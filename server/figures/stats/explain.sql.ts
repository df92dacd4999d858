import { z } from 'zod';
import { recordClock, recordMeans } from '#contract/platform/records.ts';
import { effectiveEntries, effectivePunches, entryInForce, punchInForce } from '../../attendance/effective.sql.ts';
import { membership } from '../../attendance/facts.sql.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';

const record = z.object({
  recordId: z.string().nullable(),
  clockRecordId: z.string().nullable(),
  correctionId: z.string().nullable(),
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
type Span = { from: Date; to: Date };
const within = (accountId: string, employeeId: string, { from, to }: Span) => ({
  accountId,
  employeeId: sql`${employeeId}::uuid`,
  from: sql`${from}::timestamptz`,
  to: sql`${to}::timestamptz`,
});
/** Returns the effective punches of one employee between two instants, with the terminal and the time of receipt. */
export const selectRecords = (db: Db, accountId: string, employeeId: string, span: Span) =>
  db.rows(
    record,
    sql`select c.record_id as "recordId", e.clock_record_id as "clockRecordId", e.correction_id as "correctionId", e.at, e.direction,
        coalesce(d.description, p.name, c.system_id) as device, coalesce(c.received_at, k.received_at) as "receivedAt", c.clock, c.means,
        c.verify_mode as "verifyMode", d.dialect, c.work_code as "workCode"
      from ${effectivePunches(within(accountId, employeeId, span))} e
      left join clock_record c on c.account_id = ${accountId} and c.clock_record_id = e.clock_record_id
      left join punch_correction k on k.account_id = ${accountId} and k.correction_id = e.correction_id
      left join device d on d.account_id = c.account_id and d.device_id = c.device_id
      left join payroll_system p on p.account_id = c.account_id and p.system_id = c.system_id`,
  );

const entry = z.object({
  entryId: z.string().nullable(),
  correctionId: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** Its date, if no time is known. */
  date: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
  durationMs: z.number().nullable(),
  units: z.string(),
  lookup1Code: z.string().nullable(),
  lookup2Code: z.string().nullable(),
  lookup1Name: z.string().nullable(),
  lookup2Name: z.string().nullable(),
  /** Of its job description, or its code where the account has none of it. */
  jobName: z.string().nullable(),
  device: z.string().nullable(),
  receivedAt: z.iso.datetime(),
  clock: recordClock.nullable(),
  /** Of a part of what a team made: its name, and for users who see everybody what it made and among how many. */
  team: z.object({ name: z.string(), units: z.string().nullable(), people: z.int().nullable() }).nullable(),
});
type Codes = ReadonlySet<string> | undefined;
const isAmong = (column: Sql, codes: Codes) => (codes ? sql`${column} = any(${[...codes]}::text[])` : sql`true`);
/** Returns the effective entries of one employee that start between two instants, with any code of lookup 1 or one of some. */
export const selectEntries = (
  db: Db,
  accountId: string,
  employeeId: string,
  span: Span,
  lookup1: Codes,
  seesAll: boolean,
) =>
  db.rows(
    entry,
    sql`select e.piecework_entry_id as "entryId", e.correction_id as "correctionId", e.started_at as "startedAt", e.on_date::text as date, e.ended_at as "endedAt",
        e.duration_ms::float8 as "durationMs", e.units::text as units, e.lookup1_code as "lookup1Code", e.lookup2_code as "lookup2Code",
        l1.description as "lookup1Name", l2.description as "lookup2Name",
        coalesce((select g.name from work_group g where g.account_id = ${accountId} and g.kind = 'job' and g.code = e.job_description_code
          order by g.system_id = p.system_id desc nulls last, g.deleted_at nulls first limit 1), e.job_description_code) as "jobName",
        coalesce(d.description, p.system_id) as device, coalesce(p.received_at, k.received_at) as "receivedAt", p.clock,
        (select jsonb_build_object('name', t.name, 'units', case when ${seesAll}::boolean then trim_scale(x.units)::text end,
            'people', case when ${seesAll}::boolean then (select count(*)::int from piecework_entry o
              where o.account_id = x.account_id and o.team_entry_id = x.team_entry_id and o.units <> 0) end)
          from team_entry x join team t on t.account_id = x.account_id and t.team_id = x.team_id
          where x.account_id = ${accountId} and x.team_entry_id = p.team_entry_id) as team
      from ${effectiveEntries(within(accountId, employeeId, span))} e
      left join piecework_entry p on p.account_id = ${accountId} and p.piecework_entry_id = e.piecework_entry_id
      left join entry_correction k on k.account_id = ${accountId} and k.correction_id = e.correction_id
      left join device d on d.account_id = p.account_id and d.device_id = p.device_id
      left join lookup_entry l1 on l1.account_id = ${accountId} and l1.lookup = 1 and l1.code = e.lookup1_code
      left join lookup_entry l2 on l2.account_id = ${accountId} and l2.lookup = 2 and l2.code = e.lookup2_code
      where ${isAmong(sql`e.lookup1_code`, lookup1)}
      order by e.started_at, e.piecework_entry_id, e.correction_id limit 1000`,
  );

const setAside = z.object({
  recordId: z.string(),
  kind: z.enum(['punch', 'entry']),
  direction: z.enum(['in', 'out', 'auto']).nullable(),
  units: z.string().nullable(),
  at: z.iso.datetime(),
  date: z.string().nullable(),
  device: z.string().nullable(),
  why: z.enum(['voided', 'changed', 'given', 'future-clock', 'duplicate', 'taken-back', 'quarantined', 'rejected']),
  correctionId: z.string().nullable(),
});
/** Returns the raw records of one employee between two instants that no figure contains as they were received; entries as in `selectEntries`. */
export const selectSetAside = (db: Db, accountId: string, employeeId: string, { from, to }: Span, lookup1: Codes) =>
  db.rows(
    setAside,
    sql`select c.clock_record_id as "recordId", 'punch' as kind, c.direction, null as units, c.at, null as date, d.description as device,
        case when k.kind = 'void' then 'voided' when k.kind = 'replace' and k.employee_id = c.employee_id then 'changed'
          when k.kind = 'replace' then 'given' else c.standing end as why, k.correction_id as "correctionId"
      from clock_record c
      left join punch_correction k on k.account_id = c.account_id and k.clock_record_id = c.clock_record_id and ${punchInForce}
      left join device d on d.account_id = c.account_id and d.device_id = c.device_id
      where c.account_id = ${accountId} and c.employee_id = ${employeeId} and c.at between ${from} and ${to}
        and (c.standing <> 'counted' or k.correction_id is not null)
      union all
      select p.piecework_entry_id, 'entry', null, p.units::text, p.started_at, p.on_date::text, d.description,
        case when k.kind = 'void' then 'voided' when k.kind is null or p.standing = 'taken-back' or p.standing = 'duplicate' and not k.counts_again then p.standing
          when k.employee_id = p.employee_id then 'changed' else 'given' end, k.correction_id
      from piecework_entry p
      left join entry_correction k on k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id and ${entryInForce}
      left join device d on d.account_id = p.account_id and d.device_id = p.device_id
      where p.account_id = ${accountId} and p.employee_id = ${employeeId} and p.started_at between ${from} and ${to}
        and (p.standing <> 'counted' or k.correction_id is not null) and ${isAmong(sql`p.lookup1_code`, lookup1)}
      order by at, "recordId" limit 500`,
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
/** Returns the period in which some employees count: as given, and as known from their records within the retention (docs/reference/attendance.md#who-counts). */
export const selectEmployments = (db: Db, accountId: string, employeeIds: readonly string[]) =>
  db.rows(
    employment,
    sql`select e.employee_id as "employeeId", e.number, e.first_name as "firstName", e.last_name as "lastName",
        e.time_group_id as "timeGroupId", e.time_groups as "timeGroups", e.activity,
        least((e.received_at at time zone a.time_zone)::date, (select min(f.day) from day_fact f
          where f.account_id = e.account_id and f.employee_id = e.employee_id and f.own))::text as "firstKnown",
        (e.deleted_at at time zone a.time_zone)::date::text as "deletedOn"
      from employee e join account a on a.account_id = e.account_id
      where e.account_id = ${accountId} and e.employee_id = any(${[...employeeIds]}::uuid[])`,
  );
/** Returns the same for one employee, who exists. */
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
