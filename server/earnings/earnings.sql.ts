import { z } from 'zod';
import { PAY_TYPES } from '#contract/earnings.ts';
import { untouchedPunch } from '../attendance/effective.sql.ts';
import { type Db, empty, sql } from '../db/db.ts';
import { classed, type HoursAsked } from '../trends/hours.sql.ts';
import { judgedOf } from '../trends/judgedDays.sql.ts';

/** Statements that read what earnings are made of: judged days with their paid hours, and effective units. */

/** A day that is not stored, as its model has it. */
export type LiveDay = { employeeId: string; day: string; timeGroupId: string | null; status: string; workedMs: number };

const paidDay = z.object({
  employeeId: z.string(),
  day: z.string(),
  timeGroupId: z.string().nullable(),
  status: z.string(),
  workedMs: z.number(),
  /** Null: no hours rule was in force. */
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
        c.ordinary_ms::float8 as ordinary, c.overtime1_ms::float8 as overtime1, c.overtime2_ms::float8 as overtime2,
        c.sunday_ms::float8 as sunday, c.holiday_ms::float8 as holiday, c.unsettled_ms::float8 as unsettled, c.is_settled as "isSettled",
        c.f1, c.f2, c.sunday_factor as "fSunday", c.holiday_factor as "fHoliday"
      from (select j.employee_id, j.day, j.time_group_id, j.status, j.worked_ms from judged_day j
          where ${judgedOf(accountId, asked.dates, everyGroup)} and j.day >= ${asked.from}::date
        union all
        select "employeeId", day, "timeGroupId", status, "workedMs"
        from json_to_recordset(${JSON.stringify(live)}::json) as l("employeeId" uuid, day date, "timeGroupId" uuid, status text, "workedMs" bigint)
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
});
/** Returns the effective units of people by lookup pair ('' where there is no code). */
export const selectUnits = (
  tx: Db,
  accountId: string,
  { from, to }: { from: string; to: string },
  members: ReadonlySet<string> | null,
) =>
  tx.rows(
    piece,
    sql`select employee_id as "employeeId", day::text as day, lookup1_code as lookup1, lookup2_code as lookup2,
        trim_scale(units)::text as units, time_ms::float8 as "timeMs", is_shared as "isShared"
      from piecework_fact where account_id = ${accountId} and day between ${from}::date and ${to}::date
        ${members ? sql`and employee_id = any(${[...members]}::uuid[])` : empty}
      order by lookup1_code, lookup2_code`,
  );

/**
 * Returns the units of people by lookup pair over some judged days, and the paid time of those days: of days with both, without employees who have fewer than
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
        trim_scale(sum(f.units))::text as units, u.paid_ms as "paidMs"
      from usual u join worked w using (employee_id)
        join piecework_fact f on f.account_id = ${accountId} and f.employee_id = w.employee_id and f.day = w.day
      group by f.employee_id, f.lookup1_code, f.lookup2_code, u.paid_ms`,
  );

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

/** Returns the days and devices of punches whose PIN nobody has. */
export const selectUnmatched = (tx: Db, accountId: string, zone: string, { from, to }: { from: Date; to: Date }) =>
  tx.rows(
    z.object({ day: z.string(), deviceId: z.string().nullable() }),
    sql`select distinct (c.at at time zone ${zone})::date::text as day, c.device_id as "deviceId" from clock_record c
      where c.account_id = ${accountId} and c.standing = 'counted' and c.employee_id is null and c.at >= ${from} and c.at < ${to}
        and ${untouchedPunch(accountId)}`,
  );

/** Sets how an employee is paid; resolves to false if there is no such employee. */
export const updatePayType = async (tx: Db, accountId: string, employeeId: string, payType: string) =>
  (await tx.run(sql`update employee set pay_type = ${payType}
    where account_id = ${accountId} and employee_id = ${employeeId} and deleted_at is null`)) > 0;
