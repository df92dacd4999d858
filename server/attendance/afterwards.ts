import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { chunksOf } from '../platform/chunksOf.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { lockAccount } from '../platform/tenant/account.ts';
import { type LocalDate, localDateOf, zoneOf } from '../platform/zone.ts';
import { noteChangedDays } from './facts.sql.ts';
import { forgetOlderDays } from './olderDays.sql.ts';
import { markRecalculated, markRecalculating, recalculatingSince } from './recalculating.sql.ts';
import { analyzeEmployees, raiseDataVersion } from './records.sql.ts';
import { DERIVED_AT_ONCE, deriveAround, deriveOver, firstRetainedDay, retainedDays, type Touched } from './refresh.ts';
import { divideAnew, divideAround } from './teams.ts';

/**
 * The days that a change affects for many employees: deriving them again (docs/reference/attendance.md#who-counts) takes seconds, for which the account's lock is not held.
 * The change marks the account as recalculating, so that every answer says that some figures are older than others, and a job derives the days. Records
 * are linked within the change: by the time of the job another change may have moved a PIN.
 */
export type Afterwards = {
  accountId: string;
  /** The account's mark. */
  since: Date;
  /** Employees whose kept days are to be derived. */
  employeeIds: readonly string[];
};
/** Passed to a transaction that may leave work for afterwards. */
export type Deferring = {
  afterwards?: Afterwards;
  /** Many employees were added, of whom the planner of PostgreSQL has no statistics. */
  isLarge?: boolean;
};
type Services = { db: Db; clock: Clock; jobs: Jobs; log: FastifyBaseLogger };

/** The fewest employees whose days are derived afterwards. */
export const MANY = 100;

const JOB = 'account.derive';
const order = z.object({ accountId: z.string(), since: z.coerce.date(), employeeIds: z.array(z.string()) });

/**
 * Runs a change, which is one transaction, and sends the job for what it left. A change that is committed does not fail because its job cannot be sent:
 * the sweep of marked accounts (intake/terminals/recalculating.ts) does its work. After many new employees the planner is told of them: for an account of which it knows
 * no row, it would compare all employees with all that are sent.
 */
export async function withAfterwards<T>(
  { db, jobs, log }: Pick<Services, 'db' | 'jobs' | 'log'>,
  change: (deferring: Deferring) => Promise<T>,
): Promise<T> {
  const deferring: Deferring = {};
  const result = await change(deferring);
  const { afterwards, isLarge } = deferring;
  if (isLarge)
    await analyzeEmployees(db).catch((error: unknown) => {
      log.warn({ err: error }, 'the statistics of employees are left to PostgreSQL');
    });
  if (afterwards)
    await jobs.send(JOB, afterwards).catch((error: unknown) => {
      log.warn({ err: error, accountId: afterwards.accountId }, 'days are derived by the next sweep');
    });
  return result;
}

/**
 * Leaves the days of some employees for after the transaction and marks the account, if they are many; returns false where they are few, or where a
 * recalculation is under way, which may have passed these employees already, and whose mark is its own. The caller holds the account's lock.
 */
export async function defer(
  tx: Db,
  accountId: string,
  now: Date,
  deferring: Deferring | undefined,
  employeeIds: readonly string[],
): Promise<boolean> {
  if (!deferring || employeeIds.length < MANY) return false;
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

/** Derives the days of records that were linked, those of many afterwards. Returns true if the data version is to be raised; the caller holds the account's lock. */
export async function deriveLinked(
  tx: Db,
  accountId: string,
  linked: ReadonlyMap<string, Touched>,
  now: Date,
  deferring?: Deferring,
): Promise<boolean> {
  if (linked.size === 0) return false;
  if (!(await defer(tx, accountId, now, deferring, [...linked.keys()]))) {
    await deriveAround(tx, accountId, [...linked.values()], now);
    await divideAround(tx, accountId, [...linked.values()], now);
  }
  return true;
}

export function defineAfterwards(services: Services) {
  services.jobs.define(JOB, (data, { signal }) => deriveAfterwards(services, order.parse(data), signal), {
    retryLimit: 5,
    retryDelay: 30,
    expireInSeconds: 3_600,
  });
}

/** Derives the days that a committed change left, some employees at a time, and removes its mark. Repeated after a crash, it comes to the same. */
async function deriveAfterwards(
  { db, clock }: Services,
  { accountId, since, employeeIds }: Afterwards,
  signal: AbortSignal,
) {
  // The sweep has done it already, or the account is deleted.
  if ((await recalculatingSince(db, accountId))?.getTime() !== since.getTime()) return;
  const locked = <T>(fn: (tx: Db, today: LocalDate, now: Date) => Promise<T>) =>
    db.tenant(accountId, async (tx) => {
      const { timeZone } = await lockAccount(tx, accountId);
      const now = clock.now();
      return fn(tx, localDateOf(zoneOf(timeZone), now.getTime()), now);
    });
  for (const some of chunksOf(employeeIds, DERIVED_AT_ONCE)) {
    signal.throwIfAborted();
    await locked(async (tx, today, now) => {
      const { from, to } = retainedDays(today);
      await deriveOver(tx, accountId, some, { from, to });
      await divideAnew(tx, accountId, { from: new Date(from), to: new Date(to), employeeIds: some }, now);
      await raiseDataVersion(tx, accountId, now);
    });
  }
  await locked(async (tx, today) => {
    // Employees with older records than was known count from an earlier day.
    await noteChangedDays(tx, accountId, { from: firstRetainedDay(today), to: today });
    await forgetOlderDays(tx, accountId);
    await markRecalculated(tx, accountId, since);
  });
}
