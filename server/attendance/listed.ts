import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { correctionOf, type ListedRow } from './corrections.sql.ts';
import { dayKey, type EmployeeDay, selectBases, selectRecordBases } from './ledger.sql.ts';
import type { LocalDate, Zone } from './zone.ts';

/** Returns true if a user may read notes and kinds of excuse, which can say something about an employee's health. */
export const mayReadNotes = ({ permissions }: Pick<UserCaller, 'permissions'>) =>
  permissions.includes('Attendance.CORRECT');

/** Tells whether an employee belongs to a reader's people on a date; null: all do. */
export type IsMember = ((employeeId: string, date: LocalDate) => boolean) | null;
/**
 * Returns the rows of the ledger that concern a reader's people, without whose a record was before or is now where that is another employee (spec/scope.md,
 * L3).
 */
export function rowsOfMembers(rows: readonly ListedRow[], isMember: IsMember): readonly ListedRow[] {
  if (!isMember) return rows;
  return rows.flatMap((row) => {
    const isSeen = (id: string | null) => id !== null && row.days.some((day) => isMember(id, day));
    const [now, before] = [isSeen(row.employeeId), isSeen(row.formerId)];
    if (!now && !before) return [];
    const hidden = { employeeId: null, number: null, firstName: null, lastName: null };
    return [{ ...row, ...(!now && hidden), ...(!before && { formerNumber: null }) }];
  });
}

/** Returns rows of the ledger in the form of the contract, each with the basis that undoing it names. `knows`: with notes and kinds of excuse. */
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
