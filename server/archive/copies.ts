import { access, constants, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { reason } from './reason.ts';
import { roomOn } from './room.ts';

type Place = Pick<Config, 'backupCopyDir' | 'backupMinFreeBytes'>;
const copyPath = (copyDir: string, folder: string, path: string) => join(copyDir, folder, basename(path));

/** Copies a finished backup to `folder` of BACKUP_COPY_DIR, whole or not at all. Answers why that failed; null when it is there. */
export async function copyOut(config: Place, folder: string, path: string): Promise<string | null> {
  if (!config.backupCopyDir) return null;
  const target = copyPath(config.backupCopyDir, folder, path);
  try {
    await checkWritable(config.backupCopyDir);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    roomOn(config)(dirname(target), (await stat(path)).size);
    await copyFile(path, `${target}.part`);
    await rename(`${target}.part`, target);
    return null;
  } catch (error) {
    await rm(`${target}.part`, { force: true }).catch(() => undefined);
    return reason(error);
  }
}

/** Throws where a directory that exists may not be written: mkdir would call a read-only one ENOENT, 'no such file or directory'. */
const checkWritable = (directory: string) =>
  access(directory, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

/** With a backup goes its copy; one that is away (a disk that is not mounted) stays. */
export async function removeCopy({ backupCopyDir }: Place, folder: string, path: string): Promise<void> {
  if (backupCopyDir) await rm(copyPath(backupCopyDir, folder, path), { force: true }).catch(() => undefined);
}

/**
 * Removes the copies of a folder but for the newest `keep`, by their names, which begin with or hold their time; also those whose disk was
 * away when their backup went. Files that `isBackup` does not know are somebody else's.
 */
export async function keepCopies(
  { backupCopyDir }: Place,
  folder: string,
  keep: number,
  isBackup: RegExp,
): Promise<void> {
  if (!backupCopyDir) return;
  const names = await readdir(join(backupCopyDir, folder)).catch((): string[] => []);
  const copies = names.filter((name) => isBackup.test(name)).sort();
  for (const name of copies.slice(0, -keep)) await rm(join(backupCopyDir, folder, name)).catch(() => undefined);
}
