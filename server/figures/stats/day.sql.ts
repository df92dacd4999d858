import { z } from 'zod';
import { untouchedEntry, untouchedPunch } from '../../attendance/effective.sql.ts';
import { membership } from '../../attendance/facts.sql.ts';
import { knownFrom } from '../../attendance/firstDays.sql.ts';
import { inColumns } from '../../platform/db/columns.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';

/** A condition for some employees, if they are named. */
const only = (column: Sql, employeeIds: readonly string[] | undefined) =>
  employeeIds ? sql` and ${column} = any(${[...employeeIds]}::uuid[])` : empty;

/** Reads everything that one day of an account is judged from, with a few statements for any number of employees. */

const accountState = z.object({
  dataVersion: z.int(),
  firstEvidence: z.iso.datetime().nullable(),
  isRecalculating: z.boolean(),
});
export type AccountState = z.infer<typeof accountState>;
/** Returns the data version, and the account's first evidence: a device's contact, or a punch or entry that counts (docs/reference/attendance.md#status). */
export const selectAccountState = (db: Db, accountId: string, aliveSince: Date) =>
  db.first(
    accountState,
    sql`select a.data_version as "dataVersion",
        least(a.first_record_at, (select min(d.first_contact) from device d where d.account_id = a.account_id)) as "firstEvidence",
        a.recalculating_since is not null or exists (select from recalculation_job j where j.account_id = a.account_id and j.status = 'In Progress'
          and j.heartbeat_at >= ${aliveSince.toISOString()}::timestamptz) as "isRecalculating"
      from account a where a.account_id = ${accountId}`,
  );

export const person = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ...membership,
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  deletedOn: z.string().nullable(),
  /** True if the employee was received, or has a record of a work day, by the end of the day (docs/reference/attendance.md#who-counts). */
  arrived: z.boolean(),
});
export type PersonRow = z.infer<typeof person>;
/** The columns of `e`, an employee, and `a`, their account. */
export const personColumns = sql`e.employee_id as "employeeId", e.number, e.first_name as "firstName", e.last_name as "lastName",
  e.time_group_id as "timeGroupId", e.time_groups as "timeGroups", e.employee_group_id as "employeeGroupId", e.job_description_id as "jobDescriptionId",
  e.activity, (e.deleted_at at time zone a.time_zone)::date::text as "deletedOn"`;
export const factColumns = sql`employee_id as "employeeId", events, entries, units::text as units, worked_ms as "workedMs"`;
export const workColumns = sql`employee_id as "employeeId", lookup1_code as lookup1, lookup2_code as lookup2, units::text as units,
  time_ms as "timeMs", entries, spans::text as spans, plain_ms as "plainMs"`;
/**
 * Returns every employee who may count on a day. Facts are read separately, because a planner without statistics joins them badly. Records are looked up
 * only for employees who were received later; a record two days before the day belongs to a work day before its end, whatever the shift.
 */
export const selectPeople = (db: Db, accountId: string, day: string, employeeIds?: readonly string[]) =>
  db.rows(
    person,
    sql`select ${personColumns},
        case when e.received_at is null or (e.received_at at time zone a.time_zone)::date <= ${day}::date then true
          else exists (select from day_fact f where f.account_id = e.account_id and f.employee_id = e.employee_id
              and f.own and f.day <= ${day}::date offset 0)
            or exists (select from clock_record c where c.account_id = e.account_id and c.employee_id = e.employee_id
              and c.standing = 'counted' and c.at < ${day}::date - interval '2 days' and ${untouchedPunch(accountId)} offset 0)
            or exists (select from piecework_entry p where p.account_id = e.account_id and p.employee_id = e.employee_id
              and p.standing = 'counted' and p.started_at < ${day}::date - interval '2 days' and ${untouchedEntry(accountId)} offset 0)
          end as arrived
      from employee e
      join account a on a.account_id = e.account_id
      where e.account_id = ${accountId}
        and (e.deleted_at is null or (e.deleted_at at time zone a.time_zone)::date > ${day}::date)${only(sql`e.employee_id`, employeeIds)}`,
  );

