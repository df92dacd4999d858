import { z } from 'zod';
import { type Db, type Sql, sql } from '../platform/db/db.ts';

/** The number of recent data versions per account for which the employees of a batch are remembered. */
const REMEMBERED = 64;
/** A larger batch is not remembered: reading so many employees one by one would save nothing. */
const MOST_EMPLOYEES = 100;

/** Remembers a batch with the data version that it raised, taken from `raised`. It is the last part of a statement. */
export const rememberBatch = (accountId: string, employeeIds: readonly string[]): Sql => sql`
  insert into record_change (account_id, slot, version, employee_ids)
  select ${accountId}, data_version % ${REMEMBERED}::int, data_version, ${employeeIds}::uuid[] from raised
    where ${employeeIds.length <= MOST_EMPLOYEES}::boolean
  on conflict (account_id, slot) do update set version = excluded.version, employee_ids = excluded.employee_ids`;

const remembered = z.object({ employeeIds: z.array(z.string()) });
/**
 * Returns the employees whose records differ between the data versions `since` and `upTo`; null where anything else may have changed, or where fewer
 * versions are remembered.
 */
export async function selectRecordChanges(
  db: Db,
  accountId: string,
  { since, upTo }: { since: number; upTo: number },
): Promise<string[] | null> {
  if (since > upTo || upTo - since > REMEMBERED) return null;
  if (since === upTo) return [];
  const batches = await db.rows(
    remembered,
    sql`select employee_ids::text[] as "employeeIds" from record_change
      where account_id = ${accountId} and version > ${since} and version <= ${upTo}`,
  );
  // A version that was raised by anything other than a batch of records is missing here.
  if (batches.length < upTo - since) return null;
  return [...new Set(batches.flatMap(({ employeeIds }) => employeeIds))];
}

export const selectDataVersion = async (db: Db, accountId: string): Promise<number> =>
  (
    await db.single(
      z.object({ version: z.int() }),
      sql`select data_version as version from account where account_id = ${accountId}`,
    )
  ).version;
