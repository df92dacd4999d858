import { statfsSync } from 'node:fs';
import { Transform } from 'node:stream';
import { msg } from '#contract/platform/words.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../http/errors.ts';

/** The bytes that are written between two checks of the free space. */
const STEP_BYTES = 16 * 1024 * 1024;
const MB = 1024 * 1024;

/** Throws UNAVAILABLE when writing `more` bytes would leave less free space on the disk of `path` than must stay free. */
export type Room = (path: string, more?: number) => void;

/** Returns a check that keeps backups and uploads from using the space that the database needs (BACKUP_MIN_FREE_MB). */
export const roomOn =
  ({ backupMinFreeBytes }: Pick<Config, 'backupMinFreeBytes'>): Room =>
  (path, more = 0) => {
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize - more < backupMinFreeBytes)
      throw new Refusal(
        'UNAVAILABLE',
        msg('There is not enough room on the disk: {megabytes} MB must stay free.', {
          megabytes: Math.round(backupMinFreeBytes / MB),
        }),
        { retryAfter: 3_600 },
      );
  };

/** Returns a stream that passes on what is written to a file of `folder`, and fails when the disk has too little space left. */
export function watchingRoom(room: Room, folder: string): Transform {
  room(folder);
  return counting(watching(room, folder));
}

/** Returns a function that is told of bytes written to `folder`, and throws when the disk has too little space left. */
export function watching(room: Room, folder: string): (bytes: number) => void {
  let since = 0;
  return (bytes) => {
    since += bytes;
    if (since < STEP_BYTES) return;
    since = 0;
    room(folder);
  };
}

/** Returns a stream that passes on what is written, tells `grow` of its bytes, and fails when that throws. */
export const counting = (grow: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        grow(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
