import type { Services } from '../services.ts';
import { SILENT_MS } from './alive.ts';
import { type BackupRow, failBackup, selectAbandonedBackups, WAITING } from './backups.sql.ts';
import { removeBackup, removeFile, uploadPath } from './files.ts';
import { LIMITS } from './manifest.ts';
import { runRestore } from './restoreJob.ts';
import {
  deleteRestore,
  finishRestore,
  type RestoreRow,
  selectAbandonedRestores,
  selectStaleUploads,
} from './restores.sql.ts';

const SWEEP_JOB = 'backup-sweep';

/** Looks for jobs whose process died: when the server starts, every minute, and when somebody asks after one that says nothing. */
export function defineSweepJob(services: Services) {
  const startedAt = services.clock.now();
  services.jobs.define(SWEEP_JOB, () => sweep(services, startedAt), { expireInSeconds: 3_600 });
  services.jobs.schedule(SWEEP_JOB, '* * * * *');
}
export const sweepSoon = ({ jobs }: Pick<Services, 'jobs'>) => jobs.send(SWEEP_JOB, {}, { singletonKey: 'soon' });

/** A job that is under way, by its own account, and says nothing. */
export const saysNothing = (job: Pick<BackupRow | RestoreRow, 'status' | 'heartbeat' | 'progress'>, now: Date) =>
  job.status === 'In Progress' &&
  job.progress?.step !== WAITING &&
  Date.parse(job.heartbeat) < now.getTime() - SILENT_MS;

/** No job is In Progress for ever, and no upload stays for ever. */
async function sweep(services: Services, startedAt: Date): Promise<void> {
  const { db, clock, config } = services;
  const now = clock.now();
  const silent = now.getTime() - SILENT_MS;
  // The embedded database has one process: whatever was under way before it started is not any more.
  const silentSince = new Date(config.databaseUrl ? silent : Math.max(silent, startedAt.getTime()));
  for (const { accountId, backupJobId } of await selectAbandonedBackups(db, silentSince)) {
    await failBackup(db, accountId, backupJobId, 'The server stopped while the backup was being made.', now);
    await removeBackup(config.dataDir, accountId, backupJobId);
  }
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
