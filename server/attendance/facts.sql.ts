import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';
import type { LocalDate } from './zone.ts';

/** Statements that read what days are derived from, and write the day facts. */

const clock = z.string().regex(/^\d\d:\d\d$/);
const standardTime = z.object({
  timeGroupId: z.string(),
  weekday: z.int(),
  startTime: clock,
  endTime: clock,
  breaks: z.array(z.object({ startTime: clock, endTime: clock })),
  graceMinutes: z.int(),
  breakGraceMinutes: z.int(),
  preMinutes: z.int(),
  postMinutes: z.int(),
  effectiveFrom: z.string().nullable(),
});
const holiday = z.object({ date: z.string(), name: z.string(), timeGroupId: z.string().nullable() });
const calendarRow = z.object({
  timeZone: z.string(),
  standardTimes: z.array(standardTime),
  holidays: z.array(holiday),
});
/** The account's zone, standard times and holidays in one row; deleted ones are gone. */
export const selectCalendar = (db: Db, accountId: string) =>
  db.first(
    calendarRow,
    sql`select a.time_zone as "timeZone",
        coalesce((select jsonb_agg(jsonb_build_object('timeGroupId', s.time_group_id, 'weekday', s.weekday,
            'startTime', s.start_time, 'endTime', s.end_time, 'breaks', s.breaks, 'graceMinutes', s.grace_minutes,
            'breakGraceMinutes', s.break_grace_minutes, 'preMinutes', s.pre_minutes, 'postMinutes', s.post_minutes,
            'effectiveFrom', s.effective_from) order by s.code, s.system_id)
          from standard_time s where s.account_id = a.account_id and s.deleted_at is null), '[]') as "standardTimes",
        coalesce((select jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name, 'timeGroupId', h.time_group_id)
            order by h.code, h.system_id)
          from holiday h where h.account_id = a.account_id and h.deleted_at is null), '[]') as holidays
      from account a where a.account_id = ${accountId}`,
  );

const member = z.object({ employeeId: z.string(), timeGroupId: z.string().nullable() });
/** Employees (all when null) with their time group, deleted ones too: their past stays. */
export const selectMembers = (db: Db, accountId: string, employeeIds: readonly string[] | null) =>
  db.rows(
    member,
    sql`select employee_id as "employeeId", time_group_id as "timeGroupId" from employee
      where account_id = ${accountId} and (${employeeIds === null} or employee_id = any(${employeeIds ?? []}::uuid[]))
      order by employee_id`,
  );
/** Those of some time groups. */
export const selectMembersOfGroups = (db: Db, accountId: string, timeGroupIds: readonly string[]) =>
  db.rows(
    member,
    sql`select employee_id as "employeeId", time_group_id as "timeGroupId" from employee
      where account_id = ${accountId} and time_group_id = any(${[...timeGroupIds]}::uuid[]) order by employee_id`,
  );

export type Asked = { employeeId: string; from: number; to: number };
const history = z.object({
  employeeId: z.string(),
  /** [seconds since 1970, 'in' | 'out' | 'auto'] */
  punches: z.array(z.tuple([z.number(), z.enum(['in', 'out', 'auto'])])).nullable(),
  entries: z
    .array(
      z.tuple([
        z.number(),
        z.number().nullable(),
        z.number().nullable(),
        z.string(),
        z.string().nullable(),
        z.string().nullable(),
      ]),
    )
    .nullable(),
});
export type HistoryRow = z.infer<typeof history>;

/** Years 5 to 3934, as seconds: what stands for infinity. */
const BOUND_SECONDS = 6.2e10;
const bounded = (ms: number) => Math.max(-BOUND_SECONDS, Math.min(BOUND_SECONDS, ms / 1000));

/** The records that count of some employees, each within its own span of time: one row an employee. */
export const selectHistories = (db: Db, accountId: string, asked: readonly Asked[]) =>
  db.rows(
    history,
    sql`select r.employee_id as "employeeId",
        (select json_agg(json_build_array(extract(epoch from c.at)::float8, c.direction)) from clock_record c
          where c.account_id = ${accountId} and c.employee_id = r.employee_id and c.standing = 'counted'
            and c.at between to_timestamp(r.first) and to_timestamp(r.last)) as punches,
        (select json_agg(json_build_array(extract(epoch from p.started_at)::float8, extract(epoch from p.ended_at)::float8,
            p.duration_ms, p.units::text, p.lookup1_code, p.lookup2_code)) from piecework_entry p
          where p.account_id = ${accountId} and p.employee_id = r.employee_id and p.standing = 'counted'
            and p.started_at between to_timestamp(r.first) and to_timestamp(r.last)) as entries
      from unnest(${asked.map((one) => one.employeeId)}::uuid[], ${asked.map((one) => bounded(one.from))}::float8[],
        ${asked.map((one) => bounded(one.to))}::float8[]) as r(employee_id, first, last)`,
  );

export type DayFactRow = {
  employeeId: string;
  day: LocalDate;
  events: string;
  entries: number;
  units: string;
  workedMs: number;
};
export type PieceworkFactRow = {
  employeeId: string;
  day: LocalDate;
  lookup1: string;
  lookup2: string;
  units: string;
  timeMs: number;
  entries: number;
};
export type Days = { employeeId: string; from: LocalDate; to: LocalDate };

/** Puts these facts in the place of all that stood on these employees' days. */
export async function replaceFacts(
  tx: Db,
  accountId: string,
  days: readonly Days[],
  facts: readonly DayFactRow[],
  piecework: readonly PieceworkFactRow[],
) {
  const replaced = JSON.stringify(days);
  await tx.run(sql`delete from day_fact f using jsonb_to_recordset(${replaced}::jsonb) as r("employeeId" uuid, "from" date, "to" date)
    where f.account_id = ${accountId} and f.employee_id = r."employeeId" and f.day between r."from" and r."to"`);
  await tx.run(sql`delete from piecework_fact f using jsonb_to_recordset(${replaced}::jsonb) as r("employeeId" uuid, "from" date, "to" date)
    where f.account_id = ${accountId} and f.employee_id = r."employeeId" and f.day between r."from" and r."to"`);
  if (facts.length > 0)
    await tx.run(sql`insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
      select ${accountId}, r.day, r."employeeId", r.events, r.entries, r.units, r."workedMs"
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
        as r("employeeId" uuid, day date, events text, entries int, units numeric, "workedMs" bigint)`);
  if (piecework.length > 0)
    await tx.run(sql`insert into piecework_fact (account_id, day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries)
      select ${accountId}, r.day, r."employeeId", r.lookup1, r.lookup2, r.units, r."timeMs", r.entries
      from jsonb_to_recordset(${JSON.stringify(piecework)}::jsonb)
        as r("employeeId" uuid, day date, lookup1 text, lookup2 text, units numeric, "timeMs" bigint, entries int)`);
}

/** Throws away the facts of some days of everybody, also of employees who are no longer in the account. */
export async function deleteFacts(tx: Db, accountId: string, days: { from: LocalDate; to: LocalDate }) {
  const { from, to } = days;
  await tx.run(sql`delete from day_fact where account_id = ${accountId} and day between ${from}::date and ${to}::date`);
  await tx.run(
    sql`delete from piecework_fact where account_id = ${accountId} and day between ${from}::date and ${to}::date`,
  );
}

/** Facts of all accounts that no date that can be picked needs; raw records are kept (rule 18). */
export async function deleteOldFacts(db: Db, before: LocalDate) {
  await db.run(sql`delete from day_fact where day < ${before}::date`);
  await db.run(sql`delete from piecework_fact where day < ${before}::date`);
}
