import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { correctionOf, type ListedRow } from './corrections.sql.ts';
import { dayKey, type EmployeeDay, selectBases, selectRecordBases } from './ledger.sql.ts';
import type { Zone } from './zone.ts';

/** Returns whether a user reads notes and kinds of excuse, which may say something of somebody's health. */
export const mayReadNotes = ({ permissions }: Pick<UserCaller, 'permissions'>) =>
  permissions.includes('Attendance.CORRECT');

/** Rows of the ledger as they are listed, each with the basis that it is undone from. `knows`: notes and kinds of excuse too. */
export async function withBases(tx: Db, accountId: string, rows: readonly ListedRow[], zone: Zone, knows: boolean) {
  const open = rows.filter(({ undoneAt }) => undoneAt === null);
  const ofDay = ({ subjectId, days: [day] }: ListedRow): EmployeeDay | null =>
    subjectId && day ? { employeeId: subjectId, day } : null;
  const bases = await selectBases(
    tx,
    accountId,
    open.flatMap((row) => ofDay(row) ?? []),
  );
  const ids = open.flatMap((row) => (ofDay(row) ? [] : (row.recordId ?? [])));
  const recordBases = await selectRecordBases(tx, accountId, ids);
  return rows.map((row) => {
    const subject = ofDay(row);
    const basis = subject ? bases.get(dayKey(subject)) : recordBases.get(row.recordId ?? '');
    return correctionOf(row, zone, basis ?? null, knows);
  });
}
