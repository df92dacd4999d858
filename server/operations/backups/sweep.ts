import { msg, words } from '#contract/platform/words.ts';
import { removeFile, uploadPaths } from '../../platform/archive/files.ts';
import type { Services } from '../../platform/services.ts';
import { SILENT_MS } from './alive.ts';
import { type BackupRow, selectAbandonedBackups, WAITING } from './backups.sql.ts';
import { giveUpBackup } from './giveUp.ts';
import { LIMITS } from './manifest.ts';
import { STOPPED } from './oneAtATime.sql.ts';
import { runRestore, withoutFigures } from './restoreJob.ts';
import {
  deleteLines,
  deleteRestore,
  finishRestore,
  type RestoreRow,
  selectAbandonedRestores,
  selectArrivingUploads,
  selectOverdueRestores,
  selectStaleUploads,
  selectUntidyRestores,
} from './restores.sql.ts';

const SWEEP_JOB = 'backup-sweep';
/** The longest that a restore may wait for its turn and work; its job may run as long. */
const RESTORE_MS = 4 * 3_600_000;
const WAIT_MS = 24 * 3_600_000;

/** Looks for jobs whose process died: when the server starts, every minute, and when a user asks about one that gives no sign of life. */
export function defineSweepJob(services: Services) {
  const startedAt = services.clock.now();
  services.jobs.define(SWEEP_JOB, () => sweep(services, startedAt), { expireInSeconds: 3_600 });
  services.jobs.schedule(SWEEP_JOB, '* * * * *');
}
export const sweepSoon = ({ jobs }: Pick<Services, 'jobs'>) => jobs.send(SWEEP_JOB, {}, { singletonKey: 'soon' });

/** Returns true for a job that is marked as running but gives no sign of life. */
export const saysNothing = (job: Pick<BackupRow | RestoreRow, 'status' | 'heartbeat' | 'progress'>, now: Date) =>
  job.status === 'In Progress' &&
  job.progress?.step !== WAITING &&
  Date.parse(job.heartbeat) < now.getTime() - SILENT_MS;

/** Makes sure that no job stays In Progress, and no upload waits, for ever. */
async function sweep(services: Services, startedAt: Date): Promise<void> {
  const { db, clock, config } = services;
  const now = clock.now();
  const silent = now.getTime() - SILENT_MS;
  // A bundled PostgreSQL serves one process: anything that was under way before it started is no longer running.
  const silentSince = new Date(config.databaseUrl ? silent : Math.max(silent, startedAt.getTime()));
  for (const { accountId, backupJobId } of await selectAbandonedBackups(db, silentSince))
    await giveUpBackup(services, accountId, backupJobId, STOPPED.backup, now);
  for (const { accountId, restoreJobId, swapped } of await selectAbandonedRestores(db, silentSince)) {
    if (swapped) await runRestore(services, accountId, restoreJobId);
    else await finishRestore(db, accountId, restoreJobId, STOPPED.restore, now);
  }
  const overdue = await selectOverdueRestores(
    db,
    new Date(now.getTime() - RESTORE_MS),
    new Date(now.getTime() - WAIT_MS),
  );
  for (const { accountId, restoreJobId, swapped } of overdue) {
    const failure = swapped
      ? withoutFigures(msg('it took longer than four hours'))
      : words('Nothing was changed: it took longer than four hours.');
    await finishRestore(db, accountId, restoreJobId, failure, now);
  }
  for (const { accountId, restoreJobId } of await selectUntidyRestores(db))
    await deleteLines(db, accountId, restoreJobId);
  const uploadedBefore = new Date(now.getTime() - LIMITS.uploadLifetimeMs);
  for (const { accountId, restoreJobId } of await selectStaleUploads(db, uploadedBefore, silentSince))
    await deleteRestore(db, accountId, restoreJobId);
  await removeUploads(services);
}

/** Removes the files of uploads that have been checked or given up: a server that was killed may have left them. */
async function removeUploads({ db, config }: Services): Promise<void> {
  // The files first: each has had its row since before it was begun.
  const paths = await uploadPaths(config.dataDir);
  if (paths.size === 0) return;
  for (const restoreJobId of await selectArrivingUploads(db)) paths.delete(restoreJobId);
  for (const path of paths.values()) await removeFile(path);
}
