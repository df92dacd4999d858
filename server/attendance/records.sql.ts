import { z } from 'zod';
import { PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { averageAccount, type Db, named, type Sql, sql } from '../platform/db/db.ts';
import { hasLedger } from './effective.sql.ts';
import { calendarText, membership } from './facts.sql.ts';
import { rememberBatch } from './recordChanges.sql.ts';

/** Statements that store raw records, one statement per batch whatever its size. */

/** Raises the account's data version (docs/reference/attendance.md#late-records). A transaction that changed anything that a figure depends on calls it once. */
export const raiseDataVersion = (tx: Db, accountId: string, now: Date) =>
  tx.run(sql`update account set data_version = data_version + 1, data_changed_at = ${now.toISOString()}::timestamptz
    where account_id = ${accountId}`);

/** Counts the employees of all accounts for the planner. */
export const analyzeEmployees = (db: Db) => db.run(sql`analyze employee`);

const namedEmployee = z.object({
  employeeId: z.string(),
  number: z.string(),
  timeId: z.string().nullable(),
  cards: z.array(z.string()),
  ...membership,
  isDeleted: z.boolean(),
});
export type NamedEmployee = z.infer<typeof namedEmployee>;
export type Names = { employeeIds: string[]; numbers: string[]; timeIds: string[]; cards: string[] };
const columns = sql`employee_id as "employeeId", number, time_id as "timeId", to_jsonb(cards) as cards, time_group_id as "timeGroupId",
  time_groups as "timeGroups", deleted_at is not null as "isDeleted"`;

/** The ids of employees who have one of some cards, those who were deleted too. Joined, because a batch may name thousands. */
export const holdersOf = (accountId: string, cards: readonly string[]) =>
  sql`select h.employee_id from employee h cross join unnest(h.cards) held join unnest(${[...cards]}::text[]) asked on asked = held
    where h.account_id = ${accountId}`;

/**
 * Returns what a batch needs to know: the account's calendar as text, whether it has corrections, and its employees by id (including deleted ones),
 * number, PIN or card. Each number and PIN is looked up in an index (`offset 0` keeps the planner from joining all employees).
 */
export const selectContext = (tx: Db, accountId: string, { employeeIds, numbers, timeIds, cards }: Names) =>
  tx.single(
    z.object({
      calendar: z.string(),
      hasLedger: z.boolean(),
      /** Teams have made something. */
      hasTeams: z.boolean(),
      employees: z.array(namedEmployee),
    }),
    named(
      'select-context',
      sql`select ${calendarText(accountId)} as calendar, ${hasLedger(accountId)} as "hasLedger",
        exists (select from team_entry where account_id = ${accountId}) as "hasTeams",
        coalesce((select json_agg(e) from (
          select e.* from unnest(${employeeIds}::uuid[]) id cross join lateral (select ${columns} from employee
            where account_id = ${averageAccount(accountId)} and employee_id = id offset 0) e
          union all select e.* from unnest(${numbers}::text[]) name cross join lateral (select ${columns} from employee
            where account_id = ${averageAccount(accountId)} and deleted_at is null and number = name offset 0) e
          union all select e.* from unnest(${timeIds}::text[]) pin cross join lateral (select ${columns} from employee
            where account_id = ${averageAccount(accountId)} and deleted_at is null and time_id = pin offset 0) e
          union all select ${columns} from employee where ${cards.length > 0}::boolean and account_id = ${accountId} and deleted_at is null
            and employee_id in (${holdersOf(accountId, cards)})) e), '[]') as employees`,
    ),
  );

/** Returns deleted employees by number, PIN or card, the most recently deleted first. */
export const selectDeleted = (tx: Db, accountId: string, { numbers, timeIds, cards }: Names) =>
  tx.rows(
    namedEmployee,
    sql`select ${columns} from employee
      where account_id = ${accountId} and deleted_at is not null
        and (number = any(${numbers}::text[]) or time_id = any(${timeIds}::text[]) or employee_id in (${holdersOf(accountId, cards)}))
      order by deleted_at desc, employee_id`,
  );

export type ClockRecordRow = {
  id: string;
  employeeId: string | null;
  timeId: string | null;
  at: string;
  direction: string;
  deviceId: string | null;
  systemId: string | null;
  /** The source of the record if it were trusted; `source` equals it unless the record is set aside (standing.ts). */
  sender: string;
  source: string;
  recordId: string | null;
  raw: string | null;
  standing: string;
  clock: string | null;
  means: string | null;
  localTime: string | null;
  status: number | null;
  verifyMode: number | null;
  workCode: string | null;
};
const stored = z.object({ id: z.string() });
/** Inserts new records and returns the ids of their rows. Duplicates (docs/reference/attendance.md#duplicates) are left out, as are records to be set aside that already count. */
export const insertClockRecords = (tx: Db, accountId: string, receivedAt: Date, rows: readonly ClockRecordRow[]) =>
  tx.rows(
    stored,
    named(
      'insert-clock-records',
      sql`insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, device_id, system_id,
        source, record_id, received_at, raw, standing, clock, means, local_time, sent_status, verify_mode, work_code)
      select ${accountId}, r.id, r."employeeId", r."timeId", r.at, r.direction, r."deviceId", r."systemId",
        r.source, r."recordId", ${receivedAt.toISOString()}::timestamptz, r.raw, r.standing, r.clock, r.means,
        r."localTime", r.status, r."verifyMode", r."workCode"
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "employeeId" uuid, "timeId" text, at timestamptz,
        direction text, "deviceId" uuid, "systemId" text, sender text, source text, "recordId" text, raw text, standing text,
        clock text, means text, "localTime" text, status int, "verifyMode" int, "workCode" text)
      where (r.standing = 'counted' or not is_known_to_sender(${accountId}, r.sender, r."recordId")
        and not exists (select from clock_record k where k.account_id = ${accountId} and k.employee_id = r."employeeId"
          and k.at = r.at and k.direction = r.direction and k.standing = 'counted' offset 0))
      on conflict do nothing
      returning clock_record_id as id`,
    ),
  );

/** Adds to what a device has sent today (UTC) of people who are not known; returns how much that is. */
export const countLoose = async (
  tx: Db,
  accountId: string,
  deviceId: string,
  count: number,
  now: Date,
): Promise<number> =>
  (
    await tx.single(
      z.object({ total: z.number() }),
      sql`update device set state = jsonb_set(state, '{loose}', jsonb_build_object('day', ${now.toISOString().slice(0, 10)}::text,
            'count', ${count}::int + case when state #>> '{loose,day}' = ${now.toISOString().slice(0, 10)} then (state #>> '{loose,count}')::int else 0 end))
          where account_id = ${accountId} and device_id = ${deviceId} returning (state #>> '{loose,count}')::float8 as total`,
    )
  ).total;

/** Deletes records that this transaction has stored. */
export const takeBack = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.run(sql`
    with punches as (delete from clock_record where account_id = ${accountId} and clock_record_id = any(${[...ids]}::uuid[]))
    delete from piecework_entry where account_id = ${accountId} and piecework_entry_id = any(${[...ids]}::uuid[])`);

export type EntryRow = Omit<
  ClockRecordRow,
  'at' | 'direction' | 'raw' | 'recordId' | 'localTime' | 'status' | 'verifyMode' | 'workCode'
> & {
  employeeNumber: string | null;
  recordId: string;
  lookup1: string | null;
  lookup2: string | null;
  jobDescription: string | null;
  units: string;
  startedAt: string;
  date: string | null;
  endedAt: string | null;
  durationMs: number | null;
  counting: string | null;
  container: string | null;
  kindId: string | null;
  fullUntil: string | null;
};
/** Inserts piecework entries, like insertClockRecords. */
export const insertEntries = (tx: Db, accountId: string, receivedAt: Date, rows: readonly EntryRow[]) =>
  tx.rows(
    stored,
    named(
      'insert-entries',
      sql`insert into piecework_entry (account_id, piecework_entry_id, employee_id, time_id, employee_number, lookup1_code,
        lookup2_code, job_description_code, units, started_at, on_date, ended_at, duration_ms, device_id, system_id, source,
        record_id, received_at, standing, clock, means, counting, container, container_kind_id, full_until)
      select ${accountId}, r.id, r."employeeId", r."timeId", r."employeeNumber", r.lookup1, r.lookup2, r."jobDescription",
        r.units, r."startedAt", r.date, r."endedAt", r."durationMs", r."deviceId", r."systemId", r.source, r."recordId",
        ${receivedAt.toISOString()}::timestamptz, r.standing, r.clock, r.means, r.counting, r.container, r."kindId", r."fullUntil"
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "employeeId" uuid, "timeId" text,
        "employeeNumber" text, lookup1 text, lookup2 text, "jobDescription" text, units numeric, "startedAt" timestamptz, date date,
        "endedAt" timestamptz, "durationMs" bigint, "deviceId" uuid, "systemId" text, sender text, source text, "recordId" text,
        standing text, clock text, means text, counting text, container text, "kindId" uuid, "fullUntil" timestamptz)
      where (r.standing = 'counted' or not exists (
        select from piecework_entry k where k.account_id = ${accountId} and k.source = r.sender and k.record_id = r."recordId"))
      on conflict do nothing
      returning piecework_entry_id as id`,
    ),
  );

/** The counts of a device in a batch: of the accepted records and of the duplicates. */
export type Delivery = {
  id: string;
  accepted: number;
  duplicates: number;
  /** The time of the device's newest line and the error of its clock, where the batch reports them. */
  lastRecordAt: string | null;
  driftMs: number | null;
};
type Noted = {
  devices: readonly Delivery[];
  systemIds: readonly string[];
  changed: boolean;
  /** The employees of new records, whether these count or are set aside. */
  employeeIds: readonly string[];
  firstRecordAt: Date | null;
};

/**
 * Records the end of a batch in one statement: the devices' newest accepted data (lastSync) and counters, the payroll systems' last sync and, if
 * anything changed that a figure depends on, the account's data version (docs/reference/attendance.md#late-records) with the employees whose records changed.
 */
export const noteBatch = (
  tx: Db,
  accountId: string,
  receivedAt: Date,
  { devices, systemIds, changed, employeeIds, firstRecordAt }: Noted,
) =>
  tx.run(
    named(
      'note-batch',
      sql`with devices as (
          update device d set
            last_data = case when r.accepted > 0 then greatest(d.last_data, ${receivedAt.toISOString()}::timestamptz) else d.last_data end,
            first_record = case when r.accepted > 0 then coalesce(d.first_record, ${receivedAt.toISOString()}::timestamptz) else d.first_record end,
            accepted_count = d.accepted_count + r.accepted, duplicate_count = d.duplicate_count + r.duplicates,
            last_record_at = coalesce(r."lastRecordAt", d.last_record_at), drift_ms = coalesce(r."driftMs", d.drift_ms)
          from json_to_recordset(${JSON.stringify(devices)}::json)
            as r(id uuid, accepted int, duplicates int, "lastRecordAt" timestamptz, "driftMs" bigint)
          where d.account_id = ${accountId} and d.device_id = r.id),
        systems as (
          update payroll_system set last_sync = greatest(last_sync, ${receivedAt.toISOString()}::timestamptz)
          where account_id = ${accountId} and system_id = any(${[...systemIds]}::text[])),
        raised as (
          update account set data_version = data_version + 1, data_changed_at = ${receivedAt.toISOString()}::timestamptz,
            first_record_at = least(first_record_at, ${firstRecordAt?.toISOString() ?? null}::timestamptz)
          where account_id = ${accountId} and ${changed}::boolean returning data_version)
        ${rememberBatch(accountId, employeeIds)}`,
    ),
  );

/** Updates the account's first evidence (docs/reference/attendance.md#status) from records that did not arrive as a batch, the earliest at `first`. */
export const noteFirstRecord = async (tx: Db, accountId: string, first: string | undefined) => {
  if (first !== undefined)
    await tx.run(sql`update account set first_record_at = least(first_record_at, ${first}::timestamptz)
      where account_id = ${accountId}`);
};

/** Recomputes the account's first evidence from its stored records, after an import of many or after their times have changed. */
export const resetFirstRecord = (tx: Db, accountId: string) =>
  tx.run(sql`update account set first_record_at = least(
      (select min(at) from clock_record where account_id = ${accountId} and standing = 'counted'),
      (select min(started_at) from piecework_entry where account_id = ${accountId} and standing = 'counted'))
    where account_id = ${accountId}`);

/** Sets the receipt of employees from a backup that lacks it: their ids (UUIDv7) start with its millisecond. */
export const dateReceipts = (tx: Db, accountId: string) =>
  tx.run(sql`update employee set received_at =
      to_timestamp(('x' || substr(replace(employee_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
    where account_id = ${accountId} and received_at is null and substr(employee_id::text, 15, 1) = '7'`);

/**
 * Restores what terminals sent for punches of a backup that lacks it, from their ids (intake/terminals/punches.ts), so that they can be read again in
 * another zone.
 */
export const readSentFromIds = (tx: Db, accountId: string) =>
  tx.run(sql`update clock_record c set local_time = split_part(record_id, '|', 2),
      sent_status = nullif(split_part(record_id, '|', 3), '')::int, verify_mode = nullif(split_part(record_id, '|', 4), '')::int
    where account_id = ${accountId} and local_time is null and source like 'device:%'
      and record_id ~ '^[^|]*\\|\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\|\\d{0,5}\\|\\d{0,5}$'
      and not exists (select from device d where d.account_id = c.account_id and d.device_id = c.device_id and d.device_type <> 'ADMS')`);

/** The PIN under which punches of a number wait whose person was named but is no employee yet (intake/sync/newPeople.ts): the number comes after it. */
export const PIN_OF_NUMBER = 'number:';

const linked = z.object({ employeeId: z.string(), first: z.string(), last: z.string() });
/**
 * Links unmatched records to employees who have arrived (docs/reference/attendance.md#who-counts) and returns the span of time for each. A punch that they already have becomes a
 * duplicate; unmatched punches are unique by PIN, second and direction.
 */
export async function linkUnmatched(tx: Db, accountId: string, employeeIds: readonly string[]) {
  const account = averageAccount(accountId);
  // A payroll system's record is never linked to another payroll system's employee (intake/payroll/work.ts).
  const mayBeOf = (record: Sql) => sql`(${record} is null or ${record} = e.system_id or not exists (
    select 1 from payroll_system s where s.account_id = ${accountId} and s.system_id = e.system_id)
    or not exists (select 1 from payroll_system s where s.account_id = ${accountId} and s.system_id = ${record}))`;
  const arrived = sql`select employee_id, number, time_id, cards, system_id from employee
    where account_id = ${account} and employee_id = any(${[...employeeIds]}::uuid[]) and deleted_at is null`;
  const punches: z.infer<typeof linked>[] = [];
  const most = await tx.single(
    z.object({ cards: z.int() }),
    sql`select coalesce(max(cardinality(cards)), 0)::int as cards from (${arrived}) e`,
  );
  const cards = Array.from({ length: most.cards }, (_, n) => sql`(${PIN_OF_CARD}::text || e.cards[${n + 1}::int])`);
  // One after the other, so that the second finds a punch that the first has linked.
  for (const pin of [sql`e.time_id`, sql`(${PIN_OF_NUMBER}::text || e.number)`, ...cards]) {
    const waiting = sql`c.account_id = ${account} and c.employee_id is null and c.time_id = ${pin} and ${mayBeOf(sql`c.system_id`)}`;
    await tx.run(sql`update clock_record c set employee_id = e.employee_id, standing = 'duplicate'
      from (${arrived}) e
      where ${waiting} and c.standing = 'counted'
        and exists (select 1 from clock_record known where known.account_id = ${account} and known.employee_id = e.employee_id
          and known.at = c.at and known.direction = c.direction and known.standing = 'counted' offset 0)`);
    punches.push(
      ...(await tx.rows(
        linked,
        sql`with linked as (
            update clock_record c set employee_id = e.employee_id from (${arrived}) e
            where ${waiting}
            returning c.employee_id, c.at)
          select employee_id as "employeeId", min(at) as first, max(at) as last from linked group by 1`,
      )),
    );
  }
  const entries = await tx.rows(
    linked,
    sql`with linked as (
        update piecework_entry p set employee_id = e.employee_id from (${arrived}) e
        where p.account_id = ${account} and p.employee_id is null and ${mayBeOf(sql`p.system_id`)}
          and (p.time_id = e.time_id or (p.time_id is null and p.employee_number = e.number))
        returning p.employee_id, p.started_at, p.started_at + case when p.on_date is null then interval '0' else interval '2 days' end as reach)
      select employee_id as "employeeId", min(started_at) as first, max(reach) as last from linked group by 1`,
  );
  return [...punches, ...entries];
}
