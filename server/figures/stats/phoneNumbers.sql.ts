import { z } from 'zod';
import type { AttendanceEntry, Bucket } from '#contract/figures/stats.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const phone = z.object({ id: z.string(), phoneNumber: z.string() });
/** Employees whom a supervisor may have to call; those who came, or who are off, have no number in a list. */
const MISSING: ReadonlySet<Bucket> = new Set(['absent', 'pending', 'unverified']);

/** Reads the phone numbers of the employees who have one. */
export const selectPhoneNumbers = (tx: Db, accountId: string, employeeIds: readonly string[]) =>
  tx.rows(
    phone,
    sql`select employee_id as id, phone_number as "phoneNumber" from employee
        where account_id = ${accountId} and phone_number is not null and employee_id = any(${employeeIds}::uuid[])`,
  );

/** Returns entries of a list with the phone numbers of the people who are missing, where they have one. */
export async function withPhoneNumbers(
  db: Db,
  accountId: string,
  entries: readonly AttendanceEntry[],
): Promise<AttendanceEntry[]> {
  const missing = entries.flatMap(({ status, employee }) => (MISSING.has(status) ? [employee._id] : []));
  if (missing.length === 0) return [...entries];
  const rows = await db.tenant(accountId, (tx) => selectPhoneNumbers(tx, accountId, missing));
  const numbers = new Map(rows.map(({ id, phoneNumber }) => [id, phoneNumber]));
  return entries.map((entry) => {
    const phoneNumber = numbers.get(entry.employee._id);
    return phoneNumber !== undefined && MISSING.has(entry.status) ? { ...entry, phoneNumber } : entry;
  });
}
