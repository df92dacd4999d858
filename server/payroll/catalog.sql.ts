import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** Groups, lookups, standard times and holidays: read whole, written in sets. */
export const GROUP_KINDS = { timeGroups: 'time', employeeGroups: 'employee', jobDescriptions: 'job' } as const;
export type GroupKind = (typeof GROUP_KINDS)[keyof typeof GROUP_KINDS];

const storedGroup = z.object({
  id: z.string(),
  kind: z.enum(['time', 'employee', 'job']),
  systemId: z.string(),
  code: z.string(),
  name: z.string(),
  isDeleted: z.boolean(),
});
export type StoredGroup = z.infer<typeof storedGroup>;

export const readGroups = (tx: Db, accountId: string) =>
  tx.rows(
    storedGroup,
    sql`select group_id as id, kind, system_id as "systemId", code, name, deleted_at is not null as "isDeleted"
        from work_group where account_id = ${accountId}`,
  );

export const upsertGroups = (
  tx: Db,
  accountId: string,
  rows: readonly { id: string; kind: GroupKind; systemId: string; code: string; name: string }[],
) =>
  tx.run(sql`
    insert into work_group (account_id, group_id, kind, system_id, code, name)
    select ${accountId}, id, kind, "systemId", code, name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, kind text, "systemId" text, code text, name text)
    on conflict (account_id, group_id) do update set name = excluded.name, deleted_at = null`);

/** Marks rows of one part as deleted; nothing is erased. */
export const markDeleted = (
  tx: Db,
  accountId: string,
  table: 'work_group' | 'lookup_entry' | 'standard_time' | 'holiday',
  ids: readonly string[],
  now: Date,
) => {
  switch (table) {
    case 'work_group':
      return tx.run(sql`update work_group set deleted_at = ${now}
        where account_id = ${accountId} and group_id = any(${ids}::uuid[])`);
    case 'lookup_entry':
      return tx.run(sql`update lookup_entry set deleted_at = ${now}, changed_version =
          (select data_version + 1 from account where account_id = ${accountId})
        where account_id = ${accountId} and lookup_entry_id = any(${ids}::uuid[])`);
    case 'standard_time':
      return tx.run(sql`update standard_time set deleted_at = ${now}
        where account_id = ${accountId} and standard_time_id = any(${ids}::uuid[])`);
    case 'holiday':
      return tx.run(sql`update holiday set deleted_at = ${now}
        where account_id = ${accountId} and holiday_id = any(${ids}::uuid[])`);
  }
};

const storedLookup = z.object({
  id: z.string(),
  lookup: z.literal([1, 2]),
  systemId: z.string(),
  code: z.string(),
  description: z.string(),
  isDeleted: z.boolean(),
});
export const readLookupEntries = (tx: Db, accountId: string) =>
  tx.rows(
    storedLookup,
    sql`select lookup_entry_id as id, lookup::int as lookup, system_id as "systemId", code, description,
          deleted_at is not null as "isDeleted"
        from lookup_entry where account_id = ${accountId}`,
  );
export const upsertLookupEntries = (
  tx: Db,
  accountId: string,
  systemId: string,
  version: number,
  rows: readonly { id: string; lookup: 1 | 2; code: string; description: string }[],
) =>
  tx.run(sql`
    insert into lookup_entry (account_id, lookup_entry_id, lookup, system_id, code, description, changed_version)
    select ${accountId}, id, lookup, ${systemId}, code, description, ${version}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, lookup int, code text, description text)
    on conflict (account_id, lookup_entry_id) do update set description = excluded.description, deleted_at = null,
      system_id = excluded.system_id, changed_version = excluded.changed_version`);

const brk = z.object({ startTime: z.string(), endTime: z.string() });
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
});
export type StandardTimeValue = z.infer<typeof standardTimeValue>;
const stored = { id: z.string(), code: z.string(), isDeleted: z.boolean() };

export const readStandardTimes = (tx: Db, accountId: string, systemId: string) =>
  tx.rows(
    z.object({ ...stored, ...standardTimeValue.shape }),
    sql`select standard_time_id as id, code, deleted_at is not null as "isDeleted", time_group_id as "timeGroupId",
          weekday::int as weekday, start_time as "startTime", end_time as "endTime", breaks,
          grace_minutes as "graceMinutes", break_grace_minutes as "breakGraceMinutes", pre_minutes as "preMinutes",
          post_minutes as "postMinutes", effective_from::text as "effectiveFrom"
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
      breaks, grace_minutes, break_grace_minutes, pre_minutes, post_minutes, effective_from)
    select ${accountId}, id, ${systemId}, code, "timeGroupId", weekday, "startTime", "endTime", breaks, "graceMinutes",
      "breakGraceMinutes", "preMinutes", "postMinutes", "effectiveFrom"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, code text, "timeGroupId" uuid, weekday int,
      "startTime" text, "endTime" text, breaks jsonb, "graceMinutes" int, "breakGraceMinutes" int, "preMinutes" int,
      "postMinutes" int, "effectiveFrom" date)
    on conflict (account_id, standard_time_id) do update set time_group_id = excluded.time_group_id,
      weekday = excluded.weekday, start_time = excluded.start_time, end_time = excluded.end_time, breaks = excluded.breaks,
      grace_minutes = excluded.grace_minutes, break_grace_minutes = excluded.break_grace_minutes,
      pre_minutes = excluded.pre_minutes, post_minutes = excluded.post_minutes,
      effective_from = excluded.effective_from, deleted_at = null`);

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
