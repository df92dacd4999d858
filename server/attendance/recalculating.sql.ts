import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

/** Returns since when an account's figures are being recalculated; null when they are not. */
export const recalculatingSince = async (db: Db, accountId: string): Promise<Date | null> =>
  (
    await db.first(
      z.object({ since: z.coerce.date().nullable() }),
      sql`select recalculating_since as since from account where account_id = ${accountId}`,
    )
  )?.since ?? null;

/** Marks the account as recalculating; the data version rises, so that every dashboard learns of it. */
export const markRecalculating = (tx: Db, accountId: string, now: Date) =>
  tx.run(
    sql`update account set recalculating_since = ${now}, data_version = data_version + 1 where account_id = ${accountId}`,
  );

/** Removes the mark, unless another change has been made meanwhile. */
export const markRecalculated = (tx: Db, accountId: string, since: Date) =>
  tx.run(sql`update account set recalculating_since = null, data_version = data_version + 1
    where account_id = ${accountId} and recalculating_since = ${since}`);

export const selectRecalculating = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string() }),
    sql`select account_id as "accountId" from account where recalculating_since is not null order by recalculating_since limit 1000`,
  );
