import { z } from 'zod';
import { loadCalendar } from '../attendance/calendars.ts';
import { lockAccount } from '../attendance/records.sql.ts';
import { firstKeptDay, rebuildFacts } from '../attendance/refresh.ts';
import { linkAndDerive } from '../attendance/store.ts';
import { addDays, localDateOf } from '../attendance/zone.ts';
import type { Services } from '../services.ts';
import { takeSafetyBackup, throttledProgress } from './backupJob.ts';
import { failBackup, selectAbandonedBackups } from './backups.sql.ts';
import { removeFile, uploadPath } from './files.ts';
import { LIMITS } from './manifest.ts';
import {
  deleteRestore,
  finishRestore,
  selectAbandonedRestores,
  selectEmployeeIds,
  selectRestore,
  selectStaleUploads,
  setSafetyBackup,
  touchRestore,
} from './restores.sql.ts';
import { swapIn } from './swap.ts';
import { reason } from './zip.ts';

const restoreJob = z.object({ accountId: z.uuid(), restoreJobId: z.uuid() });
export const RESTORE_JOB = 'restore';
const SWEEP_JOB = 'backup-sweep';
/** Jobs give a sign of life every few seconds; a silence this long means that the process died. */
const SILENT_MS = 60_000;

export function defineRestoreJobs(services: Services) {
  const { jobs } = services;
  jobs.define(
    RESTORE_JOB,
    async (data) => {
      const { accountId, restoreJobId } = restoreJob.parse(data);
      await runRestore(services, accountId, restoreJobId);
    },
    { expireInSeconds: 4 * 3_600, concurrency: 1 },
  );
  jobs.define(SWEEP_JOB, () => sweep(services), { expireInSeconds: 3_600 });
  jobs.schedule(SWEEP_JOB, '* * * * *');
}

/** Safety backup, swap, figures. Before the swap a failure leaves everything as it was, and says so. */
async function runRestore(services: Services, accountId: string, restoreJobId: string): Promise<void> {
  const { db, clock, config, log } = services;
  const job = await selectRestore(db, accountId, restoreJobId);
  if (job?.status !== 'In Progress' || !job.strategy) return;
  const fail = (why: string) => finishRestore(db, accountId, restoreJobId, why, clock.now());
  const report = throttledProgress(clock, (state, now) => touchRestore(db, accountId, restoreJobId, state, now));
  try {
    if (job.strategy === 'replace' && !job.swapped) {
      await report(0, 0, 'Backing up what is there');
      const safety = await takeSafetyBackup(services, accountId, job.items, job.by);
      if (!safety) return await fail('Nothing was changed: the backup of the existing data could not be written.');
      await setSafetyBackup(db, accountId, restoreJobId, safety);
    }
    await touchRestore(db, accountId, restoreJobId, { done: 0, total: 0, step: 'Restoring' }, clock.now());
    const { items, strategy, started } = job;
    if (!job.swapped)
      await swapIn(db, { accountId, restoreJobId, items, strategy, startedAt: new Date(started), now: clock.now() });
    await deriveFigures(services, accountId, restoreJobId, report);
    await finishRestore(db, accountId, restoreJobId, null, clock.now());
  } catch (error) {
    log.error({ err: error, accountId, restoreJobId }, 'restore failed');
    const swapped = (await selectRestore(db, accountId, restoreJobId))?.swapped;
    // After the swap the data is in; the sweep derives the figures again.
    if (!swapped) await fail(`Nothing was changed: ${reason(error)}`);
  }
  await removeFile(uploadPath(config.dataDir, accountId, restoreJobId));
}

type Report = (done: number, total: number, step: string) => Promise<void>;

async function deriveFigures({ db, clock }: Services, accountId: string, restoreJobId: string, report: Report) {
  const now = clock.now();
  await touchRestore(db, accountId, restoreJobId, { done: 0, total: 0, step: 'Calculating figures' }, now);
  const lock = (tx: typeof db) => lockAccount(tx, accountId);
  await db.tenant(
    accountId,
    async (tx) => {
      await lock(tx);
      await linkAndDerive(tx, accountId, await selectEmployeeIds(tx, accountId), now);
    },
    { deadlineMs: 10 * 60_000 },
  );
  const { zone } = await loadCalendar(db, accountId);
  const today = localDateOf(zone, now.getTime());
  const days = { from: firstKeptDay(today), to: addDays(today, 2) };
  for await (const done of rebuildFacts(db, accountId, days, lock, now)) await report(done, 95, 'Calculating figures');
}

/** No job is In Progress for ever, and no upload stays for ever. */
async function sweep(services: Services): Promise<void> {
  const { db, clock, config } = services;
  const now = clock.now();
  const silentSince = new Date(now.getTime() - SILENT_MS);
  for (const { accountId, backupJobId } of await selectAbandonedBackups(db, silentSince))
    await failBackup(db, accountId, backupJobId, 'The server stopped while the backup was being made.', now);
  for (const { accountId, restoreJobId, swapped } of await selectAbandonedRestores(db, silentSince)) {
    if (swapped) await runRestore(services, accountId, restoreJobId);
    else
      await finishRestore(
        db,
        accountId,
        restoreJobId,
        'Nothing was changed: the server stopped before the data was swapped in.',
        now,
      );
  }
  const uploadedBefore = new Date(now.getTime() - LIMITS.uploadLifetimeMs);
  for (const { accountId, restoreJobId } of await selectStaleUploads(db, uploadedBefore)) {
    await deleteRestore(db, accountId, restoreJobId);
    await removeFile(uploadPath(config.dataDir, accountId, restoreJobId));
  }
}
