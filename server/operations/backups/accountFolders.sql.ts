import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

/** Returns those of the accounts that were deleted, by their trail, and are not there again after a restore of the installation. */
export const selectDeletedAccounts = async (db: Db, accountIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows(
      z.object({ accountId: z.string() }),
      sql`select distinct account_id::text as "accountId" from audit_entry e
          where account_id = any(${accountIds}::uuid[]) and action = 'account.delete'
            and not exists (select from account a where a.account_id = e.account_id)`,
    )
  ).map(({ accountId }) => accountId);
