import { z } from 'zod';
import { hourLimitFields } from '#contract/figures/hourLimits.ts';
import { hoursRuleFields, PAY_PERIODS } from '#contract/masterData/hoursRules.ts';
import { averageAccount, type Db, named, sql } from '../platform/db/db.ts';
import type { LocalDate } from '../platform/zone.ts';
import { effectiveEntries, effectivePunches } from './effective.sql.ts';
import { derivingOlder, forgetUnused } from './olderDays.sql.ts';

/** Statements that read what days are derived from, and write the day facts. */

const clock = z.string().regex(/^\d\d:\d\d$/);
const standardTime = z.object({
  timeGroupId: z.string(),
  weekday: z.int(),
  startTime: clock,
  endTime: clock,
  breaks: z.array(
    z.object({ startTime: clock, endTime: clock, paid: z.boolean().optional(), atLeast: z.boolean().optional() }),
  ),
  graceMinutes: z.int(),
  breakGraceMinutes: z.int(),
  preMinutes: z.int(),
  postMinutes: z.int(),
  effectiveFrom: z.string().nullable(),
  isRest: z.boolean(),
});
const holiday = z.object({ date: z.string(), name: z.string(), timeGroupId: z.string().nullable() });
const limit = z.int().nullable();
const hoursRule = z.object({
  hoursRuleId: z.string(),
  timeGroupId: z.string().nullable(),
  effectiveFrom: z.string().nullable(),
  earlyCounts: z.boolean(),
  breakAfterMinutes: z.int(),
  roundMinutes: z.int(),
  roundsIntervals: hoursRuleFields.roundsIntervals,
  breakTable: hoursRuleFields.breakTable,
  weeksLimitMinutes: hoursRuleFields.weeksLimitMinutes,
  limitWeeks: hoursRuleFields.limitWeeks,
  limitWeeksFrom: hoursRuleFields.limitWeeksFrom,
  sundaysFillWeek: hoursRuleFields.sundaysFillWeek,
  isWhole: z.boolean(),
  nightStart: clock.nullable(),
  nightEnd: clock.nullable(),
  paysWorkingTime: z.boolean(),
  dayLimitMinutes: limit,
  weekLimitMinutes: limit,
  dayLimit2Minutes: limit,
  weekLimit2Minutes: limit,
  weekStart: z.int(),
  overtime1Factor: z.number(),
  overtime2Factor: z.number(),
  sundayFactor: z.number(),
  holidayFactor: z.number(),
  payPeriod: z.enum(PAY_PERIODS),
  periodStart: z.string(),
  // A rule of before there were lists has none.
  periodDates: z.array(z.string()).default([]),
  splitsPeriod: z.boolean(),
  ...hourLimitFields,
});
const calendarSource = z.object({
  timeZone: z.string(),
  standardTimes: z.array(standardTime),
  holidays: z.array(holiday),
  hoursRules: z.array(hoursRule),
  rulesFrom: z.string().nullable(),
  paidRulesFrom: z.string().nullable(),
  earningRulesFrom: z.string().nullable(),
  presentRulesFrom: z.string().nullable(),
});
/** Parses the text that `calendarText` selects; throws on anything else. */
export const readCalendarText = (text: string) => calendarSource.parse(JSON.parse(text));

/** Selects the account's zone, standard times, holidays and hours rules (without deleted ones) as one JSON text; null where there is no account. */
export const calendarText = (accountId: string) => sql`
  (select json_build_object('timeZone', a.time_zone,
      'standardTimes', coalesce((select json_agg(json_build_object('timeGroupId', s.time_group_id, 'weekday', s.weekday,
          'startTime', s.start_time, 'endTime', s.end_time, 'breaks', s.breaks, 'graceMinutes', s.grace_minutes,
          'breakGraceMinutes', s.break_grace_minutes, 'preMinutes', s.pre_minutes, 'postMinutes', s.post_minutes,
          'effectiveFrom', s.effective_from, 'isRest', s.is_rest) order by s.code, s.system_id)
        from standard_time s where s.account_id = a.account_id and s.deleted_at is null), '[]'),
      'holidays', coalesce((select json_agg(json_build_object('date', h.date, 'name', h.name, 'timeGroupId', h.time_group_id)
          order by h.code, h.system_id)
        from holiday h where h.account_id = a.account_id and h.deleted_at is null), '[]'),
      'hoursRules', coalesce((select json_agg(r.rule || jsonb_build_object('hoursRuleId', r.hours_rule_id, 'timeGroupId', r.time_group_id,
          'effectiveFrom', r.effective_from, 'roundMinutes', coalesce(substring(r.rule->>'rounding' from '[0-9]+')::int, 0),
          'splitsPeriod', coalesce(r.effective_from < locked.paid_rules_from, false))
          order by r.hours_rule_id)
        from hours_rule r where r.account_id = a.account_id and r.deleted_at is null), '[]'),
      'rulesFrom', locked.rules_from, 'paidRulesFrom', locked.paid_rules_from,
      'earningRulesFrom', locked.earning_rules_from, 'presentRulesFrom', locked.present_rules_from)::text
    from account a left join lateral (select max(l.to_day + 1) filter (where l.rules = 1) as rules_from, max(l.to_day + 1) filter (where l.rules <= 2) as paid_rules_from,
        max(l.to_day + 1) filter (where l.rules <= 3) as earning_rules_from, max(l.to_day + 1) filter (where l.rules <= 4) as present_rules_from
      from period_lock l where l.account_id = a.account_id) locked on true
    where a.account_id = ${accountId})`;

