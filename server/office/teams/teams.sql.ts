import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

const listed = z.object({
  id: z.string(),
  teamId: z.string(),
  team: z.string(),
  product: z.string().nullable(),
  block: z.string().nullable(),
  by: z.string().nullable(),
});
/** Returns the names of what some entries of teams are of. */
export const selectNamesOfWork = async (tx: Db, accountId: string, ids: readonly string[]) =>
  new Map(
    (
      await tx.rows(
        listed,
        sql`select x.team_entry_id as id, x.team_id as "teamId", t.name as team, coalesce(l1.description, x.lookup1_code) as product,
            coalesce(l2.description, x.lookup2_code) as block, coalesce(v.description, x.made_by_name) as by
          from team_entry x join team t on t.account_id = x.account_id and t.team_id = x.team_id
          left join lookup_entry l1 on l1.account_id = x.account_id and l1.lookup = 1 and l1.code = x.lookup1_code
          left join lookup_entry l2 on l2.account_id = x.account_id and l2.lookup = 2 and l2.code = x.lookup2_code
          left join device v on v.account_id = x.account_id and v.device_id = x.device_id
          where x.account_id = ${accountId} and x.team_entry_id = any(${[...ids]}::uuid[])`,
      )
    ).map((one) => [one.id, one]),
  );
