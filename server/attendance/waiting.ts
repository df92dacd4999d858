import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { createPace, inPieces } from '../db/pace.ts';
import { lockAccount } from '../tenant/account.ts';
import { noteChangedDays } from './facts.sql.ts';
import { markRecalculated, markRecalculating, recalculatingSince } from './recalculating.sql.ts';
import { raiseDataVersion } from './records.sql.ts';
import { firstKeptDay } from './refresh.ts';
import { linkAndDerive } from './store.ts';
import { selectAwaited } from './waiting.sql.ts';
import { localDateOf, zoneOf } from './zone.ts';

/**
 * Records that waited for somebody are linked and derived when that employee arrives (rules.md 13). Those of many employees follow in pieces after the
 * transaction that adds these, for which everybody else waits on the embedded database. Meanwhile the account is marked as recalculating: every answer
 * says that some figures are older than others, and the job behind the mark finishes what a crash leaves undone.
 */

/** The fewest employees for whom this is worth it. */
const MANY = 100;

/** The employees whose records are to be linked after a transaction, and the account's mark. */
export type Arrived = { accountId: string; employeeIds: readonly string[]; since: Date };

/**
 * Links the records that waited for employees who have arrived, or passes those of many to `defer`. Returns true if the data version is to be raised;
 * the caller holds the account's lock.
 */
export async function linkArrived(
  tx: Db,
  accountId: string,
  employeeIds: readonly string[],
  now: Date,
  defer?: (arrived: Arrived) => void,
): Promise<boolean> {
  if (employeeIds.length < MANY) return linkAndDerive(tx, accountId, employeeIds, now);
  const awaited = await selectAwaited(tx, accountId, employeeIds);
  // A recalculation that is under way may have passed them, and its mark is its own.
  if (!defer || awaited.length < MANY || (await recalculatingSince(tx, accountId)) !== null)
    return linkAndDerive(tx, accountId, awaited, now);
  await markRecalculating(tx, accountId, now);
  defer({ accountId, employeeIds: awaited, since: now });
  return true;
}

/** Links the records of a committed transaction's employees, and removes the mark. */
export async function linkDeferred(db: Db, clock: Clock, { accountId, employeeIds, since }: Arrived): Promise<void> {
  await linkInPieces(db, clock, accountId, employeeIds);
  await db.tenant(accountId, async (tx) => {
    const { timeZone } = await lockAccount(tx, accountId);
    const today = localDateOf(zoneOf(timeZone), clock.now().getTime());
    // Whoever has older records than was known counts from an earlier day.
    await noteChangedDays(tx, accountId, { from: firstKeptDay(today), to: today });
    await markRecalculated(tx, accountId, since);
  });
}

/** Links every record that should have been linked, after a crash between a transaction and the end of linkDeferred. */
export const linkLeftovers = async (db: Db, clock: Clock, accountId: string): Promise<void> =>
  linkInPieces(db, clock, accountId, await db.tenant(accountId, (tx) => selectAwaited(tx, accountId, null)));

async function linkInPieces(db: Db, clock: Clock, accountId: string, employeeIds: readonly string[]) {
  const pace = createPace({ first: 400, most: 1_000 });
  for await (const piece of inPieces(employeeIds, pace))
    await db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const now = clock.now();
      if (await pace.keep(() => linkAndDerive(tx, accountId, piece, now))) await raiseDataVersion(tx, accountId, now);
    });
}
