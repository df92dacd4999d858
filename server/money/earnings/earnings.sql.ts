import { z } from 'zod';
import { PAY_TYPES } from '#contract/money/earnings.ts';
import { untouchedPunch } from '../../attendance/effective.sql.ts';
import type { StoredHours } from '../../figures/pay/paidDay.ts';
import { classed, type HoursAsked } from '../../figures/trends/hours.sql.ts';
import { judgedOf } from '../../figures/trends/judgedDays.sql.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';

/** Statements that read what earnings are made of: judged days with their paid hours, and effective units. */

/** A day that is not stored, as its model has it. */
export type LiveDay = {
  employeeId: string;
  day: string;
  timeGroupId: string | null;
  status: string;
  workedMs: number;
} & Pick<StoredHours, 'pieceMinutes' | 'pieceSundayMs' | 'pieceHolidayMs'>;

const paidDay = z.object({
  employeeId: z.string(),
  day: z.string(),
  timeGroupId: z.string().nullable(),
  status: z.string(),
  workedMs: z.number(),
  /** The paid time within entries of piecework. */
  pieceMinutes: z.array(z.number()),
  pieceSundayMs: z.number(),
  pieceHolidayMs: z.number(),
  /** Null: no hours rule was in force. */
  hoursRuleId: z.string().nullable(),
  ordinary: z.number().nullable(),
  overtime1: z.number().nullable(),
  overtime2: z.number().nullable(),
  sunday: z.number().nullable(),
  holiday: z.number().nullable(),
  unsettled: z.number().nullable(),
  isSettled: z.boolean().nullable(),
  f1: z.number().nullable(),
  f2: z.number().nullable(),
  fSunday: z.number().nullable(),
  fHoliday: z.number().nullable(),
});
export type PaidRow = z.infer<typeof paidDay>;
/** Returns the days of people in order of employee and date, each with its paid time by class. */
export const selectPaidRows = (tx: Db, accountId: string, asked: HoursAsked, live: readonly LiveDay[]) => {
  const everyGroup = { ...asked.people, crew: { ...asked.people.crew, timeGroups: undefined } };
  return tx.rows(
    paidDay,
    sql`select b.employee_id as "employeeId", b.day::text as day, b.time_group_id as "timeGroupId", b.status, b.worked_ms::float8 as "workedMs",
        b.piece_minutes as "pieceMinutes", b.piece_sunday_ms::float8 as "pieceSundayMs", b.piece_holiday_ms::float8 as "pieceHolidayMs",
        c.hours_rule_id as "hoursRuleId", c.ordinary_ms::float8 as ordinary, c.overtime1_ms::float8 as overtime1, c.overtime2_ms::float8 as overtime2,
        c.sunday_ms::float8 as sunday, c.holiday_ms::float8 as holiday, c.unsettled_ms::float8 as unsettled, c.is_settled as "isSettled",
        c.f1, c.f2, c.sunday_factor as "fSunday", c.holiday_factor as "fHoliday"
      from (select j.employee_id, j.day, j.time_group_id, j.status, j.worked_ms, j.piece_minutes, j.piece_sunday_ms, j.piece_holiday_ms from judged_day j
          where ${judgedOf(accountId, asked.dates, everyGroup)} and j.day >= ${asked.from}::date
        union all
        select "employeeId", day, "timeGroupId", status, "workedMs", "pieceMinutes", "pieceSundayMs", "pieceHolidayMs"
        from json_to_recordset(${JSON.stringify(live)}::json) as l("employeeId" uuid, day date, "timeGroupId" uuid, status text, "workedMs" bigint,
          "pieceMinutes" int[], "pieceSundayMs" bigint, "pieceHolidayMs" bigint)
      ) b left join (${classed(accountId, { ...asked, people: everyGroup })}) c on c.employee_id = b.employee_id and c.day = b.day
      order by b.employee_id, b.day`,
  );
};

const piece = z.object({
  employeeId: z.string(),
  day: z.string(),
  lookup1: z.string(),
  lookup2: z.string(),
  units: z.string(),
  timeMs: z.number(),
  isShared: z.boolean(),
  /** The code of the entries' own job description; null: they have none. */
  job: z.string().nullable(),
});
/** Selects the facts `f` of piecework that fulfil a condition by lookup pair and own job description of the entries, which few have. */
export const piecesByJob = (which: Sql) => sql`(
  select f.employee_id, f.day, f.lookup1_code, f.lookup2_code, f.units, f.time_ms, f.is_shared, null::text as job
  from piecework_fact f where ${which} and f.jobs is null
  union all
  select f.employee_id, f.day, f.lookup1_code, f.lookup2_code, w.units, w."timeMs", f.is_shared, w.job
  from piecework_fact f cross join lateral jsonb_to_recordset(f.jobs) as w(job text, units numeric, "timeMs" bigint)
  where ${which} and f.jobs is not null)`;
/** Returns the effective units of people by lookup pair ('' where there is no code) and own job description. */
export const selectUnits = (
  tx: Db,
  accountId: string,
  { from, to }: { from: string; to: string },
  members: ReadonlySet<string> | null,
) =>
  tx.rows(
    piece,
    sql`select f.employee_id as "employeeId", f.day::text as day, f.lookup1_code as lookup1, f.lookup2_code as lookup2,
        trim_scale(f.units)::text as units, f.time_ms::float8 as "timeMs", f.is_shared as "isShared", f.job
      from ${piecesByJob(sql`f.account_id = ${accountId} and f.day between ${from}::date and ${to}::date
        ${members ? sql`and f.employee_id = any(${[...members]}::uuid[])` : empty}`)} f
      order by f.lookup1_code, f.lookup2_code, f.job nulls first`,
  );

