import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type BackupItem, type BackupOptions, backupItem } from '#contract/operations/backups.ts';
import { msg, words } from '#contract/platform/words.ts';
import { backupPath, removeBackup } from '../../platform/archive/files.ts';
import { reason } from '../../platform/archive/reason.ts';
import { roomOn } from '../../platform/archive/room.ts';
import type { Services } from '../../platform/services.ts';
import { selectAccount } from '../../platform/tenant/account.sql.ts';
import { finishScheduled } from './afterwards.ts';
import { withSignsOfLife } from './alive.ts';
import { finishBackup, insertBackup, selectBackup, touchBackup } from './backups.sql.ts';
import { giveUpBackup } from './giveUp.ts';
import { settledInstant } from './settled.ts';
import { writeBackup } from './write.ts';

const ITEM_OF: Record<keyof BackupOptions, BackupItem> = {
  includePayrollData: 'Payroll Data',
  includeEmployees: 'Employees',
  includeBiometricTemplates: 'Biometric Templates',
  includeClockRecords: 'Clock Records',
  includeUsers: 'Users',
};
export const itemsOf = (options: Partial<BackupOptions>): BackupItem[] =>
  Object.entries(ITEM_OF)
    .filter(([option]) => options[option as keyof BackupOptions])
    .map(([, item]) => item);

const backupJob = z.object({ accountId: z.uuid(), backupJobId: z.uuid(), items: z.array(backupItem) });
export const BACKUP_JOB = 'backup';

export function defineBackupJob(services: Services) {
  services.jobs.define(
    BACKUP_JOB,
    async (data) => {
      const { accountId, backupJobId, items } = backupJob.parse(data);
      if (!(await runBackup(services, accountId, backupJobId, items))) return;
      const made = await selectBackup(services.db, accountId, backupJobId);
      if (made?.kind === 'scheduled') await finishScheduled(services, accountId, backupJobId);
    },
    { expireInSeconds: 4 * 3_600, concurrency: 1, retryLimit: 2 },
  );
}

/** The shortest time between two stored values of the progress, ms; the status dialog asks every 500 ms. */
const PROGRESS_MS = 400;

/** Calls `write` at most every PROGRESS_MS: progress is shown to people, and is a sign of life. */
export function throttledProgress(clock: Services['clock'], write: (progress: object, now: Date) => Promise<unknown>) {
  let last = 0;
  return async (done: number, total: number, step: string) => {
    const now = clock.now();
    if (now.getTime() - last < PROGRESS_MS) return;
    last = now.getTime();
    await write({ done, total, step }, now);
  };
}

/** Makes the backup, and stores its status, with the reason of a failure. Returns true if it succeeded. */
async function runBackup(
  services: Services,
  accountId: string,
  backupJobId: string,
  items: readonly BackupItem[],
): Promise<boolean> {
  const { db, secrets, clock, config, log } = services;
  try {
    const sign = (step: object | null = null) => touchBackup(db, accountId, backupJobId, step, clock.now());
    // It may run again after a crash, and have been given up by then.
    if ((await sign({ done: 0, total: 0, step: words('Reading') })) === 0) return false;
    const account = await selectAccount(db, accountId);
    if (!account) throw new Error('The account is gone.');
    const order = {
      accountId,
      accountCode: account.code,
      accountName: account.name,
      items,
      appVersion: config.version,
      madeAt: await db.tx((tx) => settledInstant(tx, accountId, clock)),
      path: backupPath(config.dataDir, accountId, backupJobId),
    };
    const progress = throttledProgress(clock, (state, now) => touchBackup(db, accountId, backupJobId, state, now));
    const { bytes } = await withSignsOfLife(
      () => sign(),
      () => writeBackup(db, secrets, order, progress, roomOn(config)),
    );
    if ((await finishBackup(db, accountId, backupJobId, `${backupJobId}.zip`, bytes, clock.now())) > 0) return true;
    await removeBackup(config.dataDir, accountId, backupJobId);
    return false;
  } catch (error) {
    log.error({ err: error, accountId, backupJobId }, 'backup failed');
    const why = msg('The backup could not be written: {why}', { why: reason(error) });
    await giveUpBackup(services, accountId, backupJobId, why, clock.now());
    return false;
  }
}

/** Makes a backup at once, within another job, with which a replace can be undone. Returns its id; null when it failed. */
export async function takeSafetyBackup(
  services: Services,
  accountId: string,
  items: readonly BackupItem[],
  by: string,
): Promise<string | null> {
  const now = services.clock.now();
  const backupJobId = uuidv7({ msecs: now.getTime() });
  await insertBackup(services.db, accountId, backupJobId, {
    items,
    by: `${by} (before a restore)`,
    kind: 'safety',
    now,
  });
  return (await runBackup(services, accountId, backupJobId, items)) ? backupJobId : null;
}
