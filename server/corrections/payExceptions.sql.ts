import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';
import { terms } from '../earnings/earnings.sql.ts';
import type { Days } from './exceptions.sql.ts';

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

const piece = z.object({ employeeId: z.string(), ...pair.shape, units: z.string(), timeMs: z.number() });
/** Returns all pieces of the employees' days that have units below 0 or one of some lookup pairs. */
export const selectDoubtfulPieces = (
  tx: Db,
  accountId: string,
  { from, to }: Days,
  pairs: readonly z.infer<typeof pair>[],
) =>
  tx.rows(
    piece,
    sql`select f.employee_id as "employeeId", f.day::text as day, f.lookup1_code as lookup1, f.lookup2_code as lookup2,
        trim_scale(f.units)::text as units, f.time_ms::float8 as "timeMs"
      from (select distinct d.employee_id, d.day from piecework_fact d
          where d.account_id = ${accountId} and d.day between ${from}::date and ${to}::date
            and (d.units < 0 or (d.day::text, d.lookup1_code, d.lookup2_code) in (
              select day, lookup1, lookup2 from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(day text, lookup1 text, lookup2 text)))
          order by d.day desc, d.employee_id limit ${MOST}) doubtful
        join piecework_fact f on f.account_id = ${accountId} and f.employee_id = doubtful.employee_id and f.day = doubtful.day
      order by f.employee_id, f.day, f.lookup1_code, f.lookup2_code`,
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
