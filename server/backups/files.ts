import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where files of an account live; each account has a folder of its own, named by its id (S-35). */
export const backupPath = (dataDir: string, accountId: string, backupJobId: string) =>
  join(dataDir, 'backups', accountId, `${backupJobId}.zip`);
export const uploadPath = (dataDir: string, accountId: string, restoreJobId: string) =>
  join(dataDir, 'uploads', accountId, `${restoreJobId}.zip`);

export const ensureFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });
export const removeFile = (path: string) => rm(path, { force: true });

/** With an account go its files. */
export async function removeAccountFiles(dataDir: string, accountId: string): Promise<void> {
  for (const kind of ['backups', 'uploads']) await rm(join(dataDir, kind, accountId), { recursive: true, force: true });
}
