import { access, constants, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Message } from '#contract/platform/words.ts';
import type { Config } from '../config.ts';
import { isMissing } from '../missingFile.ts';
import { reason } from './reason.ts';
import { roomOn } from './room.ts';

type Place = Pick<Config, 'backupCopyDir' | 'backupMinFreeBytes'>;
const PART = '.part';
const copyPath = (copyDir: string, folder: string, path: string) => join(copyDir, folder, basename(path));

/**
 * Copies a finished backup to `folder` of BACKUP_COPY_DIR, completely or not at all. Returns the reason of a failure; null when the copy is there.
 */
export async function copyOut(config: Place, folder: string, path: string): Promise<string | Message | null> {
  if (!config.backupCopyDir) return null;
  const target = copyPath(config.backupCopyDir, folder, path);
  try {
    await checkWritable(config.backupCopyDir);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    roomOn(config)(dirname(target), (await stat(path)).size);
    await copyFile(path, target + PART);
    await rename(target + PART, target);
    return null;
  } catch (error) {
    await rm(target + PART, { force: true }).catch(() => undefined);
    return reason(error);
  }
}

/** Throws where an existing directory cannot be written: mkdir would report a read-only one as ENOENT, 'no such file or directory'. */
const checkWritable = (directory: string) =>
  access(directory, constants.W_OK).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });

/** Deletes the copy of a backup that is deleted; a copy that cannot be reached (a disk that is not mounted) stays. */
export async function removeCopy({ backupCopyDir }: Place, folder: string, path: string): Promise<void> {
  if (backupCopyDir) await rm(copyPath(backupCopyDir, folder, path), { force: true }).catch(() => undefined);
}

/**
 * Deletes the copies of a folder except the newest `keep`, ordered by their names, which contain their time; that includes copies whose disk could
 * not be reached when their backup was deleted, and parts of copies whose process died. Other files, which `isBackup` does not recognise, are left
 * alone. Nobody else copies to the folder meanwhile.
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
  const parts = names.filter((name) => name.endsWith(PART) && isBackup.test(basename(name, PART)));
  for (const name of [...parts, ...copies.slice(0, -keep)])
    await rm(join(backupCopyDir, folder, name)).catch(() => undefined);
}
