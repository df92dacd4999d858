import { hash } from 'node:crypto';
import { z } from 'zod';
import { approvedTime, excusedJudgement, excuseKind } from '#contract/figures/corrections.ts';
import { type Db, empty, type Sql, sql } from '../platform/db/db.ts';
import { EARLIEST, LATEST, type LocalDate } from '../platform/zone.ts';
import { entryInForce, punchInForce } from './effective.sql.ts';

/** Statements that read the ledger (docs/reference/corrections.md), for figures and for people who correct. */

/** True of `x`, a row of excuse, if nobody has undone it. */
const excuseInForce = sql`x.kind = 'excuse' and not exists (
  select from excuse u where u.account_id = x.account_id and u.undoes = x.excuse_id)`;
const only = (column: Sql, employeeIds: readonly string[] | undefined) =>
  employeeIds ? sql` and ${column} = any(${[...employeeIds]}::uuid[])` : empty;

type Days = { from: LocalDate; to: LocalDate };
/** The subject of a row of excuse: a judgement, or time that is approved. */
export const excuseSubject = z.enum([...excusedJudgement.options, ...approvedTime.options]);
const excused = z.object({ employeeId: z.string(), judgement: excuseSubject, from: z.string(), to: z.string() });
export type ExcusedRow = z.infer<typeof excused>;
/** Returns the excuses and approvals in force on any of the given days, of some employees or of all. */
export const selectExcused = (db: Db, accountId: string, { from, to }: Days, employeeIds?: readonly string[]) =>
  db.rows(
    excused,
    sql`select x.employee_id as "employeeId", x.judgement, x.from_day::text as "from", x.to_day::text as "to" from excuse x
      where x.account_id = ${accountId} and x.to_day >= ${from}::date and x.from_day <= ${to}::date
        and ${excuseInForce}${only(sql`x.employee_id`, employeeIds)}`,
  );

const corrected = z.object({ employeeId: z.string(), day: z.string() });
/**
 * Selects corrections `k` with `d`, a day that they concern. A correction is made on the day before that day at the earliest (time zones), and at
 * most 91 days after it.
 */
const correctedWithin = (accountId: string, { from, to }: Days, inForce: Sql) => sql`k.account_id = ${accountId}
  and k.received_at >= ${from}::date - interval '2 days' and k.received_at < ${to}::date + interval '95 days'
  and d.day between ${from} and ${to} and ${inForce}`;
/** Returns the employees with a correction in force of a day, among some or all: both the one who has the record now and the one who had it. */
export const selectCorrected = (db: Db, accountId: string, days: Days, employeeIds?: readonly string[]) =>
  db.rows(
    corrected,
    sql`select x.employee_id as "employeeId", x.day from (
        select k.employee_id, d.day from punch_correction k cross join unnest(k.days) d(day)
          where ${correctedWithin(accountId, days, punchInForce)}
        union select c.employee_id, d.day from punch_correction k cross join unnest(k.days) d(day)
          join clock_record c on c.account_id = k.account_id and c.clock_record_id = k.clock_record_id
          where ${correctedWithin(accountId, days, punchInForce)}
        union select k.employee_id, d.day from entry_correction k cross join unnest(k.days) d(day)
          where ${correctedWithin(accountId, days, entryInForce)}
        union select p.employee_id, d.day from entry_correction k cross join unnest(k.days) d(day)
          join piecework_entry p on p.account_id = k.account_id and p.piecework_entry_id = k.piecework_entry_id
          where ${correctedWithin(accountId, days, entryInForce)}) x
      where x.employee_id is not null${only(sql`x.employee_id`, employeeIds)}`,
  );

const part = z.object({ employeeId: z.string(), day: z.string(), records: z.string(), ids: z.string().nullable() });
export type EmployeeDay = { employeeId: string; day: LocalDate };
export const dayKey = ({ employeeId, day }: EmployeeDay) => `${employeeId} ${day}`;
const shortHash = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

