import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

/** Returns what some employees' judged days say, without by which group and rule they were judged. */
export const selectJudged = (
  tx: Db,
  accountId: string,
  employeeIds: readonly string[],
  { from, to }: { from: LocalDate; to: LocalDate },
) =>
  tx.rows(
    z.object({ employeeId: z.string(), day: z.string(), figures: z.string() }),
    sql`select employee_id as "employeeId", day::text, (to_jsonb(j) - array['account_id', 'time_group_id', 'hours_rule_id', 'silent_on'])::text as figures
      from judged_day j where account_id = ${accountId} and employee_id = any(${[...employeeIds]}::uuid[]) and day between ${from}::date and ${to}::date`,
  );
