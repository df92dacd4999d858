import { z } from 'zod';
import { type Db, type Sql, sql } from '../db/db.ts';

/** The last data versions of an account that were batches of records are remembered with their employees. */
const REMEMBERED = 64;
/** A larger batch is not remembered: reading its employees one by one would save nothing. */
const MOST_EMPLOYEES = 100;

/** Remembers a batch: of `raised`, the row with the data version that it raised. The last part of a statement. */
export const rememberBatch = (accountId: string, employeeIds: readonly string[]): Sql => sql`
  insert into record_change (account_id, slot, version, employee_ids)
  select ${accountId}, data_version % ${REMEMBERED}::int, data_version, ${employeeIds}::uuid[] from raised
    where ${employeeIds.length <= MOST_EMPLOYEES}::boolean
  on conflict (account_id, slot) do update set version = excluded.version, employee_ids = excluded.employee_ids`;

const remembered = z.object({ employeeIds: z.array(z.string()) });
/**
 * Returns the employees of whom there are other records than at the data version `since`, as of the version `upTo`; null where anything else may
 * have changed, or more than is remembered.
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
  // A version raised by anything but a batch of records is not among them.
  if (batches.length < upTo - since) return null;
  return [...new Set(batches.flatMap(({ employeeIds }) => employeeIds))];
}