/** Returns hashes of the effective records, corrections and excuses of some employees' days, by `dayKey`. */
export async function selectBases(
  db: Db,
  accountId: string,
  days: readonly EmployeeDay[],
): Promise<Map<string, string>> {
  if (days.length === 0) return new Map();
  const rows = await db.rows(
    part,
    sql`select r.employee_id as "employeeId", r.day::text as day, coalesce(f.records, '') as records,
        (select string_agg(id::text, ' ' order by id) from (
          select k.correction_id as id from punch_correction k where k.account_id = ${accountId}
            and k.employee_id = r.employee_id and r.day::text = any(k.days) and ${punchInForce}
          union all select k.correction_id from entry_correction k where k.account_id = ${accountId}
            and k.employee_id = r.employee_id and r.day::text = any(k.days) and ${entryInForce}
          union all select x.excuse_id from excuse x where x.account_id = ${accountId}
            and x.employee_id = r.employee_id and r.day between x.from_day and x.to_day and ${excuseInForce}) ledger) as ids
      from unnest(${days.map(({ employeeId }) => employeeId)}::uuid[], ${days.map(({ day }) => day)}::date[]) as r(employee_id, day)
      left join day_fact f on f.account_id = ${accountId} and f.day = r.day and f.employee_id = r.employee_id`,
  );
  return new Map(rows.map((row) => [dayKey(row), shortHash(`${dayKey(row)} ${row.records} ${row.ids ?? ''}`)]));
}

const recordPart = z.object({ id: z.string(), state: z.string() });
/** Returns such hashes of unmatched raw records, by their id. */
export async function selectRecordBases(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(
    recordPart,
    sql`select c.clock_record_id::text as id, concat_ws(' ', c.standing, coalesce(c.employee_id::text, '-'), extract(epoch from c.at)::text,
          (select string_agg(k.correction_id::text, ' ') from punch_correction k where k.account_id = ${accountId}
            and k.clock_record_id = c.clock_record_id and ${punchInForce})) as state
        from clock_record c where c.account_id = ${accountId} and c.clock_record_id = any(${[...ids]}::uuid[])
      union all select p.piecework_entry_id::text, concat_ws(' ', p.standing, coalesce(p.employee_id::text, '-'),
          (select string_agg(k.correction_id::text, ' ') from entry_correction k where k.account_id = ${accountId}
            and k.piecework_entry_id = p.piecework_entry_id and ${entryInForce}))
        from piecework_entry p where p.account_id = ${accountId} and p.piecework_entry_id = any(${[...ids]}::uuid[])`,
  );
  return new Map(rows.map(({ id, state }) => [id, shortHash(`${id} ${state}`)]));
}

const excuseOfDay = z.object({
  correctionId: z.string(),
  judgement: excusedJudgement,
  kind: excuseKind,
  from: z.string(),
  to: z.string(),
});
/** Returns the excuses in force on an employee's day. */
export const selectExcusesOf = (db: Db, accountId: string, { employeeId, day }: EmployeeDay) =>
  db.rows(
    excuseOfDay,
    sql`select x.excuse_id as "correctionId", x.judgement, x.excused_as as kind, x.from_day::text as "from", x.to_day::text as "to"
      from excuse x where x.account_id = ${accountId} and x.employee_id = ${employeeId}
        and ${day}::date between x.from_day and x.to_day and x.excused_as is not null and ${excuseInForce} order by x.judgement`,
  );

const lock = z.object({ lockId: z.string(), from: z.string(), to: z.string(), by: z.string(), at: z.string() });

/** Returns the locks in force that include any of the given days. */
export const selectLocks = (db: Db, accountId: string, days: { from: LocalDate; to: LocalDate }) =>
  db.rows(
    lock,
    sql`select l.lock_id as "lockId", l.from_day::text as "from", l.to_day::text as "to", l.made_by_name as by, l.received_at as at
      from period_lock l where l.account_id = ${accountId} and l.kind = 'lock' and l.to_day >= ${days.from}::date
        and l.from_day <= ${days.to}::date
        and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)
      order by l.from_day`,
  );

/** Returns what tells whether a day is locked, and whether any is. */
export async function readIsLocked(db: Db, accountId: string) {
  const locks = await selectLocks(db, accountId, { from: EARLIEST, to: LATEST });
  return {
    hasLocks: locks.length > 0,
    isLocked: (day: LocalDate) => locks.some(({ from, to }) => day >= from && day <= to),
  };
}