export const selectCalendar = async (db: Db, accountId: string) =>
  (await db.single(z.object({ text: z.string().nullable() }), sql`select ${calendarText(accountId)} as text`)).text;

const dated = z.array(z.object({ from: z.string().nullable(), timeGroupId: z.string().nullable() })).nullish();
/** The columns of an employee's time groups (timeGroups.ts). */
export const membership = { timeGroupId: z.string().nullable(), timeGroups: dated };
const member = z.object({ employeeId: z.string(), ...membership });
export type Member = z.infer<typeof member>;
/** Returns employees (all when null) with their time groups, including deleted ones, whose past days stay. */
export const selectMembers = (db: Db, accountId: string, employeeIds: readonly string[] | null) =>
  db.rows(
    member,
    sql`select employee_id as "employeeId", time_group_id as "timeGroupId", time_groups as "timeGroups" from employee
      where account_id = ${accountId} and (${employeeIds === null} or employee_id = any(${employeeIds ?? []}::uuid[]))
      order by employee_id`,
  );

export type Asked = { employeeId: string; from: number; to: number };
const history = z.object({
  employeeId: z.string(),
  /**
   * '1763620680i 1763653290O': seconds since 1970 with the first letter of in, out or auto, a capital where a correction set the direction, a
   * star before it where a correction added or assigned it; in any order.
   */
  punches: z.string().nullable(),
  entries: z
    .array(
      z.tuple([
        z.number(),
        z.number().nullable(),
        z.number().nullable(),
        z.string(),
        z.string().nullable(),
        z.string().nullable(),
        z.boolean(),
        z.string().nullable(),
        z.string().nullable(),
        z.string().nullable(),
      ]),
    )
    .nullable(),
});
export type HistoryRow = z.infer<typeof history>;

/** The years 5 to 3934, in seconds: bounds that mean infinity. */
const BOUND_SECONDS = 6.2e10;
const bounded = (ms: number) => Math.max(-BOUND_SECONDS, Math.min(BOUND_SECONDS, ms / 1000));

/** Returns the effective records of some employees, each within its own span of time: one row per employee. */
export const selectHistories = (
  db: Db,
  { accountId, asOf, hasLedger }: { accountId: string; asOf?: Date; hasLedger?: boolean },
  asked: readonly Asked[],
) => {
  const within = {
    accountId,
    account: averageAccount(accountId),
    hasLedger,
    employeeId: sql`r.employee_id`,
    from: sql`to_timestamp(r.first)`,
    to: sql`to_timestamp(r.last)`,
    asOf,
  };
  return db.rows(
    history,
    // Planned at each execution: a plan made while a table was empty would later read all of it.
    sql`select r.employee_id as "employeeId",
        (select string_agg(case when e.given then '*' else '' end || extract(epoch from e.at)::float8 || case when e.final then upper(left(e.direction, 1))
            else left(e.direction, 1) end, ' ') from ${effectivePunches(within)} e) as punches,
        (select json_agg(json_build_array(extract(epoch from e.started_at)::float8, extract(epoch from e.ended_at)::float8,
            e.duration_ms, e.units::text, e.lookup1_code, e.lookup2_code, e.given, e.counting, e.job_description_code, e.on_date)) from ${effectiveEntries(within)} e) as entries
      from unnest(${asked.map((one) => one.employeeId)}::uuid[], ${asked.map((one) => bounded(one.from))}::float8[],
        ${asked.map((one) => bounded(one.to))}::float8[]) as r(employee_id, first, last)`,
  );
};

