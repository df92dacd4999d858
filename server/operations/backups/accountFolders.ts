import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { COPIES, removeAccountFiles } from '../../platform/archive/files.ts';
import type { Services } from '../../platform/services.ts';
import { selectDeletedAccounts } from './accountFolders.sql.ts';

const ACCOUNT_FOLDERS_JOB = 'backup-account-folders';
const FOLDERS_AT_ONCE = 1_000;

/** Deletes hourly what could not be deleted with its account: a disk for copies that was not mounted, or a server that was stopped. */
export function defineAccountFoldersJob(services: Services) {
  services.jobs.define(ACCOUNT_FOLDERS_JOB, () => sweepFolders(services));
  services.jobs.schedule(ACCOUNT_FOLDERS_JOB, '23 * * * *');
}

/** Deletes the files of a deleted account; where one cannot be reached, the log says so and the hourly job tries again. */
export async function removeFilesOfDeleted({ config, log }: Services, accountId: string): Promise<void> {
  try {
    await removeAccountFiles(config, accountId);
  } catch (error) {
    log.warn({ err: error, accountId }, 'files of a deleted account could not be removed yet');
  }
}

/** Folders of accounts that this installation never had, or lost by a restore of an older backup, are left alone: they may be all that is left. */
async function sweepFolders(services: Services): Promise<void> {
  const { config, db } = services;
  const places = [join(config.dataDir, 'backups'), join(config.dataDir, 'uploads')];
  if (config.backupCopyDir) places.push(join(config.backupCopyDir, COPIES));
  const names = (await Promise.all(places.map((place) => readdir(place).catch((): string[] => [])))).flat();
  const accountIds = [...new Set(names)].filter((name) => z.uuid().safeParse(name).success);
  for (let from = 0; from < accountIds.length; from += FOLDERS_AT_ONCE)
    for (const accountId of await selectDeletedAccounts(db, accountIds.slice(from, from + FOLDERS_AT_ONCE)))
      await removeFilesOfDeleted(services, accountId);
}