/**
 * Returns the units of people by lookup pair and own job description over some judged days, and the paid time of those days: of days with both, without employees who have fewer than
 * `fewest` of them.
 */
export const selectUsualWork = (
  tx: Db,
  accountId: string,
  { dates, employeeIds, fewest }: { dates: readonly string[]; employeeIds: readonly string[]; fewest: number },
) =>
  tx.rows(
    z.object({ ...piece.omit({ day: true, timeMs: true, isShared: true }).shape, paidMs: z.number() }),
    sql`with worked as (
        select employee_id, day, paid_ms from judged_day
        where account_id = ${accountId} and day = any(${[...dates]}::date[]) and employee_id = any(${[...employeeIds]}::uuid[])
          and entries > 0 and paid_ms > 0 and is_settled
      ), usual as (
        select employee_id, sum(paid_ms)::float8 as paid_ms from worked group by employee_id having count(*) >= ${fewest}
      )
      select f.employee_id as "employeeId", f.lookup1_code as lookup1, f.lookup2_code as lookup2,
        trim_scale(sum(f.units))::text as units, f.job, u.paid_ms as "paidMs"
      from usual u join worked d using (employee_id)
        cross join lateral ${piecesByJob(sql`f.account_id = ${accountId} and f.employee_id = d.employee_id and f.day = d.day`)} f
      group by f.employee_id, f.lookup1_code, f.lookup2_code, f.job, u.paid_ms`,
  );

const job = z.object({ code: z.string(), id: z.string() });
/** Returns the job descriptions by code: of several systems' with one code the one that is not deleted, then the first. */
export const selectJobs = async (tx: Db, accountId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.rows(
    job,
    sql`select distinct on (code) code, group_id as id from work_group where account_id = ${accountId} and kind = 'job'
      order by code, deleted_at is not null, system_id`,
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
};
/** Returns pieces with the job description that their code names: null where none has it. */
export const withJob = <P extends { job: string | null }>(
  { job: code, ...piece }: P,
  jobs: ReadonlyMap<string, string>,
) => (code === null ? piece : { ...piece, jobDescriptionId: jobs.get(code) ?? null });

const payType = z.enum(PAY_TYPES);
export const terms = z.object({
  until: z.string(),
  payType,
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
});
/** Returns the employees who are not paid by the piece and the hour both, or had other terms on days that were locked. */
export const selectTerms = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ employeeId: z.string(), payType, lockedTerms: z.array(terms).nullable() }),
    sql`select employee_id as "employeeId", pay_type as "payType", locked_terms as "lockedTerms" from employee
      where account_id = ${accountId} and (pay_type <> 'both' or locked_terms is not null)`,
  );

/** Returns the days of people on which there is piecework outside every interval at work (docs/reference/piecework.md#units), each with the hash of its records. */
export const selectUnclocked = (
  tx: Db,
  accountId: string,
  { from, to }: { from: string; to: string },
  members: ReadonlySet<string> | null,
) =>
  tx.rows(
    z.object({ employeeId: z.string(), day: z.string(), records: z.string() }),
    sql`select employee_id as "employeeId", day::text as day, records from day_fact
      where account_id = ${accountId} and day between ${from}::date and ${to}::date and unclocked > 0
        ${members ? sql`and employee_id = any(${[...members]}::uuid[])` : empty}`,
  );

/** Returns the days and devices of punches whose PIN nobody has. */
export const selectUnmatched = (tx: Db, accountId: string, zone: string, { from, to }: { from: Date; to: Date }) =>
  tx.rows(
    z.object({ day: z.string(), deviceId: z.string().nullable() }),
    sql`select distinct (c.at at time zone ${zone})::date::text as day, c.device_id as "deviceId" from clock_record c
      where c.account_id = ${accountId} and c.standing in ('counted', 'quarantined') and c.employee_id is null and c.at >= ${from} and c.at < ${to}
        and ${untouchedPunch(accountId)}`,
  );

const lastLocked = (
  accountId: string,
) => sql`select max(l.to_day) as until from period_lock l where l.account_id = ${accountId} and l.kind = 'lock'
      and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)`;
/** Returns the last locked day, until which terms of pay stay as they are; null: no day is locked. */
export const selectLastLocked = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ until: z.string().nullable() }),
      sql`select until::text as until from (${lastLocked(accountId)}) l`,
    )
  ).until;

/**
 * Sets how an employee is paid, on all days after the last that is locked; resolves to false if there is no such employee. Another pay type is for the trigger
 * `employee_terms_changed`; the same again holds for the days of a period that was opened again, too.
 */
export const updatePayType = async (tx: Db, accountId: string, employeeId: string, payType: string) =>
  (await tx.run(sql`update employee set pay_type = ${payType},
      locked_terms = case when pay_type <> ${payType} or locked_terms is null then locked_terms else nullif(
        terms_until(locked_terms, jsonb_build_object('payType', pay_type, 'employeeGroupId', employee_group_id, 'jobDescriptionId', job_description_id),
          locked.until) || (
          select coalesce(jsonb_agg(t || jsonb_build_object('payType', pay_type) order by t ->> 'until'), '[]')
          from jsonb_array_elements(locked_terms) t where locked.until is null or (t ->> 'until')::date > locked.until), '[]') end
    from (${lastLocked(accountId)}) locked
    where account_id = ${accountId} and employee_id = ${employeeId} and deleted_at is null`)) > 0;
