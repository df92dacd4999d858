import { words } from '#contract/platform/words.ts';
import { activeOn } from '../../attendance/activity.ts';
import type { Corrected } from '../../attendance/corrected.ts';
import { dayKey, type EmployeeDay, selectBases, selectRecordBases } from '../../attendance/ledger.sql.ts';
import { startOf } from '../../attendance/piecework.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, notFound, Refusal } from '../../platform/http/errors.ts';
import { type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import { type Context, type Resolved, tooOld } from './resolved.ts';

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
/** Of a day that is not locked, and moves the pay or hours of one that is. */
export const movesLockedDay = () =>
  new Refusal('PERIOD_LOCKED', words('This day counts towards locked days. Re-open those to correct it.'));
export const notSafe = () =>
  invalid('items', words('Together these would lower paid time or leave another exception: decide them one by one.'));
export const ownRecord = () => new Refusal('OWN_RECORD', words('You cannot correct your own day.'));

/** Refuses items that concern the user's own day, a locked day, a day that changed since it was shown, or a record that the act names twice. */
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
    // A record goes by its work day, which is known once the days are derived.
    if (row.table === 'excuse' && dates.some(isLocked)) return periodLocked();
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

/** Returns the work days of an item's records, before and after; none where no day is derived for them. */
export function workDaysOf({ removed, added }: Resolved, corrected: ReadonlyMap<string, Corrected>) {
  return [...removed, ...added].flatMap(({ employeeId, punch, entry }) =>
    (corrected.get(employeeId)?.daysOf({ at: punch ? punch.at : startOf(entry) }) ?? []).map((day) => ({
      employeeId,
      day,
    })),
  );
}

/** The refusal of an item that names a record or an employee that does not exist. */
function notFoundLike({ row }: Resolved) {
  if (row.kind === 'undo') return notFound(words('Correction not found'));
  if (!('recordId' in row) || row.recordId === null) return notFound(words('Employee not found'));
  return notFound(row.table === 'punch' ? words('Punch not found') : words('Entry not found'));
}

/** Returns the dates of an item on which it has no record of an employee, as of an unmatched one that it gives away or brings back. */
function datesWithoutWork({ removed, added, dates }: Resolved, zone: Zone): LocalDate[] {
  const own = new Set(
    [...removed, ...added].map(({ punch, entry }) => localDateOf(zone, punch ? punch.at : entry.startedAt)),
  );
  return dates.filter((date) => !own.has(date));
}

type WorkDayRules = {
  zone: Zone;
  isLocked(day: LocalDate): boolean;
  /** The first day that can be corrected. */
  oldest: LocalDate;
  isSeen(employeeId: string, day: LocalDate): boolean;
};
/**
 * Refuses items whose records are, before or after, of a work day that is locked, too old or outside the user's scope, there exactly as what does not
 * exist. `corrected`: the days that all items together lead to.
 */
export function refuseByWorkDay(
  attempts: readonly Attempt[],
  corrected: readonly Corrected[],
  { isLocked, oldest, isSeen, zone }: WorkDayRules,
): Attempt[] {
  const decided = new Map(corrected.map((one) => [one.employeeId, one]));
  return attempts.map((one) => {
    if (one instanceof Refusal) return one;
    const days = workDaysOf(one.resolved, decided);
    if (days.some(({ employeeId, day }) => !isSeen(employeeId, day))) return notFoundLike(one.resolved);
    if (days.some(({ day }) => isLocked(day)) || datesWithoutWork(one.resolved, zone).some(isLocked))
      return periodLocked();
    return days.some(({ day }) => day < oldest) ? tooOld(oldest) : one;
  });
}

/**
 * Refuses items by which an employee would have a record on a work day on which they are not active: the morning after the last night is of that
 * night. `corrected`: the days that all items together lead to.
 */
export function refuseInactive(
  attempts: readonly Attempt[],
  corrected: readonly Corrected[],
  { employees, zone }: Pick<Context, 'employees' | 'zone'>,
): Attempt[] {
  const decided = new Map(corrected.map((one) => [one.employeeId, one]));
  const isInactive = ({ employeeId, punch, entry }: Resolved['added'][number]) => {
    const start = punch ? punch.at : startOf(entry);
    const day =
      decided.get(employeeId)?.dayOf({ at: start }) ?? (typeof start === 'string' ? start : localDateOf(zone, start));
    const { activity = [], deletedAt = null } = employees.get(employeeId) ?? {};
    return !activeOn(activity, day) || (deletedAt !== null && localDateOf(zone, Date.parse(deletedAt)) <= day);
  };
  return attempts.map((one) =>
    one instanceof Refusal || one.resolved.row.kind === 'undo' || !one.resolved.added.some(isInactive)
      ? one
      : invalid('change.employeeId', words('They were not active on that day')),
  );
}
