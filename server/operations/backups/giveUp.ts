import type { Message } from '#contract/platform/words.ts';
import { removeBackup } from '../../platform/archive/files.ts';
import type { Services } from '../../platform/services.ts';
import { failBackup } from './backups.sql.ts';

/**
 * Marks a backup that is under way as failed, with the reason. Its file is deleted before the failure can be seen, so that a process killed in
 * between leaves a backup that is still under way and will be given up again. One that has ended meanwhile keeps its file.
 */
export const giveUpBackup = (
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: string,
  backupJobId: string,
  why: string | Message,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    if ((await failBackup(tx, accountId, backupJobId, why, now)) > 0)
      await removeBackup(config.dataDir, accountId, backupJobId);
  });
