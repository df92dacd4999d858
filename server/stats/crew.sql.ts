import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const lookupCode = z.object({ id: z.string(), lookup: z.int(), code: z.string() });
/** Returns the codes of some lookup entries, deleted ones too; ids that the account does not have are left out. */
export const selectLookupCodes = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    lookupCode,
    sql`select lookup_entry_id as id, lookup::int as lookup, code from lookup_entry
        where account_id = ${accountId} and lookup_entry_id = any(${ids}::uuid[])`,
  );
