import type { Db } from '../db/db.ts';
import { conflict } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { removeBackup } from './files.ts';
import { jobsUnderWay, lockJobs, type UnderWay } from './oneAtATime.sql.ts';

/**
 * Begins a job of an account within one transaction, so that of what is asked at once only what may run beside the rest begins: a restore runs
 * alone, backups wait for each other and for no restore. `begin` is told what is under way and throws 409 for it.
 */
export async function beginJob<T>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: string,
  now: Date,
  begin: (tx: Db, underWay: UnderWay) => Promise<T>,
): Promise<T> {
  const { begun, abandoned } = await db.tx(async (tx) => {
    await lockJobs(tx, accountId);
    const underWay = await jobsUnderWay(tx, accountId, now);
    return { begun: await begin(tx, underWay), abandoned: underWay.abandoned };
  });
  for (const backupJobId of abandoned) await removeBackup(config.dataDir, accountId, backupJobId);
  return begun;
}

/** 409 while a restore of the account runs: a backup beside it would show both states. */
export function refuseBesideRestore({ restores }: UnderWay) {
  if (restores > 0) throw conflict('A restore of the account is running.');
}
/** 409 while anything else of the account runs. */
export function refuseBesideAnything({ backups, restores }: UnderWay) {
  if (backups + restores > 0) throw conflict('A backup or restore of the account is running.');
}
