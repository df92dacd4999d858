import { type Db, raw, sql } from '../db/db.ts';

/** Tables that may hold thousands or millions of rows of one account; a table that refers to another one comes before it. */
export const BULKY_TABLES = [
  'day_fact',
  'piecework_fact',
  'kept_day',
  'clock_record',
  'piecework_entry',
  'restore_line',
  'rejected_line',
  'biometric_template',
  'workbook_line',
  'import_change',
  'employee',
] as const;
/** Tables whose rows are not deleted by a cascade from the account. The audit trail stays. */
export const UNTIED_TABLES = ['restore_line', 'idempotency_key'] as const;

/** Ends all access to the account. */
export async function closeAccount(tx: Db, accountId: string) {
  await tx.run(sql`update account set is_active = false where account_id = ${accountId}`);
  await tx.run(sql`delete from session where owner_account_id = ${accountId}`);
  await tx.run(sql`delete from known_network where owner_account_id = ${accountId}`);
}

/** Deletes at most `limit` rows (null: all) of an account in one table; returns how many. */
export const deletePiece = (
  tx: Db,
  table: (typeof BULKY_TABLES | typeof UNTIED_TABLES)[number],
  accountId: string,
  limit: number | null,
) =>
  tx.run(sql`
    delete from ${raw(table)} where account_id = ${accountId} and ctid = any(array(
      select ctid from ${raw(table)} where account_id = ${accountId} limit ${limit}))`);
