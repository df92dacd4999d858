import type { Services } from '../services.ts';
import { failBackup } from './backups.sql.ts';
import { removeBackup } from './files.ts';

/**
 * Fails a backup that is under way, with the reason. Its file goes before anybody can read that it failed, and a process killed in between
 * leaves it under way, so that it is given up again. One that has ended meanwhile keeps its file.
 */
export const giveUpBackup = (
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: string,
  backupJobId: string,
  why: string,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    if ((await failBackup(tx, accountId, backupJobId, why, now)) > 0)
      await removeBackup(config.dataDir, accountId, backupJobId);
  });