const knownPerson = person.omit({ arrived: true }).extend({ knownFrom: z.string().nullable() });
/** An employee over several days; `knownFrom`: the date from which they are known (docs/reference/attendance.md#who-counts), null if before the days. */
export type KnownPerson = { row: PersonRow; knownFrom: string | null };
/** Returns all employees who may count on days from `from` on, or some of them. */
export async function selectKnown(db: Db, accountId: string, from: string, employeeIds?: readonly string[]) {
  const rows = await db.rows(
    knownPerson,
    sql`select ${personColumns}, (${knownFrom(accountId, from)})::text as "knownFrom"
      from employee e join account a on a.account_id = e.account_id
      where e.account_id = ${accountId}${only(sql`e.employee_id`, employeeIds)}`,
  );
  return rows.map(
    ({ knownFrom: known, ...row }): KnownPerson => ({ row: { ...row, arrived: true }, knownFrom: known }),
  );
}
/** Returns an employee as of a day: mostly the same object for all days. */
export const asOfDay = ({ row, knownFrom: known }: KnownPerson, day: string): PersonRow =>
  known === null || known <= day ? row : { ...row, arrived: false };

export const fact = z.object({
  employeeId: z.string(),
  events: z.string(),
  entries: z.int(),
  units: z.string(),
  workedMs: z.int(),
});
export type FactRow = z.infer<typeof fact>;
const facts = inColumns({ employeeId: 'text', events: 'text', entries: 'whole', units: 'text', workedMs: 'whole' });
/** Returns the facts of one day. */
export const selectFacts = (db: Db, accountId: string, day: string, employeeIds?: readonly string[]) =>
  facts(
    db,
    sql`select ${factColumns} from day_fact where account_id = ${accountId} and day = ${day}::date${only(sql`employee_id`, employeeIds)}`,
  );

const device = z.object({
  deviceId: z.string(),
  name: z.string(),
  lastContact: z.iso.datetime().nullable(),
  dayEnded: z.boolean(),
  gaps: z.array(z.object({ events: z.number(), from: z.number(), to: z.number() })),
});
/** True of `device` if its last report says that the day was ended with nothing pending (docs/reference/attendance.md#silent-devices). */
export const dayEnded = sql`coalesce((state #>> '{report,dayEnded}')::boolean and (state #>> '{report,pending}')::int = 0, false)`;
/** The events of `device` that never arrived (server/intake/terminals/eventNumbers.ts). */
const lostEvents = sql`coalesce(state #> '{events,gaps}', '[]')`;
/** Returns the devices that are not deleted. */
export const selectDevices = (db: Db, accountId: string) =>
  db.rows(
    device,
    sql`select device_id as "deviceId", description as name, last_contact as "lastContact", ${dayEnded} as "dayEnded", ${lostEvents} as gaps from device
      where account_id = ${accountId} and deleted_at is null order by description, device_id`,
  );

const assignment = z.object({ employeeId: z.string(), deviceIds: z.array(z.string()) });
export const selectAssignments = (db: Db, accountId: string, employeeIds?: readonly string[]) =>
  db.rows(
    assignment,
    sql`select de.employee_id as "employeeId", array_agg(de.device_id::text) as "deviceIds"
      from device_employee de
      join device d on d.account_id = de.account_id and d.device_id = de.device_id and d.deleted_at is null
      where de.account_id = ${accountId}${only(sql`de.employee_id`, employeeIds)} group by de.employee_id`,
  );

