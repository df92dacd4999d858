import { statfsSync } from 'node:fs';
import { Transform } from 'node:stream';
import type { Config } from '../config.ts';
import { Refusal } from '../http/errors.ts';

/** How much is written before the disk is looked at again. */
const STEP_BYTES = 16 * 1024 * 1024;
const MB = 1024 * 1024;

/** Throws UNAVAILABLE when less than what must stay free is left where `path` is; `more` is about to be written. */
export type Room = (path: string, more?: number) => void;

/** Limits what a backup or an upload takes of the disk: never the space that the database needs to go on (BACKUP_MIN_FREE_MB). */
export const roomOn =
  ({ backupMinFreeBytes }: Pick<Config, 'backupMinFreeBytes'>): Room =>
  (path, more = 0) => {
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize - more < backupMinFreeBytes)
      throw new Refusal(
        'UNAVAILABLE',
        `There is not enough room on the disk: ${Math.round(backupMinFreeBytes / MB)} MB must stay free.`,
        { retryAfter: 3_600 },
      );
  };

/** Passes on what is written to a file of `folder`, and ends it when the disk runs out of room. */
export function watchingRoom(room: Room, folder: string): Transform {
  room(folder);
  let since = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      since += chunk.length;
      try {
        if (since >= STEP_BYTES) {
          since = 0;
          room(folder);
        }
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
