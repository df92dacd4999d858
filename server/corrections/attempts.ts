import { words } from '#contract/words.ts';
import { activeOn } from '../attendance/activity.ts';
import type { Corrected } from '../attendance/corrected.ts';
import { dayKey, type EmployeeDay, selectBases, selectRecordBases } from '../attendance/ledger.sql.ts';
import { type LocalDate, localDateOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { conflict, invalid, Refusal } from '../http/errors.ts';
import type { Context, Resolved } from './resolved.ts';

/** An item that can be applied, or the reason why it is refused. */
export type Attempt =
  | {
      resolved: Resolved;
      /** Null: it was made from what this transaction reads, not from what a user saw. */
      basis: string | null;
      id: string;
    }
  | Refusal;
export type Applied = Exclude<Attempt, Refusal>;

export const periodLocked = () =>
  new Refusal('PERIOD_LOCKED', words('This period is locked. Re-open it to correct it.'));
export const ownRecord = () => new Refusal('OWN_RECORD', words('You cannot correct your own day.'));

/** Refuses items that concern the user's own day, a locked day, a day that changed since it was shown (C8), or a record that the act names twice. */
export async function checkAttempts(
  tx: Db,
  accountId: string,
  attempts: readonly Attempt[],
  ownEmployeeId: string | null,
  isLocked: (day: LocalDate) => boolean,
): Promise<Attempt[]> {
  const subjects = attempts.flatMap((one) =>
    one instanceof Refusal || one.basis === null ? [] : one.resolved.subject,
  );
  const bases = await selectBases(
    tx,
    accountId,
    subjects.filter((one): one is EmployeeDay => 'employeeId' in one),
  );
  const recordBases = await selectRecordBases(
    tx,
    accountId,
    subjects.flatMap((one) => ('recordId' in one ? one.recordId : [])),
  );
  const seen = new Set<string>();
  return attempts.map((one) => {
    if (one instanceof Refusal) return one;
    const { subject, employeeIds, dates, row, added } = one.resolved;
    // A future-dated punch is not counted but keeps its employee.
    const ofSubject = 'employeeId' in subject ? subject.employeeId : null;
    if (ownEmployeeId && [...employeeIds, ofSubject].includes(ownEmployeeId)) return ownRecord();
    if (dates.some(isLocked)) return periodLocked();
    const basis = 'recordId' in subject ? recordBases.get(subject.recordId) : bases.get(dayKey(subject));
    if (one.basis !== null && basis !== one.basis) return conflict(words('This day changed while you were looking.'));
    const names = [
      row.undoes ?? ('recordId' in row ? row.recordId : null),
      ...added.map(({ employeeId, punch }) => punch && `${employeeId} ${punch.at}`),
      ...(row.table === 'excuse' && row.kind === 'excuse'
        ? dates.map((date) => `${row.employeeId} ${row.judgement} ${date}`)
        : []),
    ].filter((name) => name !== null);
    if (names.some((name) => seen.has(name))) return conflict(words('This act changes the same twice.'));
    for (const name of names) seen.add(name);
    return one;
  });
}

/**
 * Refuses items by which an employee would have a record on a work day on which they are not active (C6): the morning after the last night is of that
 * night. `corrected`: the days that all items together lead to.
 */
export function refuseInactive(
  attempts: readonly Attempt[],
  corrected: readonly Corrected[],
  { employees, zone }: Pick<Context, 'employees' | 'zone'>,
): Attempt[] {
  const decided = new Map(corrected.map((one) => [one.employeeId, one]));
  const isInactive = ({ employeeId, punch, entry }: Resolved['added'][number]) => {
    const at = punch ? punch.at : entry.startedAt;
    const day = decided.get(employeeId)?.dayOf({ at }) ?? localDateOf(zone, at);
    const { activity = [], deletedAt = null } = employees.get(employeeId) ?? {};
    return !activeOn(activity, day) || (deletedAt !== null && localDateOf(zone, Date.parse(deletedAt)) <= day);
  };
  return attempts.map((one) =>
    one instanceof Refusal || one.resolved.row.kind === 'undo' || !one.resolved.added.some(isInactive)
      ? one
      : invalid('change.employeeId', words('They were not active on that day')),
  );
}
