import { type Db, raw, sql } from '../../platform/db/db.ts';

/**
 * Tables that may hold thousands or millions of rows of one account, which a cascade would look up one by one, and those whose rows no cascade from the
 * account deletes; a table that refers to another one comes before it. The audit trail stays.
 */
export const TABLES = [
  'day_fact',
  'piecework_fact',
  'judged_day',
  'clock_record',
  'piecework_entry',
  'restore_line',
  'rejected_line',
  'biometric_template',
  'workbook_line',
  'employee',
  'idempotency_key',
] as const;

/** Ends all access to the account. */
export async function closeAccount(tx: Db, accountId: string) {
  await tx.run(sql`update account set is_active = false where account_id = ${accountId}`);
  await tx.run(sql`delete from session where owner_account_id = ${accountId}`);
  await tx.run(sql`delete from known_network where owner_account_id = ${accountId}`);
}

/** Deletes the rows of an account in one table. */
export const deleteRows = (tx: Db, table: (typeof TABLES)[number], accountId: string) =>
  tx.run(sql`delete from ${raw(table)} where account_id = ${accountId}`);
