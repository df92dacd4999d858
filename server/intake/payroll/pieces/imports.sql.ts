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
    sql`select at, actor as by, words->'values' as values from audit_entry
        where account_id = ${accountId} and at >= ${since} and action = 'account.import' and target = 'piecework' and words is not null
        order by at desc, audit_entry_id desc limit ${limit}`,
  );

type Undo = NonNullable<z.infer<typeof piecesResult>['undo']>;
/** Returns how many entries of an import were not set aside with it. */
export const countInForce = async (tx: Db, accountId: string, { from, to, importedAt }: Undo) =>
  (
    await tx.single(
      z.object({ entries: z.int() }),
      sql`select count(*)::int as entries from piecework_entry p
          where p.account_id = ${accountId} and p.source = ${`payroll:${APPLICATION_SYSTEM}`} and p.received_at = ${new Date(importedAt)}
            and p.started_at between ${from}::date - 1 and ${to}::date + 2 and not ${isOfWrongList}`,
    )
  ).entries;
