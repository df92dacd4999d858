import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Makes DATA_DIR when it is missing, and closes it to everybody but its owner: database, backups, mails and the key are in it (S-69). */
export function privateDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if ((statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
}
