import { statfsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** With less free space than this nothing is written any more: PostgreSQL itself would end at a full disk. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024;

export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

const LOOK_MS = 1_000;

/** Tells whether there is little space, and calls `onChange` when that changes; `limit` plus an eighth must be free until there is enough again. */
export function watchSpace(directory: string, limit: number, onChange: (isLow: boolean) => void) {
  let isLow = freeBytes(directory) < limit;
  const look = () => {
    const now = freeBytes(directory) < (isLow ? limit * 1.125 : limit);
    if (now === isLow) return;
    isLow = now;
    onChange(isLow);
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    isLow() {
      look();
      return isLow;
    },
    stop: () => clearInterval(timer),
  };
}

/** Waits until there is enough space to start in a directory, because room that is made later would be of no use to a server that has given up. */
export async function untilRoom(directory: string, warn: (message: string) => void, limit = MIN_FREE_BYTES) {
  if (freeBytes(directory) >= limit) return;
  warn(
    `DATA_DIR ${directory}: less than ${limit / 1024 / 1024} MB are free on its disk. Make room: Tallyboard waits, and then starts.`,
  );
  while (freeBytes(directory) < limit * 1.125) await pause(LOOK_MS);
}
