import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A second server would stop the PostgreSQL of the first one, which it takes for that of a killed server. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: string) {
    super(
      `${dataDir} is in use by another Tallyboard (process ${pid}). Stop it first, or give this one its own DATA_DIR.`,
    );
    this.name = 'DataDirInUse';
  }
}

/**
 * Takes the data directory for this process, or throws DataDirInUse at once. It is an exclusive lock of SQLite on an empty file: the kernel releases
 * it with the process, even after kill -9, so no lock is ever stale. A pid file alone could not distinguish a live holder from a reused process id;
 * the one beside the lock only names the holder.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const pidFile = join(dataDir, 'tallyboard.pid');
  const lock = new DatabaseSync(join(dataDir, 'tallyboard.lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && error.message.includes('locked')) throw new DataDirInUse(dataDir, holder(pidFile));
    throw error;
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { release: () => lock.close() };
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || 'unknown';
  } catch {
    return 'unknown';
  }
}
