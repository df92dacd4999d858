import { z } from 'zod';
import { type Db, sql } from '../../../platform/db/db.ts';

/** Returns when the entries of a system with some record ids begin, in epoch ms. */
export const selectStarts = async (
  tx: Db,
  accountId: string,
  { systemId, recordIds }: { systemId: string; recordIds: readonly string[] },
): Promise<Map<string, number>> => {
  const rows = await tx.rows(
    z.object({ recordId: z.string(), startedAt: z.string() }),
    sql`select record_id as "recordId", started_at as "startedAt" from piecework_entry
        where account_id = ${accountId} and source = ${`payroll:${systemId}`} and record_id = any(${[...recordIds]}::text[])`,
  );
  return new Map(rows.map(({ recordId, startedAt }) => [recordId, Date.parse(startedAt)]));
};
