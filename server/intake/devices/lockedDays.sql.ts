import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

/** More days are not compared: each is judged twice. */
const MOST_DAYS = 14;

/** Returns the locked days, the newest first, on which a device may be silent (docs/reference/attendance.md#status): it was in contact in the week before, and not much later. */
export const selectSilentLockedDays = async (tx: Db, accountId: string): Promise<string[]> =>
  (
    await tx.rows(
      z.object({ day: z.string() }),
      sql`select distinct d::date::text as day from period_lock l
          cross join lateral generate_series(l.from_day, l.to_day, interval '1 day') d
          where l.account_id = ${accountId} and l.kind = 'lock'
            and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)
            and exists (select from device v where v.account_id = l.account_id and v.deleted_at is null
              and (v.last_contact between d - interval '9 days' and d + interval '2 days'
                or exists (select from jsonb_array_elements(coalesce(v.state #> '{events,gaps}', '[]')) g
                  where to_timestamp((g ->> 'from')::float8 / 1000) < d + interval '2 days'
                    and to_timestamp((g ->> 'to')::float8 / 1000) > d - interval '1 day')))
          order by day desc limit ${MOST_DAYS}`,
    )
  ).map(({ day }) => day);