export const quarantined = z.object({ employeeId: z.string(), at: z.string() });
export type QuarantinedRow = z.infer<typeof quarantined>;
/** Returns the quarantined punches between two instants: an employee with one is not called absent (docs/reference/attendance.md#status). */
export const breakKey = z.object({ employeeId: z.string(), at: z.number() });
/** Punches whose key says that a break begins or ends (state keys 2 and 3 of terminals), and is believed. */
export const saysBreak = sql`standing = 'counted' and employee_id is not null and sent_status in (2, 3)
  and direction = case sent_status when 2 then 'out' else 'in' end`;
export const breakKeyColumns = sql`employee_id as "employeeId", (extract(epoch from at) * 1000)::float8 as at`;
/** Returns the instants at which employees punched that a break begins or ends. */
export const selectBreakKeys = (db: Db, accountId: string, from: Date, to: Date, employeeIds?: readonly string[]) =>
  db.rows(
    breakKey,
    sql`select ${breakKeyColumns} from clock_record
      where account_id = ${accountId} and ${saysBreak} and at >= ${from} and at < ${to}${only(sql`employee_id`, employeeIds)}`,
  );
export const selectQuarantined = (db: Db, accountId: string, from: Date, to: Date, employeeIds?: readonly string[]) =>
  db.rows(
    quarantined,
    sql`select employee_id as "employeeId", at::text as at from clock_record
      where account_id = ${accountId} and standing = 'quarantined' and employee_id is not null
        and at >= ${from} and at < ${to}${only(sql`employee_id`, employeeIds)} limit 100000`,
  );

export const work = z.object({
  employeeId: z.string(),
  lookup1: z.string(),
  lookup2: z.string(),
  units: z.string(),
  timeMs: z.int(),
  entries: z.int(),
  spans: z.string(),
  plainMs: z.int(),
});
export type WorkRow = z.infer<typeof work>;
const works = inColumns({
  employeeId: 'text',
  lookup1: 'text',
  lookup2: 'text',
  units: 'text',
  timeMs: 'whole',
  entries: 'whole',
  spans: 'text',
  plainMs: 'whole',
});
export const selectWork = (db: Db, accountId: string, day: string, employeeIds?: readonly string[]) =>
  works(
    db,
    sql`select ${workColumns} from piecework_fact where account_id = ${accountId} and day = ${day}::date${only(sql`employee_id`, employeeIds)}`,
  );

const goingOn = z.object({ employeeId: z.string(), day: z.string(), spans: z.string(), plainMs: z.int() });
export type GoingOnRow = z.infer<typeof goingOn>;
/** The most days that an entry lasts. */
export const MOST_DAYS_OF_ENTRY = 7;
/** Returns the time of work of the days before each of some days that goes on after its own day. */
export const selectGoingOn = (db: Db, accountId: string, days: GoingOnDays, employeeIds?: readonly string[]) =>
  db.rows(
    goingOn,
    sql`select employee_id as "employeeId", day::text as day, spans::text as spans, 0 as "plainMs" from piecework_fact
      where account_id = ${accountId} and day >= ${days.from}::date - ${MOST_DAYS_OF_ENTRY}::int and day < ${days.to}::date
        and upper(spans) > ${days.start}::bigint
        and upper(spans) > extract(epoch from (day + 1)::timestamp at time zone ${days.timeZone}) * 1000${only(sql`employee_id`, employeeIds)}`,
  );
/** `start`: the instant at which the first of the days begins. */
type GoingOnDays = { from: string; to: string; start: number; timeZone: string };

const description = z.object({ lookup: z.int(), code: z.string(), description: z.string() });
/** Returns the descriptions of some codes, of deleted lookup entries too. */
export const selectDescriptions = (db: Db, accountId: string, codes: { lookup1: string[]; lookup2: string[] }) =>
  db.rows(
    description,
    sql`select lookup::int as lookup, code, description from lookup_entry
      where account_id = ${accountId} and ((lookup = 1 and code = any(${codes.lookup1}::text[]))
        or (lookup = 2 and code = any(${codes.lookup2}::text[])))`,
  );
