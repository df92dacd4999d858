import { selectContainersOf } from '../../attendance/containers.sql.ts';
import { settleContainers } from '../../attendance/containers.ts';
import { comparingStarts } from '../../attendance/firstDays.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import { deriveAgain } from '../../attendance/refresh.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import { type Applied, periodLocked } from './attempts.ts';
import { selectFactsOf } from './exceptions.sql.ts';

type Given = { zone: Zone; now: Date; movesLocked: (days: readonly LocalDate[]) => boolean };

/**
 * Decides anew, once the ledger is written, which counts of an act's containers count, and derives the days of those that others are now. Throws
 * PERIOD_LOCKED where this moves a locked day (docs/reference/containers.md#counts-once). Returns the employees whose entries count now, or no longer.
 */
export async function settleActed(
  tx: Db,
  accountId: string,
  applied: readonly Applied[],
  { zone, now, movesLocked }: Given,
): Promise<string[]> {
  const ids = applied.flatMap(({ resolved: { row } }) => (row.table === 'entry' ? (row.recordId ?? []) : []));
  if (ids.length === 0) return [];
  const settled = await settleContainers(tx, accountId, await selectContainersOf(tx, accountId, ids));
  const days = settled.flatMap(({ employeeId, first }) =>
    [-1, 0, 1].map((nth) => ({ employeeId, day: addDays(localDateOf(zone, first), nth) })),
  );
  const employeeIds = settled.map(({ employeeId }) => employeeId);
  const startsMoved = await comparingStarts(tx, accountId, employeeIds);
  const before = await recordsOf(tx, accountId, days);
  await deriveAgain(tx, accountId, settled, now);
  const after = await recordsOf(tx, accountId, days);
  const changed = days.filter((one) => before.get(dayKey(one)) !== after.get(dayKey(one))).map(({ day }) => day);
  const moved = await startsMoved();
  if (movesLocked([...changed, ...moved.flatMap((one) => one.days)])) throw periodLocked();
  return employeeIds;
}

/** Returns the hash of the records of some days, by `dayKey`. */
async function recordsOf(tx: Db, accountId: string, days: readonly EmployeeDay[]) {
  const facts = days.length > 0 ? await selectFactsOf(tx, accountId, days) : [];
  return new Map(facts.map((one) => [dayKey(one), one.records]));
}
