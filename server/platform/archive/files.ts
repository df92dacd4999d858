import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { isMissing } from '../missingFile.ts';

type Places = Pick<Config, 'dataDir' | 'backupCopyDir'>;

/** Returns the path of a backup; each account has a folder of its own, named by its id. */
export const backupPath = (dataDir: string, accountId: string, backupJobId: string) =>
  join(dataDir, 'backups', accountId, `${backupJobId}.zip`);
/** A backup's name is its id, which begins with its time (UUID version 7). */
export const BACKUP_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip$/;
export const uploadPath = (dataDir: string, accountId: string, restoreJobId: string) =>
  join(dataDir, 'uploads', accountId, `${restoreJobId}.zip`);

/** The folder of all accounts' copies, in BACKUP_COPY_DIR. */
export const COPIES = 'accounts';
/** Returns the folder of the copies of an account's backups, in BACKUP_COPY_DIR. */
export const copyFolder = (accountId: string) => join(COPIES, accountId);

/** Returns the path at which a backup is put together; it is renamed when it is whole. */
export const unfinishedPath = (path: string) => join(dirname(path), `unfinished-${basename(path, '.zip')}`);

export const ensureFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });
export const removeFile = (path: string) => rm(path, { force: true });

/** Returns the paths of all uploads by the id of their restore. Throws where their folder cannot be read. */
export async function uploadPaths(dataDir: string): Promise<Map<string, string>> {
  const entries = await readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      // There is no folder before the first upload, and an account's goes with the account.
      if (isMissing(error)) return [];
      throw error;
    },
  );
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [basename(name, '.zip'), join(parentPath, name)]),
  );
}

/** Deletes the file of a backup, finished or not. */
export async function removeBackup(dataDir: string, accountId: string, backupJobId: string) {
  const path = backupPath(dataDir, accountId, backupJobId);
  await removeFile(path);
  await rm(unfinishedPath(path), { recursive: true, force: true });
}

/** Deletes the backups of an account, their copies, and its uploads. Throws where a place cannot be reached (accountFolders.ts tries again). */
export async function removeAccountFiles({ dataDir, backupCopyDir }: Places, accountId: string): Promise<void> {
  const folders = ['backups', 'uploads', 'records'].map((name) => join(dataDir, name, accountId));
  if (backupCopyDir) folders.push(join(backupCopyDir, copyFolder(accountId)));
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
