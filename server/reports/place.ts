import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '#contract/platform/words.ts';
import { roomOn, watching } from '../platform/archive/room.ts';
import type { Config } from '../platform/config.ts';
import { Refusal } from '../platform/http/errors.ts';

/** The folder in which reports are made, the bytes that stay free on its disk, and the most that one job has there. */
export type Place = { directory: string } & Limits;
type Limits = Pick<Config, 'backupMinFreeBytes' | 'reportMaxBytes'>;

/** Returns where reports are made; deletes what a crash left there a day ago or longer. */
export async function reportPlace(config: Limits & Pick<Config, 'dataDir'>, now: Date): Promise<Place> {
  const { dataDir, backupMinFreeBytes, reportMaxBytes } = config;
  const directory = join(dataDir, 'tmp');
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory)) {
    const [prefix, begun] = name.split('-');
    if (prefix === 'report' && !(Number(begun) >= now.getTime() - 86_400_000))
      await rm(join(directory, name), { recursive: true, force: true });
  }
  return { directory, backupMinFreeBytes, reportMaxBytes };
}

/** Makes a report's own folder. Its name has the time of its beginning by the server's clock, which may differ from the disk's. */
export const makeReportFolder = (directory: string, now: Date): Promise<string> =>
  mkdtemp(join(directory, `report-${now.getTime()}-`));

/** Told of the bytes that a job writes, and (with a negative number) deletes. Throws LIMIT_REACHED or UNAVAILABLE where they are too many. */
export type Grow = (bytes: number) => void;

/** Returns what counts the bytes that one job has in a place. */
export function growingIn({ directory, backupMinFreeBytes, reportMaxBytes }: Place): Grow {
  const watch = watching(roomOn({ backupMinFreeBytes }), directory);
  let held = 0;
  return (bytes) => {
    held += bytes;
    if (held > reportMaxBytes)
      throw new Refusal(
        'LIMIT_REACHED',
        msg('It takes more than {megabytes} MB of the disk while it is made: choose fewer days, people or contents.', {
          megabytes: Math.round(reportMaxBytes / 1024 ** 2),
        }),
      );
    if (bytes > 0) watch(bytes);
  };
}