/** Returns the employees of whom records or corrections arrived after an instant. Ids of entries start with the millisecond of their receipt. */
export const selectReceivedAfter = async (db: Db, accountId: string, at: Date) => {
  const firstId = `${at.getTime().toString(16).padStart(12, '0').replace(/.{8}/, '$&-')}-7000-8000-000000000000`;
  const rows = await db.rows(
    z.object({ employeeId: z.string() }),
    sql`select employee_id as "employeeId" from clock_record
        where account_id = ${accountId} and received_at > ${at} and employee_id is not null
      union select employee_id from piecework_entry where account_id = ${accountId}
        and piecework_entry_id >= ${firstId}::uuid and received_at > ${at} and employee_id is not null
      union select employee_id from punch_correction where account_id = ${accountId} and received_at > ${at} and employee_id is not null
      union select employee_id from entry_correction where account_id = ${accountId} and received_at > ${at} and employee_id is not null`,
  );
  return rows.map(({ employeeId }) => employeeId);
};

export type DayFactRow = {
  employeeId: string;
  day: LocalDate;
  events: string;
  entries: number;
  units: string;
  workedMs: number;
  /** A hash of the effective records. */
  records: string;
  /** The number of entries outside every interval (docs/reference/piecework.md#units). */
  unclocked: number;
  /** The day has a single event without a reported direction, after the shift's midpoint. */
  doubtful: boolean;
  /** The day has a record that no correction added or assigned. */
  own: boolean;
};
export type PieceworkFactRow = {
  employeeId: string;
  day: LocalDate;
  lookup1: string;
  lookup2: string;
  units: string;
  timeMs: number;
  entries: number;
  spans: string;
  plainMs: number;
  isShared: boolean;
  jobs: readonly { job: string | null; units: string; timeMs: number }[] | null;
};
const staleFact = z.object({ employeeId: z.string(), day: z.string() });
const stalePiecework = staleFact.extend({ lookup1: z.string(), lookup2: z.string() });
export type Days = { employeeId: string; from: LocalDate; to: LocalDate };

/** The rows `r` of facts that are passed to a statement. */
const factRecords = (facts: readonly DayFactRow[]) => sql`json_to_recordset(${JSON.stringify(facts)}::json)
  as r("employeeId" uuid, day date, events text, entries int, units numeric, "workedMs" bigint, records text, unclocked int,
    doubtful boolean, own boolean)`;
const pieceworkRecords = (
  piecework: readonly PieceworkFactRow[],
) => sql`json_to_recordset(${JSON.stringify(piecework)}::json)
  as r("employeeId" uuid, day date, lookup1 text, lookup2 text, units numeric, "timeMs" bigint, entries int, spans int8multirange, "plainMs" bigint, "isShared" boolean, jobs jsonb)`;

/**
 * Replaces all facts on the given days of these employees. A fact of a day that has one already is updated in place, so that no index changes, and an
 * equal one is left alone. The caller holds the account's lock.
 */
export async function replaceDayFacts(tx: Db, accountId: string, days: readonly Days[], facts: readonly DayFactRow[]) {
  // `offset 0` keeps the planner from joining all facts of the account, whether or not it has statistics.
  const stale = await tx.rows(
    staleFact,
    named(
      'replace-day-facts',
      sql`with facts as materialized (select * from ${factRecords(facts)}),
        written as (
          insert into day_fact as f (account_id, day, employee_id, events, entries, units, worked_ms, records, unclocked, doubtful, own)
          select ${accountId}, day, "employeeId", events, entries, units, "workedMs", records, unclocked, doubtful, own from facts
          on conflict (account_id, day, employee_id) do update
            set events = excluded.events, entries = excluded.entries, units = excluded.units, worked_ms = excluded.worked_ms,
              records = excluded.records, unclocked = excluded.unclocked, doubtful = excluded.doubtful,
              own = excluded.own
            where (f.events, f.entries, f.units, f.worked_ms, f.records, f.unclocked, f.doubtful, f.own)
              is distinct from (excluded.events, excluded.entries, excluded.units, excluded.worked_ms, excluded.records,
                excluded.unclocked, excluded.doubtful, excluded.own))
        select r."employeeId", f.day::text
        from json_to_recordset(${JSON.stringify(days)}::json) as r("employeeId" uuid, "from" date, "to" date)
        cross join lateral (select day from day_fact where account_id = ${accountId}
          and employee_id = r."employeeId" and day between r."from" and r."to" offset 0) f
        where not exists (select from facts n where n."employeeId" = r."employeeId" and n.day = f.day)`,
    ),
  );
  if (stale.length > 0)
    await tx.run(sql`delete from day_fact f
      using json_to_recordset(${JSON.stringify(stale)}::json) as r("employeeId" uuid, day date)
      where f.account_id = ${accountId} and f.employee_id = r."employeeId" and f.day = r.day`);
}

