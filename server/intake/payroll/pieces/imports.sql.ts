import { z } from 'zod';
import type { piecesResult } from '#contract/intake/payroll.ts';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { type Db, sql } from '../../../platform/db/db.ts';
import { isOfWrongList } from './earlier.sql.ts';

const found = z.object({ at: z.iso.datetime(), by: z.string(), values: z.unknown() });
/** Returns the imports of piecework that the trail of an account has since an instant, the newest first. */
export const selectImports = (tx: Db, accountId: string, { since, limit }: { since: Date; limit: number }) =>
  tx.rows(
    found,
    sql`select at, coalesce((select u.first_name || ' ' || u.last_name from app_user u where u.account_id = e.account_id and u.user_id = e.actor_id), actor) as by,
          words->'values' as values
        from audit_entry e where account_id = ${accountId} and at >= ${since} and action = 'account.import' and target = 'piecework' and words is not null
        order by at desc, audit_entry_id desc limit ${limit}`,
  );

type Undo = NonNullable<z.infer<typeof piecesResult>['undo']>;
const inForce = z.object({ importedAt: z.iso.datetime(), entries: z.int() });
/** Returns how many entries of some imports were not set aside with them. */
export const countInForce = (tx: Db, accountId: string, imports: readonly Undo[]) =>
  tx.rows(
    inForce,
    sql`select i."importedAt", (select count(*)::int from piecework_entry p
          where p.account_id = ${accountId} and p.source = ${`payroll:${APPLICATION_SYSTEM}`} and p.received_at = i."importedAt"
            and p.started_at between i."from" - 1 and i."to" + 2 and not ${isOfWrongList}) as entries
        from jsonb_to_recordset(${JSON.stringify(imports)}::jsonb) as i("importedAt" timestamptz, "from" date, "to" date)`,
  );
