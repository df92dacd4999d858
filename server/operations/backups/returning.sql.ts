import { z } from 'zod';
import { DAYS_LOOKED_BACK } from '../../attendance/olderDays.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const found = z.object({ punches: z.int() });
/** Returns how many records of a file that is to be restored are from before the day from which the account has records. */
export const countReturning = async (
  tx: Db,
  accountId: string,
  restoreJobId: string,
  items: readonly string[],
): Promise<number> =>
  (
    await tx.single(
      found,
      sql`select count(*)::int as punches from restore_line l join account a on a.account_id = l.account_id
        where l.account_id = ${accountId} and l.restore_job_id = ${restoreJobId} and a.records_from is not null
          and l.item = any(${[...items]}) and l.table_name in ('clock_record', 'piecework_entry')
          and coalesce(l.doc->>'at', l.doc->>'started_at')::timestamptz < (a.records_from - ${DAYS_LOOKED_BACK}::int)::timestamp at time zone a.time_zone`,
    )
  ).punches;
