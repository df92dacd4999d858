import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

const brk = z.object({
  startTime: z.string(),
  endTime: z.string(),
  paid: z.boolean().optional(),
  atLeast: z.boolean().optional(),
});
const standardTimeValue = z.object({
  timeGroupId: z.string(),
  weekday: z.int(),
  startTime: z.string(),
  endTime: z.string(),
  breaks: z.array(brk),
  graceMinutes: z.int(),
  breakGraceMinutes: z.int(),
  preMinutes: z.int(),
  postMinutes: z.int(),
  effectiveFrom: z.string().nullable(),
  isRest: z.boolean(),
});
export type StandardTimeValue = z.infer<typeof standardTimeValue>;
const stored = { id: z.string(), code: z.string(), isDeleted: z.boolean() };

export const readStandardTimes = (tx: Db, accountId: string, systemId: string) =>
  tx.rows(
    z.object({ ...stored, ...standardTimeValue.shape }),
    sql`select standard_time_id as id, code, deleted_at is not null as "isDeleted", time_group_id as "timeGroupId",
          weekday::int as weekday, start_time as "startTime", end_time as "endTime", breaks,
          grace_minutes as "graceMinutes", break_grace_minutes as "breakGraceMinutes", pre_minutes as "preMinutes",
          post_minutes as "postMinutes", effective_from::text as "effectiveFrom", is_rest as "isRest"
        from standard_time where account_id = ${accountId} and system_id = ${systemId}`,
  );
export const upsertStandardTimes = (
  tx: Db,
  accountId: string,
  systemId: string,
  rows: readonly ({ id: string; code: string } & StandardTimeValue)[],
) =>
  tx.run(sql`
    insert into standard_time (account_id, standard_time_id, system_id, code, time_group_id, weekday, start_time, end_time,
      breaks, grace_minutes, break_grace_minutes, pre_minutes, post_minutes, effective_from, is_rest)
    select ${accountId}, id, ${systemId}, code, "timeGroupId", weekday, "startTime", "endTime", breaks, "graceMinutes",
      "breakGraceMinutes", "preMinutes", "postMinutes", "effectiveFrom", "isRest"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, code text, "timeGroupId" uuid, weekday int,
      "startTime" text, "endTime" text, breaks jsonb, "graceMinutes" int, "breakGraceMinutes" int, "preMinutes" int,
      "postMinutes" int, "effectiveFrom" date, "isRest" boolean)
    on conflict (account_id, standard_time_id) do update set time_group_id = excluded.time_group_id,
      weekday = excluded.weekday, start_time = excluded.start_time, end_time = excluded.end_time, breaks = excluded.breaks,
      grace_minutes = excluded.grace_minutes, break_grace_minutes = excluded.break_grace_minutes,
      pre_minutes = excluded.pre_minutes, post_minutes = excluded.post_minutes,
      effective_from = excluded.effective_from, is_rest = excluded.is_rest, deleted_at = null`);

/** Marks standard times as deleted; nothing is erased. */
export const deleteStandardTimes = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(sql`update standard_time set deleted_at = ${now}
    where account_id = ${accountId} and standard_time_id = any(${ids}::uuid[])`);

const ownedStandardTime = z.object({
  id: z.string(),
  systemId: z.string(),
  code: z.string(),
  ...standardTimeValue.shape,
});
export type OwnedStandardTime = z.infer<typeof ownedStandardTime>;
/** Returns every standard time that is not deleted with its owner, by time group, weekday and date. */
export const findStandardTimes = (tx: Db, accountId: string) =>
  tx.rows(
    ownedStandardTime,
    sql`select standard_time_id as id, system_id as "systemId", code, time_group_id as "timeGroupId",
          weekday::int as weekday, start_time as "startTime", end_time as "endTime", breaks,
          grace_minutes as "graceMinutes", break_grace_minutes as "breakGraceMinutes", pre_minutes as "preMinutes",
          post_minutes as "postMinutes", effective_from::text as "effectiveFrom", is_rest as "isRest"
        from standard_time where account_id = ${accountId} and deleted_at is null
        order by time_group_id, weekday, effective_from nulls first, code, system_id`,
  );

const holidayValue = z.object({ name: z.string(), date: z.string(), timeGroupId: z.string().nullable() });
export type HolidayValue = z.infer<typeof holidayValue>;
export const readHolidays = (tx: Db, accountId: string, systemId: string) =>
  tx.rows(
    z.object({ ...stored, ...holidayValue.shape }),
    sql`select holiday_id as id, code, deleted_at is not null as "isDeleted", name, date::text as date,
          time_group_id as "timeGroupId"
        from holiday where account_id = ${accountId} and system_id = ${systemId}`,
  );
export const upsertHolidays = (
  tx: Db,
  accountId: string,
  systemId: string,
  rows: readonly ({ id: string; code: string } & HolidayValue)[],
) =>
  tx.run(sql`
    insert into holiday (account_id, holiday_id, system_id, code, name, date, time_group_id)
    select ${accountId}, id, ${systemId}, code, name, date, "timeGroupId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, code text, name text, date date, "timeGroupId" uuid)
    on conflict (account_id, holiday_id) do update set name = excluded.name, date = excluded.date,
      time_group_id = excluded.time_group_id, deleted_at = null`);

/** Marks holidays as deleted; nothing is erased. */
export const deleteHolidays = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(sql`update holiday set deleted_at = ${now}
    where account_id = ${accountId} and holiday_id = any(${ids}::uuid[])`);
