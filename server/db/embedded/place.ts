import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateDataDir } from '../dataDir.ts';

/** PostgreSQL's major version inside the pinned PGlite. */
const MAJOR = '18';
/** With less free space than this nothing is written any more: the engine would spin for ever on a full disk. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024;
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b]);
/** The kernel's limit for the path of a Unix socket, with room for its file name. */
const MAX_SOCKET_DIR = 80;

/** Creates the data directory for its owner only; throws a one-line error when the embedded database cannot run there. */
export function prepareDataDir(dataDir: string): { database: string; socketDir: string } {
  privateDataDir(dataDir);
  if (NETWORK_FILE_SYSTEMS.has(statfsSync(dataDir).type))
    throw new Error(
      `${dataDir} is on a network file system, which may lose what the embedded database writes: use a local disk or DATABASE_URL.`,
    );
  const database = join(dataDir, 'database');
  // Left over from a first start that was interrupted.
  rmSync(`${database}.new`, { recursive: true, force: true });
  const version = existsSync(database) ? readFileSync(join(database, 'PG_VERSION'), 'utf8').trim() : MAJOR;
  if (version !== MAJOR)
    throw new Error(
      `${database} is of PostgreSQL ${version}, this version of Tallyboard opens ${MAJOR}: make a backup with the version that wrote it and restore it here.`,
    );
  const socketDir = dataDir.length <= MAX_SOCKET_DIR ? dataDir : mkdtempSync(join(tmpdir(), 'tallyboard-'));
  return { database, socketDir };
}

export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
