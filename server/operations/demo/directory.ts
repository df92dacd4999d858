import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirInUse, lockDataDir } from '../../platform/db/bundled/lock.ts';

/** A file in every directory that a demo has made; a directory without it belongs to something else. */
const MARK = '.tallyboard-demo';
const MARK_TEXT = 'Made by the demo of Tallyboard, which deletes what is in data whenever it starts.\n';

/** A directory that a demo may not use; the message is for the person who started the demo. */
export class ForeignDirectory extends Error {}

/**
 * Prepares `directory` for a fresh demo and returns the empty directory for its server's data. Only a directory that is missing, empty or made by a
 * demo that runs no more is used; any other is left untouched (throws ForeignDirectory).
 */
export function openDemoDirectory(directory: string): string {
  const mark = join(directory, MARK);
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats && !existsSync(mark) && !(stats.isDirectory() && readdirSync(directory).length === 0))
    throw new ForeignDirectory(
      `${directory} was not made by a demo, so the demo leaves it alone. Move it away, or name another directory in DEMO_DIR.`,
    );
  mkdirSync(directory, { recursive: true });
  writeFileSync(mark, MARK_TEXT);
  const data = join(directory, 'data');
  if (existsSync(data)) refuseRunning(directory, data);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  return data;
}

/** Throws where the server of another demo has the directory: deleting its database would break it. */
function refuseRunning(directory: string, data: string) {
  try {
    lockDataDir(data).release();
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    throw new ForeignDirectory(
      `A demo is running in ${directory} already. Stop it first, or name another directory in DEMO_DIR.`,
    );
  }
}
