import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';

const REMEDY: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'it belongs to another user',
  EROFS: 'it is on a file system that is mounted read-only',
  EEXIST: 'it is a file, not a directory',
  ENOTDIR: 'a part of it is a file, not a directory',
  ENOSPC: 'the disk is full',
};

/**
 * Creates DATA_DIR if it is missing, and removes everybody's access but the owner's: database, backups, mails and the key are in it. Throws
 * one line that names the variable and the problem.
 */
export function privateDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if ((statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${REMEDY[code] ?? 'it cannot be opened'} (${code})`);
  }
}