/** Replaces the piecework of these days, like replaceDayFacts. */
export async function replacePiecework(
  tx: Db,
  accountId: string,
  days: readonly Days[],
  piecework: readonly PieceworkFactRow[],
) {
  const stale = await tx.rows(
    stalePiecework,
    named(
      'replace-piecework',
      sql`with pieces as materialized (select * from ${pieceworkRecords(piecework)}),
        written as (
          insert into piecework_fact as f (account_id, day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries, spans, plain_ms, is_shared, jobs)
          select ${accountId}, day, "employeeId", lookup1, lookup2, units, "timeMs", entries, spans, "plainMs", "isShared", jobs from pieces
          on conflict (account_id, day, employee_id, lookup1_code, lookup2_code) do update
            set units = excluded.units, time_ms = excluded.time_ms, entries = excluded.entries, spans = excluded.spans,
              plain_ms = excluded.plain_ms, is_shared = excluded.is_shared, jobs = excluded.jobs
            where (f.units, f.time_ms, f.entries, f.spans, f.plain_ms, f.is_shared, f.jobs)
              is distinct from (excluded.units, excluded.time_ms, excluded.entries, excluded.spans, excluded.plain_ms, excluded.is_shared, excluded.jobs))
        select r."employeeId", f.day::text, f.lookup1_code as lookup1, f.lookup2_code as lookup2
        from json_to_recordset(${JSON.stringify(days)}::json) as r("employeeId" uuid, "from" date, "to" date)
        cross join lateral (select day, lookup1_code, lookup2_code from piecework_fact where account_id = ${accountId}
          and employee_id = r."employeeId" and day between r."from" and r."to" offset 0) f
        where not exists (select from pieces n where n."employeeId" = r."employeeId" and n.day = f.day
          and n.lookup1 = f.lookup1_code and n.lookup2 = f.lookup2_code)`,
    ),
  );
  if (stale.length > 0)
    await tx.run(sql`delete from piecework_fact f
      using json_to_recordset(${JSON.stringify(stale)}::json) as r("employeeId" uuid, day date, lookup1 text, lookup2 text)
      where f.account_id = ${accountId} and f.employee_id = r."employeeId" and f.day = r.day
        and f.lookup1_code = r.lookup1 and f.lookup2_code = r.lookup2`);
}

/** Deletes the facts of some days of everybody, including employees who are no longer in the account. */
export async function deleteFacts(tx: Db, accountId: string, days: { from: LocalDate; to: LocalDate }) {
  const { from, to } = days;
  await tx.run(sql`delete from day_fact where account_id = ${accountId} and day between ${from}::date and ${to}::date`);
  await tx.run(
    sql`delete from piecework_fact where account_id = ${accountId} and day between ${from}::date and ${to}::date`,
  );
}

/** Records that figures of these days may differ from the next data version on, so that an export made before is marked as outdated. */
export const noteChangedDays = (tx: Db, accountId: string, { from, to }: { from: LocalDate; to: LocalDate }) =>
  tx.run(sql`
    insert into day_change (account_id, day, version)
    select account_id, day::date, data_version + 1 from account, generate_series(${from}::date, ${to}::date, interval '1 day') day
    where account_id = ${accountId}
    on conflict (account_id, day) do update set version = excluded.version`);

/** Deletes the facts of some days of employees who are no longer in the account. */
export async function deleteFactsOfNobody(tx: Db, accountId: string, { from, to }: { from: LocalDate; to: LocalDate }) {
  for (const table of [sql`day_fact`, sql`piecework_fact`])
    await tx.run(sql`delete from ${table} f
      where f.account_id = ${accountId} and f.day between ${from}::date and ${to}::date
        and not exists (select from employee e where e.account_id = f.account_id and e.employee_id = f.employee_id)`);
}

/**
 * Deletes the facts of all accounts for days before `before` that nobody has asked for since `unusedSince`, and how they were judged; raw records stay
 * (docs/reference/attendance.md#retention). The facts of some days before one that is in use say since when people count.
 */
export const deleteOldFacts = (db: Db, before: LocalDate, unusedSince: Date) =>
  db.tx(
    async (tx) => {
      await derivingOlder(tx);
      await forgetUnused(tx, unusedSince);
      for (const table of [sql`day_fact`, sql`piecework_fact`, sql`judged_day`, sql`judged_date`])
        await tx.run(sql`delete from ${table} f where f.day < ${before}::date and not exists (select from older_day o
          where o.account_id = f.account_id and o.day between f.day and f.day + 7)`);
    },
    { deadlineMs: 600_000 },
  );
