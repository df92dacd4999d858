import { z } from 'zod';
import { type Db, sql } from '../../db/db.ts';

/** What lines of a file may name, by what people know it by. */
export const findEmployees = (
  tx: Db,
  accountId: string,
  asked: { numbers: readonly string[]; codes: readonly string[] },
) =>
  tx.rows(
    z.object({ systemId: z.string(), code: z.string(), number: z.string(), isDeleted: z.boolean() }),
    sql`select system_id as "systemId", code, number, deleted_at is not null as "isDeleted" from employee
        where account_id = ${accountId} and (number = any(${asked.numbers}::text[]) or code = any(${asked.codes}::text[]))
        order by deleted_at nulls first, system_id`,
  );

export const findStandardTimes = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({
      systemId: z.string(),
      code: z.string(),
      timeGroupId: z.string(),
      weekday: z.int(),
      effectiveFrom: z.string().nullable(),
    }),
    sql`select system_id as "systemId", code, time_group_id as "timeGroupId", weekday::int as weekday,
          effective_from::text as "effectiveFrom"
        from standard_time where account_id = ${accountId} and deleted_at is null`,
  );
