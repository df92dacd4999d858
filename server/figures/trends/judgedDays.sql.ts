import { z } from 'zod';
import { MIN_RANKED_MS } from '../../attendance/piecework.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';
import { HOUR } from '../../platform/zone.ts';
import type { StoredHours } from '../pay/paidDay.ts';
import type { People } from './people.ts';

/** Statements on past days as they are judged (migration judged_day). */

type Days = { from: string; to: string };
export type JudgedPerson = {
  employeeId: string;
  timeGroupId: string | null;
  status: string;
  late: boolean;
  excused: boolean;
  onSite: boolean;
  cell: string;
  /** ISO 8601; null without a punch. */
  timeIn: string | null;
  lateMs: number;
  irregularMs: number;
  clockedMs: number;
  workedMs: number;
  entries: number;
  /** A decimal as text. */
  units: string;
  silentOn: readonly string[] | null;
  /** The first and the last known instant of work; ISO 8601. `workFrom` null: none, or the IN is missing. */
  workFrom: string | null;
  workTo: string | null;
} & Omit<StoredHours, 'hoursRuleId'> & { hoursRuleId: string | null };

/** Lets one process at a time judge an account's days, until the transaction ends. */
export const lockJudging = (tx: Db, accountId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('judging'), hashtext(${accountId}))`);

const dated = z.object({ day: z.string(), version: z.number(), wholeVersion: z.number() });
/** Returns the dates of a range whose rows are what they would be judged to be at an instant, each with its versions. */
export const selectValidDates = (tx: Db, accountId: string, { from, to, at }: Days & { at: Date }) =>
  tx.rows(
    dated,
    sql`select j.day::text as day, j.version::float8 as version, j.whole_version::float8 as "wholeVersion" from judged_date j
      where j.account_id = ${accountId} and j.day between ${from}::date and ${to}::date
        and j.judged_at <= ${at} and (j.valid_until is null or j.valid_until > ${at})
        and not exists (select from judged_stale s where s.account_id = j.account_id and j.day between s.from_day and s.to_day)
        and not exists (select from unnest(j.silent_devices, j.silent_since) s(id, contact)
          join device d on d.account_id = j.account_id and d.device_id = s.id
          where date_trunc('milliseconds', d.last_contact) is distinct from s.contact)`,
  );

const stale = z.object({ employeeId: z.string().nullable(), days: z.array(z.string()) });
/** Deletes the notes of what must be judged anew; returns those of dates that were judged, by employee. */
export const takeStale = (tx: Db, accountId: string) =>
  tx.rows(
    stale,
    sql`with taken as (delete from judged_stale where account_id = ${accountId} returning employee_id, from_day, to_day)
      select t.employee_id as "employeeId", array_agg(distinct j.day::text) as days
      from taken t join judged_date j on j.account_id = ${accountId} and j.day between t.from_day and t.to_day group by 1`,
  );

/** Deletes what is known of some dates, so that they are judged at the next look. */
export async function forgetDates(tx: Db, accountId: string, days: readonly string[]) {
  if (days.length > 0)
    await tx.run(sql`delete from judged_date where account_id = ${accountId} and day = any(${[...days]}::date[])`);
}

/** Rises from transaction to transaction. */
const version = sql`pg_current_xact_id()::text::bigint`;

type Judged = { day: string; judgedAt: Date; validUntil: Date | null; silent: readonly Silent[] };
type Silent = { deviceId: string; lastContact: number | null };
const silentOf = (silent: readonly Silent[]) => ({
  ids: sql`${silent.map(({ deviceId }) => deviceId)}::uuid[]`,
  contacts: sql`${silent.map(({ lastContact }) => (lastContact === null ? null : new Date(lastContact)))}::timestamptz[]`,
});
/** Writes that a date was judged whole. */
export const upsertDate = (tx: Db, accountId: string, { day, judgedAt, validUntil, silent }: Judged) =>
  tx.run(sql`insert into judged_date as j (account_id, day, version, whole_version, judged_at, valid_until, silent_devices, silent_since)
    values (${accountId}, ${day}, ${version}, ${version}, ${judgedAt}, ${validUntil}, ${silentOf(silent).ids}, ${silentOf(silent).contacts})
    on conflict (account_id, day) do update set version = excluded.version, whole_version = excluded.whole_version,
      judged_at = excluded.judged_at, valid_until = excluded.valid_until, silent_devices = excluded.silent_devices,
      silent_since = excluded.silent_since`);

/** Writes that some employees of a date were judged anew: it holds no longer than they do. */
export const touchDate = (tx: Db, accountId: string, { day, judgedAt, validUntil, silent }: Judged) =>
  tx.run(sql`update judged_date set version = ${version}, valid_until = least(valid_until, ${validUntil}),
      judged_at = least(judged_at, ${judgedAt}), silent_devices = silent_devices || ${silentOf(silent).ids},
      silent_since = silent_since || ${silentOf(silent).contacts}
    where account_id = ${accountId} and day = ${day}`);

/** Replaces the rows of a date, of some employees or of all; resolves to true if there were or are any. */
export async function replacePeople(
  tx: Db,
  accountId: string,
  day: string,
  people: readonly JudgedPerson[],
  employeeIds?: readonly string[],
): Promise<boolean> {
  const only = employeeIds ? sql` and employee_id = any(${[...employeeIds]}::uuid[])` : empty;
  const deleted = await tx.run(sql`delete from judged_day where account_id = ${accountId} and day = ${day}${only}`);
  if (people.length > 0)
    await tx.run(sql`insert into judged_day (account_id, day, employee_id, time_group_id, status, late, excused, on_site, cell, time_in,
        late_ms, irregular_ms, clocked_ms, worked_ms, entries, units, silent_on, hours_rule_id, paid_ms, holiday_ms, sunday_ms, ordinary_ms,
        night_ms, taken_off_ms, early_ms, unsettled_ms, is_settled, work_from, work_to, piece_minutes, piece_sunday_ms, piece_holiday_ms)
      select ${accountId}, ${day}, "employeeId", "timeGroupId", status, late, excused, "onSite", cell, "timeIn",
        "lateMs", "irregularMs", "clockedMs", "workedMs", entries, units, "silentOn", "hoursRuleId", "paidMs", "holidayMs", "sundayMs", "ordinaryMs",
        "nightMs", "takenOffMs", "earlyMs", "unsettledMs", "isSettled", "workFrom", "workTo", "pieceMinutes", "pieceSundayMs", "pieceHolidayMs"
      from json_to_recordset(${JSON.stringify(people)}::json) as r("employeeId" uuid, "timeGroupId" uuid, status text, late boolean,
        excused boolean, "onSite" boolean, cell text, "timeIn" timestamptz, "lateMs" bigint, "irregularMs" bigint, "clockedMs" bigint,
        "workedMs" bigint, entries int, units numeric, "silentOn" uuid[], "hoursRuleId" uuid, "paidMs" bigint, "holidayMs" bigint,
        "sundayMs" bigint, "ordinaryMs" bigint, "nightMs" bigint, "takenOffMs" bigint, "earlyMs" bigint, "unsettledMs" bigint,
        "isSettled" boolean, "workFrom" timestamptz, "workTo" timestamptz, "pieceMinutes" int[], "pieceSundayMs" bigint, "pieceHolidayMs" bigint)`);
  return deleted + people.length > 0;
}

/** Tells whether an account exists. */
export const isAccount = async (db: Db, accountId: string) =>
  (await db.first(
    z.object({ accountId: z.string() }),
    sql`select account_id as "accountId" from account where account_id = ${accountId}`,
  )) !== undefined;

/** Returns the accounts that have days to judge. */
export const selectAccountsWithFacts = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string(), timeZone: z.string(), dataVersion: z.int() }),
    sql`select a.account_id as "accountId", a.time_zone as "timeZone", a.data_version as "dataVersion" from account a
      where exists (select from day_fact f where f.account_id = a.account_id) order by a.account_id`,
  );

/** The rows `j` of some people on some dates: by the groups and devices that they have today, and by their time group of that day. */
export function judgedOf(accountId: string, days: readonly string[], { crew, members }: People): Sql {
  const timeGroups = crew.timeGroups ? sql` and j.time_group_id = any(${[...crew.timeGroups]}::uuid[])` : empty;
  const own = members ? sql` and j.employee_id = any(${[...members]}::uuid[])` : empty;
  return sql`j.account_id = ${accountId} and j.day = any(${[...days]}::date[])${timeGroups}${own}`;
}
const ofLookup1 = ({ crew: { lookup1 } }: People) =>
  lookup1 ? sql` and p.lookup1_code = any(${[...lookup1]}::text[])` : empty;

const count = z.int();
const attendance = z.object({
  day: z.string(),
  total: count,
  present: count,
  absent: count,
  pending: count,
  unverified: count,
  off: count,
  late: count,
  excused: count,
  lateMs: z.number(),
  irregularMs: z.number(),
  /** Ids separated by blanks. */
  silentOn: z.string().nullable(),
  lateIds: z.string().nullable(),
  absentIds: z.string().nullable(),
});
/** Returns the counts and sums of rules 8, 9 and 12 of some people on each of some dates, and the ids of those who were late and absent. */
export const selectAttendance = (tx: Db, accountId: string, days: readonly string[], people: People) =>
  tx.rows(
    attendance,
    sql`select j.day::text as day, count(*)::int as total,
        count(*) filter (where status = 'present')::int as present, count(*) filter (where status = 'absent')::int as absent,
        count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'unverified')::int as unverified,
        count(*) filter (where status = 'off')::int as off, count(*) filter (where late)::int as late,
        count(*) filter (where status = 'off' and excused)::int as excused,
        sum(late_ms)::float8 as "lateMs", sum(irregular_ms)::float8 as "irregularMs",
        string_agg(array_to_string(silent_on, ' '), ' ') as "silentOn",
        string_agg(j.employee_id::text, ' ') filter (where late) as "lateIds",
        string_agg(j.employee_id::text, ' ') filter (where status = 'absent') as "absentIds"
      from judged_day j where ${judgedOf(accountId, days, people)} group by j.day`,
  );

const piece = z.object({
  day: z.string(),
  lookup1: z.string(),
  lookup2: z.string(),
  units: z.string(),
  timeMs: z.number(),
  entries: count,
});
/** Returns the exact sums of work by lookup pair on each of some dates ('' where there is no code). */
export const selectPieces = (tx: Db, accountId: string, days: readonly string[], people: People) =>
  tx.rows(
    piece,
    sql`select j.day::text as day, p.lookup1_code as lookup1, p.lookup2_code as lookup2, sum(p.units)::text as units,
        sum(p.time_ms)::float8 as "timeMs", sum(p.entries)::int as entries
      from judged_day j
      join piecework_fact p on p.account_id = j.account_id and p.day = j.day and p.employee_id = j.employee_id${ofLookup1(people)}
      where ${judgedOf(accountId, days, people)} group by j.day, 2, 3`,
  );

/** The time of the entries that a row has summed up: the length of their union, and plain durations (docs/reference/piecework.md#units-per-hour). */
const timeOf = (row: Sql) =>
  sql`(${row}.plain_ms + coalesce((select sum(upper(s) - lower(s)) from unnest(${row}.spans) s), 0))`;

/** The work of people within a filter by lookup 1: `units`, `worked_ms` and `entries` of `j` otherwise. */
const workedOf = (people: People): { join: Sql; units: Sql; workedMs: Sql; entries: Sql } =>
  people.crew.lookup1
    ? {
        join: sql`join lateral (select coalesce(sum(p.units), 0) as units, coalesce(sum(p.plain_ms), 0) as plain_ms,
            range_agg(p.spans) as spans, coalesce(sum(p.entries), 0) as entries from piecework_fact p
          where p.account_id = j.account_id and p.day = j.day and p.employee_id = j.employee_id${ofLookup1(people)}) w on true`,
        units: sql`w.units`,
        workedMs: timeOf(sql`w`),
        entries: sql`w.entries`,
      }
    : { join: empty, units: sql`j.units`, workedMs: sql`j.worked_ms`, entries: sql`j.entries` };

const paces = z.object({ day: z.string(), paces: z.string() });
/** Returns the units per hour, with 2 decimals, of everybody ranked on each of some dates (docs/reference/piecework.md#units-per-hour), separated by blanks. */
export const selectPaces = (tx: Db, accountId: string, days: readonly string[], people: People) => {
  const { join, units, workedMs, entries } = workedOf(people);
  // A quotient has 16 digits at least, far more than two whole numbers of this size can be from a half.
  return tx.rows(
    paces,
    sql`select j.day::text as day, string_agg(round(${units} * ${HOUR}::numeric / ${workedMs}, 2)::text, ' ') as paces
      from judged_day j ${join}
      where ${judgedOf(accountId, days, people)} and ${entries} > 0 and ${workedMs} >= ${MIN_RANKED_MS} group by j.day`,
  );
};

const sums = z.object({
  employeeId: z.string(),
  present: count,
  late: count,
  absent: count,
  clockedMs: z.number(),
  wastedMs: z.number(),
  paidMs: z.number().nullable(),
  units: z.string(),
});
/** Returns the sums of each employee over some dates, of those who count on any of them. */
export const selectSums = (tx: Db, accountId: string, days: readonly string[], people: People) => {
  const { join, units } = workedOf(people);
  return tx.rows(
    sums,
    sql`select j.employee_id as "employeeId", count(*) filter (where j.status = 'present')::int as present,
        count(*) filter (where j.late)::int as late, count(*) filter (where j.status = 'absent')::int as absent,
        sum(j.clocked_ms)::float8 as "clockedMs", sum(j.late_ms + j.irregular_ms)::float8 as "wastedMs",
        (sum(case when j.is_settled then j.paid_ms else 0 end) filter (where j.hours_rule_id is not null))::float8 as "paidMs", sum(${units})::text as units
      from judged_day j ${join} where ${judgedOf(accountId, days, people)} group by j.employee_id`,
  );
};

const cells = z.object({ employeeId: z.string(), day: z.string(), cell: z.string() });
/** Returns the cells of the roll of some people on some dates. */
export const selectCells = (tx: Db, accountId: string, days: readonly string[], people: People) =>
  tx.rows(
    cells,
    sql`select j.employee_id as "employeeId", j.day::text as day, j.cell from judged_day j where ${judgedOf(accountId, days, people)}`,
  );

const lines = z.object({ employeeId: z.string(), lookup1: z.string(), units: z.string(), timeMs: z.number() });
/** Returns the work of some people over some dates by code of lookup 1. */
export const selectWorkByLookup1 = (tx: Db, accountId: string, days: readonly string[], people: People) =>
  tx.rows(
    lines,
    sql`select d."employeeId", d.lookup1, sum(d.units)::text as units, sum(${timeOf(sql`d`)})::float8 as "timeMs" from (
        select j.employee_id as "employeeId", j.day, p.lookup1_code as lookup1, sum(p.units) as units, sum(p.plain_ms) as plain_ms,
          range_agg(p.spans) as spans
        from judged_day j
        join piecework_fact p on p.account_id = j.account_id and p.day = j.day and p.employee_id = j.employee_id${ofLookup1(people)}
        where ${judgedOf(accountId, days, people)} group by 1, 2, 3) d group by 1, 2`,
  );

const worked = z.object({
  employeeId: z.string(),
  day: z.string(),
  status: z.string(),
  workFrom: z.number().nullable(),
  workTo: z.number().nullable(),
});
/** Returns the status of some people on some dates, with the first and the last known instant of their work in epoch ms. */
export const selectWorkedDays = (tx: Db, accountId: string, days: readonly string[], people: People) =>
  tx.rows(
    worked,
    sql`select j.employee_id as "employeeId", j.day::text as day, j.status,
        (extract(epoch from j.work_from) * 1000)::float8 as "workFrom", (extract(epoch from j.work_to) * 1000)::float8 as "workTo"
      from judged_day j where ${judgedOf(accountId, days, people)} and j.status in ('present', 'unverified')`,
  );

/** Returns the employees who were present on any of some dates. */
export const selectPresent = (tx: Db, accountId: string, days: readonly string[]) =>
  tx.rows(
    z.object({ employeeId: z.string() }),
    sql`select distinct employee_id as "employeeId" from judged_day
      where account_id = ${accountId} and day = any(${[...days]}::date[]) and status = 'present'`,
  );

const paidTime = z.object({ employeeId: z.string(), paidMs: z.number() });
/** Returns the settled paid time of some people over some dates, in ms. */
export const selectPaidTime = (tx: Db, accountId: string, days: readonly string[], people: People) =>
  tx.rows(
    paidTime,
    sql`select j.employee_id as "employeeId", sum(j.paid_ms)::float8 as "paidMs"
      from judged_day j where ${judgedOf(accountId, days, people)} group by 1`,
  );

const moment = z.object({ present: count, late: count });
/** Returns how many of some people had come on a date by an instant, and how many of them were late. */
export const selectMoment = (tx: Db, accountId: string, { day, by }: { day: string; by: Date }, people: People) =>
  tx.single(
    moment,
    sql`select count(*)::int as present, count(*) filter (where late)::int as late
      from judged_day j where ${judgedOf(accountId, [day], people)} and j.time_in <= ${by}`,
  );

const counted = z.object({ employeeId: z.string() });
/** Returns the people who count on a date. */
export const selectCounted = (tx: Db, accountId: string, day: string, people: People) =>
  tx.rows(
    counted,
    sql`select j.employee_id as "employeeId" from judged_day j where ${judgedOf(accountId, [day], people)}`,
  );

/** Returns true if any of some people punched on a date. */
export const isPunched = async (tx: Db, accountId: string, day: string, people: People) =>
  (await tx.first(
    counted,
    sql`select j.employee_id as "employeeId" from judged_day j
      where ${judgedOf(accountId, [day], people)} and j.status = 'present' limit 1`,
  )) !== undefined;
