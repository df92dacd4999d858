import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** Since when an account's figures are worked out anew; null: they stand. */
export const recalculatingSince = async (db: Db, accountId: string): Promise<Date | null> =>
  (
    await db.first(
      z.object({ since: z.coerce.date().nullable() }),
      sql`select recalculating_since as since from account where account_id = ${accountId}`,
    )
  )?.since ?? null;

/** Says so; the data version rises, so that nobody goes on showing figures without it. */
export const markRecalculating = (tx: Db, accountId: string, now: Date) =>
  tx.run(
    sql`update account set recalculating_since = ${now}, data_version = data_version + 1 where account_id = ${accountId}`,
  );

/** The figures stand again, unless something was changed once more meanwhile. */
export const markRecalculated = (tx: Db, accountId: string, since: Date) =>
  tx.run(sql`update account set recalculating_since = null, data_version = data_version + 1
    where account_id = ${accountId} and recalculating_since = ${since}`);

export const selectRecalculating = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string() }),
    sql`select account_id as "accountId" from account where recalculating_since is not null order by recalculating_since limit 1000`,
  );
