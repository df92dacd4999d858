import { z } from 'zod';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';
import type { StoredHours } from '../pay/paidDay.ts';
import { judgedOf } from './judgedDays.sql.ts';
import type { People } from './people.ts';

/** Statements that class paid hours by the limits of a day and a week (docs/reference/paid-hours.md#classes) and sum them up. */

/** A day that is not stored, as its model has it. */
export type LiveHours = StoredHours & { employeeId: string; timeGroupId: string | null; day: string };
export type HoursAsked = {
  /** Judged dates, with those of the week before `from`, which its limit counts. */
  dates: readonly string[];
  from: string;
  people: People;
  live: readonly LiveHours[];
  /** False: the account has one rule. */
  isMixed: boolean;
  /** A rule has Sundays and holidays fill the limits of a week. */
  sundaysFill: boolean;
  /** A rule has a second limit of a week, which all hours fill; before a date only those of the first one did; null: of no day. */
  second: { from: LocalDate | null } | null;
  /** A rule has a limit of several weeks. */
  spansWeeks: boolean;
};

/** The days `d` with a rule, whatever time group an employee was in: a week's limit counts them all. */
const days = (accountId: string, { dates, people, live }: HoursAsked): Sql => sql`
  select j.employee_id, j.time_group_id, j.day, j.hours_rule_id, j.paid_ms, j.holiday_ms, j.sunday_ms, j.ordinary_ms::float8 as ordinary_ms, j.night_ms,
    j.taken_off_ms, j.early_ms, j.unsettled_ms, j.is_settled
  from judged_day j
  where ${judgedOf(accountId, dates, { ...people, crew: { ...people.crew, timeGroups: undefined } })} and j.hours_rule_id is not null
  union all
  select "employeeId", "timeGroupId", day, "hoursRuleId", "paidMs", "holidayMs", "sundayMs", "ordinaryMs", "nightMs", "takenOffMs",
    "earlyMs", "unsettledMs", "isSettled"
  from json_to_recordset(${JSON.stringify(live)}::json) as l("employeeId" uuid, "timeGroupId" uuid, day date, "hoursRuleId" uuid,
    "paidMs" bigint, "holidayMs" bigint, "sundayMs" bigint, "ordinaryMs" float8, "nightMs" bigint, "takenOffMs" bigint,
    "earlyMs" bigint, "unsettledMs" bigint, "isSettled" boolean)`;

/**
 * The days from `from` on with their ordinary time divided: up to the limit of the day or the week, whichever comes first, then overtime 1, then from the
 * second limits on overtime 2. Time of Sundays and holidays fills no first limit, unless the rule says so. Each day has the limits of its rule, in a week that ends as it began (migration weeks_of_rules). Overtime does not fill the
 * week's first limit, but under a rule of other factors all time does: so a finer limit never pays less, whatever rules follow each other. All time
 * fills the second one, for the same reason.
 */
