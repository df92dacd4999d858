import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { createPace, inPieces } from '../db/pace.ts';
import { lockAccount } from '../tenant/account.ts';
import { noteChangedDays } from './facts.sql.ts';
import { markRecalculated, markRecalculating, recalculatingSince } from './recalculating.sql.ts';
import { raiseDataVersion } from './records.sql.ts';
import { deriveAround, deriveOver, firstKeptDay, keptDays } from './refresh.ts';
import { linkRecords } from './store.ts';
import { type LocalDate, localDateOf, zoneOf } from './zone.ts';

/**
 * Master data changes in one transaction, for which everybody else waits on the embedded database. Deriving the days of many employees after such a
 * change (rules.md 13 and 14) is done after it, in pieces. Records are linked within it: by then another change may have moved a PIN. Meanwhile the
 * account is marked as recalculating: every answer says that some figures are older than others, and the job behind the mark finishes what a crash
 * leaves undone.
 */
export type Afterwards = {
  accountId: string;
  /** The account's mark. */
  since: Date;
  /** Employees whose kept days are to be derived. */
  employeeIds: readonly string[];
};
/** Passed to a transaction that may leave work for afterwards. */
export type Deferring = { afterwards?: Afterwards };

/** The fewest employees with records that waited whose days are derived afterwards. */
const MANY = 100;
/** The time in which those who waited for the transaction are served first: a request is several statements, and no piece should come between them. */
const SERVED_FIRST_MS = 300;

/**
 * Leaves the days of some employees for after the transaction and marks the account; returns false where a recalculation is under way, which may have
 * passed these employees already, and whose mark is its own. The caller holds the account's lock.
 */
export async function defer(
  tx: Db,
  accountId: string,
  now: Date,
  deferring: Deferring,
  employeeIds: readonly string[],
): Promise<boolean> {
  const { afterwards } = deferring;
  const marked = await recalculatingSince(tx, accountId);
  // Otherwise it is of an attempt that was rolled back.
  const isOwn = afterwards !== undefined && marked?.getTime() === afterwards.since.getTime();
  if (marked !== null && !isOwn) return false;
  if (!isOwn) await markRecalculating(tx, accountId, now);
  const before = isOwn ? afterwards.employeeIds : [];
  deferring.afterwards = {
    accountId,
    since: isOwn ? afterwards.since : now,
    employeeIds: [...new Set([...before, ...employeeIds])],
  };
  return true;
}

/**
 * Links the records that waited for employees who have arrived, and derives their days, those of many afterwards where `deferring` is given. Returns
 * true if the data version is to be raised; the caller holds the account's lock.
 */
export async function linkArrived(
  tx: Db,
  accountId: string,
  employeeIds: readonly string[],
  now: Date,
  deferring?: Deferring,
): Promise<boolean> {
  const touched = await linkRecords(tx, accountId, employeeIds);
  if (touched.size === 0) return false;
  if (deferring && touched.size >= MANY && (await defer(tx, accountId, now, deferring, [...touched.keys()])))
    return true;
  await deriveAround(tx, accountId, [...touched.values()], now);
  return true;
}

/** Does what a committed transaction left to be done, and removes its mark. */
export async function finishAfterwards(db: Db, clock: Clock, work: Afterwards): Promise<void> {
  const { accountId, since } = work;
  const locked = <T>(fn: (tx: Db, today: LocalDate, now: Date) => Promise<T>) =>
    db.tenant(accountId, async (tx) => {
      const { timeZone } = await lockAccount(tx, accountId);
      const now = clock.now();
      return fn(tx, localDateOf(zoneOf(timeZone), now.getTime()), now);
    });
  await pause(SERVED_FIRST_MS);
  const pace = createPace({ first: 20, most: 1_000 });
  for await (const piece of inPieces(work.employeeIds, pace))
    await locked(async (tx, today, now) => {
      await pace.keep(() => deriveOver(tx, accountId, piece, keptDays(today)));
      await raiseDataVersion(tx, accountId, now);
    });
  await locked(async (tx, today) => {
    // Whoever has older records than was known counts from an earlier day.
    await noteChangedDays(tx, accountId, { from: firstKeptDay(today), to: today });
    await markRecalculated(tx, accountId, since);
  });
}
