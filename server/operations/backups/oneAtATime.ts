import { words } from '#contract/platform/words.ts';
import { removeBackup } from '../../platform/archive/files.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockJobs, type RunningJobs, runningJobs } from './oneAtATime.sql.ts';

/**
 * Starts a job of an account in one transaction, so that of several simultaneous requests only those start that may run together: a restore runs
 * alone, and backups wait for each other but not for a restore. `begin` receives what is under way and throws 409 because of it.
 */
export async function beginJob<T>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: string,
  now: Date,
  begin: (tx: Db, running: RunningJobs) => Promise<T>,
): Promise<T> {
  return db.tx(async (tx) => {
    await lockJobs(tx, accountId);
    const running = await runningJobs(tx, accountId, now);
    const started = await begin(tx, running);
    // Their files are deleted before anybody can see that they failed.
    for (const backupJobId of running.abandoned) await removeBackup(config.dataDir, accountId, backupJobId);
    return started;
  });
}

/** Throws 409 while a restore of the account runs: a backup beside it would contain both states. */
export function refuseBesideRestore({ restores }: RunningJobs) {
  if (restores > 0) throw conflict(words('A restore of the account is running.'));
}
/** Throws 409 while another backup or restore of the account runs. */
export function refuseBesideAnything({ backups, restores }: RunningJobs) {
  if (backups + restores > 0) throw conflict(words('A backup or restore of the account is running.'));
}
