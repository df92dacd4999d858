import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { createPace, inPieces } from '../db/pace.ts';
import { lockAccount } from '../tenant/account.ts';
import { noteChangedDays } from './facts.sql.ts';
import { markRecalculated, markRecalculating, recalculatingSince } from './recalculating.sql.ts';
import { raiseDataVersion } from './records.sql.ts';
import { deriveOver, firstKeptDay, keptDays } from './refresh.ts';
import { linkAndDerive } from './store.ts';
import { selectAwaited } from './waiting.sql.ts';
import { type LocalDate, localDateOf, zoneOf } from './zone.ts';

/**
 * Master data changes in one transaction, for which everybody else waits on the embedded database. What follows from it for many employees is done after
 * it, in pieces: records that waited for them are linked (rules.md 13), their days are derived again (rule 14). Meanwhile the account is marked as
 * recalculating: every answer says that some figures are older than others, and the job behind the mark finishes what a crash leaves undone.
 */
export type Afterwards = {
  accountId: string;
  /** The account's mark. */
  since: Date;
  /** Employees whose waiting records are to be linked. */
  arrived: readonly string[];
  /** Employees whose kept days are to be derived. */
  rejudged: readonly string[];
};
/** Passed to a transaction that may leave work for afterwards. */
export type Deferring = { afterwards?: Afterwards };

/** The fewest employees whose waiting records are linked afterwards. */
const MANY = 100;
/** The time in which those who waited for the transaction are served first: a request is several statements, and no piece should come between them. */
const SERVED_FIRST_MS = 300;

/**
 * Leaves work for after the transaction and marks the account; returns false where a recalculation is under way, which may have passed these
 * employees already, and whose mark is its own. The caller holds the account's lock.
 */
export async function defer(
  tx: Db,
  accountId: string,
  now: Date,
  deferring: Deferring,
  work: Partial<Pick<Afterwards, 'arrived' | 'rejudged'>>,
): Promise<boolean> {
  const { afterwards } = deferring;
  const marked = await recalculatingSince(tx, accountId);
  // Otherwise it is of an attempt that was rolled back.
  const isOwn = afterwards !== undefined && marked?.getTime() === afterwards.since.getTime();
  if (marked !== null && !isOwn) return false;
  if (!isOwn) await markRecalculating(tx, accountId, now);
  deferring.afterwards = { ...(isOwn ? afterwards : { accountId, since: now, arrived: [], rejudged: [] }), ...work };
  return true;
}

/**
 * Links the records that waited for employees who have arrived, those of many afterwards where `deferring` is given. Returns true if the data version
 * is to be raised; the caller holds the account's lock.
 */
export async function linkArrived(
  tx: Db,
  accountId: string,
  employeeIds: readonly string[],
  now: Date,
  deferring?: Deferring,
): Promise<boolean> {
  if (employeeIds.length < MANY) return linkAndDerive(tx, accountId, employeeIds, now);
  const arrived = await selectAwaited(tx, accountId, employeeIds);
  if (deferring && arrived.length >= MANY && (await defer(tx, accountId, now, deferring, { arrived }))) return true;
  return linkAndDerive(tx, accountId, arrived, now);
}

/** Does what a committed transaction left to be done, and removes its mark. */
export async function finishAfterwards(db: Db, clock: Clock, work: Afterwards): Promise<void> {
  const { accountId, since, arrived, rejudged } = work;
  await pause(SERVED_FIRST_MS);
  await linkInPieces(db, clock, accountId, arrived);
  const pace = createPace({ first: 20, most: 1_000 });
  await inTurn(db, clock, { accountId, employeeIds: rejudged, pace }, async (tx, piece, { today }) => {
    await deriveOver(tx, accountId, piece, keptDays(today));
    return true;
  });
  await db.tenant(accountId, async (tx) => {
    const { timeZone } = await lockAccount(tx, accountId);
    const today = localDateOf(zoneOf(timeZone), clock.now().getTime());
    // Whoever has older records than was known counts from an earlier day.
    if (arrived.length > 0) await noteChangedDays(tx, accountId, { from: firstKeptDay(today), to: today });
    await markRecalculated(tx, accountId, since);
  });
}

/** Links every record that should have been linked, after a crash between a transaction and the end of finishAfterwards. */
export const linkLeftovers = async (db: Db, clock: Clock, accountId: string): Promise<void> =>
  linkInPieces(db, clock, accountId, await db.tenant(accountId, (tx) => selectAwaited(tx, accountId, null)));

const linkInPieces = (db: Db, clock: Clock, accountId: string, employeeIds: readonly string[]) =>
  // Large pieces, because each reads all records that wait.
  inTurn(db, clock, { accountId, employeeIds, pace: createPace({ first: 200, most: 1_000 }) }, (tx, piece, { now }) =>
    linkAndDerive(tx, accountId, piece, now),
  );

/** Works on some employees at a time, each time in a transaction of its own; `work` returns true if a figure changed. */
async function inTurn(
  db: Db,
  clock: Clock,
  of: { accountId: string; employeeIds: readonly string[]; pace: ReturnType<typeof createPace> },
  work: (tx: Db, piece: string[], at: { now: Date; today: LocalDate }) => Promise<boolean>,
) {
  const { accountId, employeeIds, pace } = of;
  for await (const piece of inPieces(employeeIds, pace))
    await db.tenant(accountId, async (tx) => {
      const { timeZone } = await lockAccount(tx, accountId);
      const now = clock.now();
      const at = { now, today: localDateOf(zoneOf(timeZone), now.getTime()) };
      if (await pace.keep(() => work(tx, piece, at))) await raiseDataVersion(tx, accountId, now);
    });
}