export const classed = (accountId: string, asked: HoursAsked): Sql => {
  const { timeGroups } = asked.people.crew;
  const earlier = sql`order by day rows between unbounded preceding and 1 preceding`;
  // Under one rule these are plain sums, which cost a month of 5,000 people half as much.
  const { weekEnd, factors, otherBefore, ordinaryBefore } = asked.isMixed
    ? {
        weekEnd: sql`week_end_on(d.day, r.week_start) over (partition by d.employee_id order by d.day rows unbounded preceding)`,
        factors: sql`, f1, f2`,
        otherBefore: sql`coalesce(sum(ordinary_ms) over week, 0) - coalesce(sum(ordinary_ms) over same_factors, 0)`,
        ordinaryBefore: sql`ordinary_until(least(before2, day1), room)`,
      }
    : {
        weekEnd: sql`d.day + (6 - (extract(isodow from d.day)::int - r.week_start + 7) % 7)`,
        factors: empty,
        otherBefore: sql`0`,
        ordinaryBefore: sql`sum(least(before2, day1))`,
      };
  // A day's own time of a Sunday fills the week from the next day on.
  const filling = asked.sundaysFill
    ? sql`coalesce(sum(case when sundays_fill then sunday_ms + holiday_ms else 0 end) over week, 0)`
    : sql`0`;
  const fillingSecond = asked.second
    ? sql`case when day < ${asked.second.from}::date then ${filling} else coalesce(sum(sunday_ms + holiday_ms) over week, 0) end`
    : filling;
  const sameFactors = sql`same_factors as (partition by employee_id, week_end${factors} ${earlier})`;
  // Of several weeks all time under other factors counts, and of the others what the day and the week leave; once they are full, both leave nothing.
  const spans = asked.spansWeeks
    ? sql`, spanned as (
    select *, least(in_week, greatest(0, coalesce(weeks1, 'infinity')
        - coalesce(sum(ordinary_ms + case when sundays_fill then sunday_ms + holiday_ms else 0 end) over span, 0)
        + coalesce(sum(ordinary_ms - in_week) over span_factors, 0))) as before1
    from divided
    window span as (partition by employee_id, span_days, span_start ${earlier}), span_factors as (partition by employee_id, span_days, span_start, f1, f2 ${earlier})
  )`
    : null;
  return sql`
  with rules as materialized (
    select hours_rule_id, (rule->>'dayLimitMinutes')::float8 * 60000 as day1, (rule->>'weekLimitMinutes')::float8 * 60000 as week1,
      (rule->>'dayLimit2Minutes')::float8 * 60000 as day2, (rule->>'weekLimit2Minutes')::float8 * 60000 as week2,
      (rule->>'weekStart')::int as week_start, (rule->>'overtime1Factor')::float8 as f1, (rule->>'overtime2Factor')::float8 as f2,
      (rule->>'sundayFactor')::float8 as sunday_factor, (rule->>'holidayFactor')::float8 as holiday_factor,
      coalesce((rule->>'sundaysFillWeek')::boolean, false) as sundays_fill, (rule->>'weeksLimitMinutes')::float8 * 60000 as weeks1,
      (rule->>'limitWeeks')::int * 7 as span_days, (rule->>'limitWeeksFrom')::date as span_from
    from hours_rule where account_id = ${accountId}
  ), dated as (
    select d.*, r.day1, r.week1, r.day2, r.week2, r.f1, r.f2, r.sunday_factor, r.holiday_factor, r.sundays_fill, r.weeks1, r.span_days,
      r.span_from + floor((d.day - r.span_from)::float8 / r.span_days)::int * r.span_days as span_start, ${weekEnd} as week_end
    from (${days(accountId, asked)}) d join rules r using (hours_rule_id)
  ), counted as (
    select *, coalesce(sum(ordinary_ms) over week, 0) + ${fillingSecond} as all_before, ${otherBefore} + ${filling} as other_before from dated
    window week as (partition by employee_id, week_end ${earlier}), ${sameFactors}
  ), limited as (
    select *, greatest(0, least(ordinary_ms, day2, week2 - all_before)) as before2,
      coalesce(week1 - other_before, 'infinity') as room from counted
  ), filled as (
    select *, coalesce(${ordinaryBefore} over same_factors, 0) as ordinary_before from limited window ${sameFactors}
  ), divided as (
    select *, greatest(0, least(before2, day1, room - ordinary_before)) as ${spans ? sql`in_week` : sql`before1`} from filled
  )${spans ?? empty}
  select employee_id, day, week_end, hours_rule_id, paid_ms, before1 as ordinary_ms, before2 - before1 as overtime1_ms, ordinary_ms - before2 as overtime2_ms, sunday_ms,
    holiday_ms, night_ms, taken_off_ms, early_ms, unsettled_ms, is_settled, f1, f2, sunday_factor, holiday_factor,
    before1 + (before2 - before1) * f1 + (ordinary_ms - before2) * f2 + sunday_ms * sunday_factor + holiday_ms * holiday_factor as weighted_ms
  from ${spans ? sql`spanned` : sql`divided`} where day >= ${asked.from}::date and (${timeGroups === undefined} or time_group_id = any(${[...(timeGroups ?? [])]}::uuid[]))`;
};

