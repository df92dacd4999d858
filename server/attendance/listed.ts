import type { Db } from '../platform/db/db.ts';
import type { UserCaller } from '../platform/http/callers.ts';
import type { LocalDate, Zone } from '../platform/zone.ts';
import { correctionOf, type ListedRow } from './corrections.sql.ts';
import { dayKey, type EmployeeDay, selectBases, selectRecordBases } from './ledger.sql.ts';

/** Returns true if a user may read notes and kinds of excuse, which can say something about an employee's health. */
export const mayReadNotes = ({ permissions }: Pick<UserCaller, 'permissions'>) =>
  permissions.includes('Attendance.CORRECT');

/** Tells whether an employee belongs to a reader's people on a date; null: all do. */
export type IsMember = ((employeeId: string, date: LocalDate) => boolean) | null;
/** The employees whom a reader sees, and the entries of piecework of these, by code of lookup 1. */
export type Sees = { isMember: IsMember; isOfWork(lookup1: string | null): boolean; seesAllWork: boolean };
/**
 * Returns the rows of the ledger that concern a reader's people and their work, without whose a record was before or is now where that is another employee,
 * and without what it was or is where that is other work (docs/reference/scope.md#what-it-limits).
 */
export function rowsOfMembers(rows: readonly ListedRow[], { isMember, isOfWork }: Sees): readonly ListedRow[] {
  return rows.flatMap((row) => {
    const isSeen = (id: string | null) => id !== null && row.days.some((day) => isMember?.(id, day) ?? true);
    const isWork = (side: 'was' | 'now') => row.table !== 'entry' || isOfWork(row[side].lookup1);
    const [isTheirs, wasTheirs] = [isSeen(row.employeeId), isSeen(row.formerId)];
    const wasWork = row.recordId !== null && isWork('was');
    const isStillWork = row.kind === 'void' ? wasWork : isWork('now');
    if (!(isTheirs && isStillWork) && !(wasTheirs && wasWork)) return [];
    const hidden = { employeeId: null, number: null, firstName: null, lastName: null };
    return [
      {
        ...row,
        ...(!isTheirs && isMember && hidden),
        ...(!wasTheirs && isMember && { formerNumber: null }),
        ...(!isStillWork && { now: row.was }),
        ...(!wasWork && row.recordId !== null && { was: row.now }),
      },
    ];
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
