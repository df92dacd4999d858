import { english } from '#contract/platform/words.ts';
import { copyOut, keepCopies } from '../../platform/archive/copies.ts';
import { BACKUP_NAME, backupPath, copyFolder, removeBackup } from '../../platform/archive/files.ts';
import type { Services } from '../../platform/services.ts';
import { deleteBackupRow } from './backups.sql.ts';
import { noteCopy, noteRehearsal, selectBackupState, selectBeyondRetention } from './schedules.sql.ts';
import { rehearseInScratch } from './scratch.ts';

/** Finishes a scheduled backup: copies it, rehearses it, and deletes backups beyond the number to keep. */
export async function finishScheduled(services: Services, accountId: string, backupJobId: string): Promise<void> {
  const { db, clock, config, log } = services;
  const state = await selectBackupState(db, accountId);
  if (!state?.schedule) return;
  const path = backupPath(config.dataDir, accountId, backupJobId);
  const copyProblem = await copyOut(config, copyFolder(accountId), path);
  if (config.backupCopyDir) await noteCopy(db, accountId, backupJobId, copyProblem, clock.now());
  if (state.schedule.rehearse) {
    const problem = await rehearseInScratch(services, accountId, path);
    await noteRehearsal(db, accountId, backupJobId, problem, clock.now());
    if (problem) log.error({ accountId, backupJobId, problem: english(problem) }, 'the rehearsal of a backup failed');
  }
  if (copyProblem)
    log.error({ accountId, backupJobId, copyProblem: english(copyProblem) }, 'a backup could not be copied');
  for (const old of await selectBeyondRetention(db, accountId, state.schedule.keep)) {
    await removeBackup(config.dataDir, accountId, old);
    await deleteBackupRow(db, accountId, old);
  }
  await keepCopies(config, copyFolder(accountId), state.schedule.keep, BACKUP_NAME);
}