const classes = {
  paidMs: z.number(),
  ordinaryMs: z.number(),
  overtime1Ms: z.number(),
  overtime2Ms: z.number(),
  sundayMs: z.number(),
  holidayMs: z.number(),
  weightedMs: z.number(),
  nightMs: z.number(),
  takenOffMs: z.number(),
  earlyMs: z.number(),
  unsettledMs: z.number(),
};
const sums = z.object({ employeeId: z.string(), ...classes, unsettledDays: z.int() });
/** The sum over the days that are settled. */
const settled = (column: Sql) => sql`coalesce(sum(${column}) filter (where is_settled), 0)`;
/** Returns the sums of each employee who has a day with a rule: of settled days, and the time of the others beside them. */
export const selectHoursSums = (tx: Db, accountId: string, asked: HoursAsked) =>
  tx.rows(
    sums,
    sql`select employee_id as "employeeId", ${settled(sql`paid_ms::float8`)} as "paidMs", ${settled(sql`ordinary_ms`)} as "ordinaryMs",
        ${settled(sql`overtime1_ms`)} as "overtime1Ms", ${settled(sql`overtime2_ms`)} as "overtime2Ms", ${settled(sql`sunday_ms::float8`)} as "sundayMs",
        ${settled(sql`holiday_ms::float8`)} as "holidayMs", ${settled(sql`round(weighted_ms)`)} as "weightedMs", ${settled(sql`night_ms::float8`)} as "nightMs",
        ${settled(sql`taken_off_ms::float8`)} as "takenOffMs", ${settled(sql`early_ms::float8`)} as "earlyMs",
        coalesce(sum((paid_ms + unsettled_ms)::float8) filter (where not is_settled), 0) as "unsettledMs",
        count(*) filter (where not is_settled)::int as "unsettledDays"
      from (${classed(accountId, asked)}) c group by employee_id`,
  );

const usualHours = z.object({ employeeId: z.string(), day: z.string(), ms: z.number(), onWeekday: z.int() });
export type UsualHours = z.infer<typeof usualHours>;
/** Returns the average ordinary time, within the limit of a day, of the days worked in the four weeks before some days, and how many of them are of its weekday. */
export const selectUsualHours = (
  tx: Db,
  accountId: string,
  asked: HoursAsked,
  some: readonly { employeeId: string; day: LocalDate }[],
) =>
  tx.rows(
    usualHours,
    sql`select o."employeeId", o.day::text as day, avg(least(d.ordinary_ms, (r.rule->>'dayLimitMinutes')::float8 * 60000))::float8 as ms,
        (count(*) filter (where extract(isodow from d.day) = extract(isodow from o.day)))::int as "onWeekday"
      from json_to_recordset(${JSON.stringify(some)}::json) as o("employeeId" uuid, day date)
        join (${days(accountId, asked)}) d on d.employee_id = o."employeeId" and d.day between o.day - 28 and o.day - 1
        join hours_rule r on r.account_id = ${accountId} and r.hours_rule_id = d.hours_rule_id
      where d.ordinary_ms > 0 and d.is_settled
      group by o."employeeId", o.day`,
  );

const ofDay = z.object({
  employeeId: z.string(),
  day: z.string(),
  ...classes,
  isSettled: z.boolean(),
  weekEnd: z.string(),
  hoursRuleId: z.string(),
});
/** Returns the days of each employee, in order. */
export const selectHoursDays = (tx: Db, accountId: string, asked: HoursAsked) =>
  tx.rows(
    ofDay,
    sql`select employee_id as "employeeId", day::text as day, paid_ms::float8 as "paidMs", ordinary_ms::float8 as "ordinaryMs", overtime1_ms::float8 as "overtime1Ms",
        overtime2_ms::float8 as "overtime2Ms", sunday_ms::float8 as "sundayMs", holiday_ms::float8 as "holidayMs",
        round(weighted_ms)::float8 as "weightedMs", night_ms::float8 as "nightMs", taken_off_ms::float8 as "takenOffMs",
        early_ms::float8 as "earlyMs", unsettled_ms::float8 as "unsettledMs", is_settled as "isSettled",
        week_end::text as "weekEnd", hours_rule_id as "hoursRuleId"
      from (${classed(accountId, asked)}) c order by day`,
  );
