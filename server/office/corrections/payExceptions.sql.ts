import { z } from 'zod';
import { piecesByJob, terms } from '../../money/earnings/earnings.sql.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import type { Days } from './exceptions.sql.ts';

/** The employees and the codes of lookup 1 to which exceptions are limited. */
export type Whose = { employeeIds: readonly string[] | undefined; lookup1: ReadonlySet<string> | undefined };
const isAmong = (column: Sql, ids: readonly string[] | undefined) =>
  ids ? sql`${column} = any(${[...ids]}::uuid[])` : sql`true`;

/** More than a list of exceptions has. */
const MOST = 5_000;
const pair = z.object({ day: z.string(), lookup1: z.string(), lookup2: z.string() });
/** Returns the lookup pairs that were worked at by day. */
export const selectPairs = (tx: Db, accountId: string, { from, to }: Days) =>
  tx.rows(
    pair,
    sql`select distinct day::text as day, lookup1_code as lookup1, lookup2_code as lookup2 from piecework_fact
      where account_id = ${accountId} and day between ${from}::date and ${to}::date`,
  );

const piece = z.object({
  employeeId: z.string(),
  ...pair.shape,
  units: z.string(),
  timeMs: z.number(),
  job: z.string().nullable(),
});
/** Returns all pieces of the employees' days that have units below 0 or one of some lookup pairs. */
export const selectDoubtfulPieces = (
  tx: Db,
  accountId: string,
  { from, to, employeeIds, lookup1 }: Days & Whose,
  pairs: readonly z.infer<typeof pair>[],
) =>
  tx.rows(
    piece,
    sql`select f.employee_id as "employeeId", f.day::text as day, f.lookup1_code as lookup1, f.lookup2_code as lookup2,
        trim_scale(f.units)::text as units, f.time_ms::float8 as "timeMs", f.job
      from (select distinct d.employee_id, d.day from piecework_fact d
          where d.account_id = ${accountId} and d.day between ${from}::date and ${to}::date
            and ${isAmong(sql`d.employee_id`, employeeIds)} and ${lookup1 ? sql`d.lookup1_code = any(${[...lookup1]}::text[])` : sql`true`}
            and (d.units < 0 or exists (select from jsonb_to_recordset(d.jobs) as w(units numeric) where w.units < 0) or (d.day::text, d.lookup1_code, d.lookup2_code) in (
              select day, lookup1, lookup2 from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(day text, lookup1 text, lookup2 text)))
          order by d.day desc, d.employee_id limit ${MOST}) doubtful
        cross join lateral ${piecesByJob(sql`f.account_id = ${accountId} and f.employee_id = doubtful.employee_id and f.day = doubtful.day`)} f
      order by f.employee_id, f.day, f.lookup1_code, f.lookup2_code, f.job nulls first`,
  );

/** Returns the pieces of judged days that were counted as Shared or Team. */
export const selectSharedPieces = (
  tx: Db,
  accountId: string,
  dates: readonly string[],
  { employeeIds, lookup1 }: Whose,
) =>
  tx.rows(
    z.object({ ...piece.omit({ timeMs: true, job: true }).shape, timeGroupId: z.string().nullable() }),
    sql`select f.employee_id as "employeeId", f.day::text as day, f.lookup1_code as lookup1, f.lookup2_code as lookup2,
        trim_scale(f.units)::text as units, j.time_group_id as "timeGroupId"
      from piecework_fact f join judged_day j on j.account_id = f.account_id and j.day = f.day and j.employee_id = f.employee_id
      where f.account_id = ${accountId} and f.day = any(${[...dates]}::date[]) and f.is_shared
        and ${isAmong(sql`f.employee_id`, employeeIds)} and ${lookup1 ? sql`f.lookup1_code = any(${[...lookup1]}::text[])` : sql`true`}
      order by f.day desc, f.employee_id, f.lookup1_code, f.lookup2_code limit ${MOST}`,
  );

const doubtfulHours = z.object({
  employeeId: z.string(),
  day: z.string(),
  timeGroupId: z.string().nullable(),
  isThere: z.boolean(),
  hasPieces: z.boolean(),
  paidMs: z.number(),
  /** False: no hours rule was in force. */
  isRuled: z.boolean(),
});
/**
 * Returns judged days of which it may be that their time has no price: paid time without piecework or by the hour, without an hourly rate; and days
 * without an hours rule. `hasRules`: pay rules ask for hours.
 */
export const selectDoubtfulHours = (
  tx: Db,
  accountId: string,
  dates: readonly string[],
  { hasRules, employeeIds }: Pick<Whose, 'employeeIds'> & { hasRules: boolean },
) =>
  tx.rows(
    doubtfulHours,
    sql`select j.employee_id as "employeeId", j.day::text as day, j.time_group_id as "timeGroupId",
        j.status = 'present' or j.entries > 0 as "isThere", j.entries > 0 as "hasPieces", j.paid_ms::float8 as "paidMs",
        j.hours_rule_id is not null as "isRuled"
      from judged_day j join employee e on e.account_id = j.account_id and e.employee_id = j.employee_id
      where j.account_id = ${accountId} and j.day = any(${[...dates]}::date[]) and ${isAmong(sql`j.employee_id`, employeeIds)} and case
        when j.hours_rule_id is null then (j.status = 'present' or j.entries > 0)
          and (${hasRules} or e.pay_type = 'hourly' or e.locked_terms is not null)
        else j.paid_ms > 0 and (j.entries = 0 or e.pay_type = 'hourly' or e.locked_terms is not null)
          and (e.locked_terms is not null or not exists (select from pay_rate r
            where r.account_id = ${accountId} and r.kind = 'hourly' and r.deleted_at is null and r.effective_from <= j.day
              and (r.employee_id = e.employee_id or r.employee_group_id = e.employee_group_id))) end
      order by j.day desc, j.employee_id limit ${MOST}`,
  );

/** Returns some employees with what decides which rates apply to them. */
export const selectWorkers = async (tx: Db, accountId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : (
        await tx.rows(
          z.object({
            ...terms.omit({ until: true }).shape,
            employeeId: z.string(),
            lockedTerms: z.array(terms).nullable(),
          }),
          sql`select employee_id as "employeeId", pay_type as "payType", employee_group_id as "employeeGroupId",
              job_description_id as "jobDescriptionId", locked_terms as "lockedTerms"
            from employee where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[])`,
        )
      ).map(({ lockedTerms, ...worker }) => ({ ...worker, lockedTerms: lockedTerms ?? [] }));
