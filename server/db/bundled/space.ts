import { statfsSync } from 'node:fs';

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
