import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { daysBetween } from '#contract/platform/common.ts';
import { msg, words } from '#contract/platform/words.ts';
import { deleteOldFacts } from '../../attendance/facts.sql.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { firstRetainedDay, rebuildFacts } from '../../attendance/refresh.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, DAY } from '../../platform/zone.ts';
import { pickedDay, RECALCULATION_ABANDONED_MS } from './loadDay.ts';
import {
  accountZone,
  failAbandoned,
  finishRecalculation,
  insertRecalculation,
  noteProgress,
  selectRecalculation,
} from './recalculation.sql.ts';

const JOB = 'recalculate-dashboard';
const PRUNE_JOB = 'prune-day-facts';
const order = z.object({ accountId: z.uuid(), jobId: z.uuid(), from: z.iso.date(), to: z.iso.date() });

/** 'Recalculate Dashboard Data': a job that derives the facts of some days again. */
export function defineRecalculation({ jobs, db, clock, log }: Pick<Services, 'jobs' | 'db' | 'clock' | 'log'>) {
  jobs.define(
    JOB,
    async (data, { signal }) => {
      const { accountId, jobId, from, to } = order.parse(data);
      const finish = (failure: string | null) =>
        db.tenant(accountId, async (tx) => {
          await finishRecalculation(tx, accountId, jobId, failure, clock.now());
          await raiseDataVersion(tx, accountId, clock.now());
        });
      try {
        const lock = (tx: typeof db) => lockAccount(tx, accountId);
        for await (const daysDone of rebuildFacts(db, accountId, { from, to }, lock, clock.now())) {
          await db.tenant(accountId, (tx) => noteProgress(tx, accountId, jobId, daysDone, clock.now()));
          signal.throwIfAborted();
        }
        await finish(null);
      } catch (error) {
        log.error({ err: error, jobId }, 'recalculation failed');
        const reason = signal.aborted
          ? words('The server stopped before it was done.')
          : words('The recalculation failed; see the log.');
        await finish(reason);
      }
    },
    { expireInSeconds: 3_600 },
  );
}

/** Deletes, once a day, the facts that no date needs that can be picked; raw records stay (docs/reference/attendance.md#retention). */
export function definePruning({ jobs, db, clock }: Pick<Services, 'jobs' | 'db' | 'clock'>) {
  jobs.define(PRUNE_JOB, async () => {
    // No time zone is more than a day ahead of or behind UTC.
    const now = clock.now();
    const unusedSince = new Date(now.getTime() - DAY);
    await deleteOldFacts(db, addDays(firstRetainedDay(now.toISOString().slice(0, 10)), -1), unusedSince);
  });
  jobs.schedule(PRUNE_JOB, '23 2 * * *');
}

type Start = { accountId: string; dates: { from: string; to: string }; call: UserCall };

/** Starts a recalculation. Throws NOT_FOUND, or DATE_OUT_OF_RANGE for days that cannot be picked. */
export async function startRecalculation({ jobs, db }: Pick<Services, 'jobs' | 'db'>, start: Start) {
  const { accountId, dates, call } = start;
  const { caller, now } = call;
  const account = await accountZone(db, accountId);
  if (!account) throw notFound(words('Account not found'));
  const from = pickedDay(account.timeZone, now, dates.from);
  const to = pickedDay(account.timeZone, now, dates.to);
  const jobId = uuidv7({ msecs: now.getTime() });
  await db.tx(async (tx) => {
    const days = daysBetween(from, to) + 1;
    await insertRecalculation(tx, accountId, { jobId, from, to, days, startedBy: caller.fullName, now });
    // From now on all figures are shown with the note that they are being recalculated.
    await raiseDataVersion(tx, accountId, now);
    await audit(tx, {
      ...by(call),
      accountId,
      action: 'dashboard.recalculate',
      detail: msg('{from} to {to}', { from, to }),
    });
    await jobs.send(JOB, { accountId, jobId, from, to }, { tx });
  });
  return { jobId };
}

export const recalculationStatus = (db: Services['db'], accountId: string, jobId: string, now: Date) =>
  db.tenant(accountId, async (tx) => {
    await failAbandoned(tx, accountId, new Date(now.getTime() - RECALCULATION_ABANDONED_MS));
    const job = await selectRecalculation(tx, accountId, jobId);
    if (!job) throw notFound(words('Recalculation not found'));
    return job;
  });
