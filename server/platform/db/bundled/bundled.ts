import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { privateDataDir } from '../dataDir.ts';
import {
  type Cluster,
  clusterDir,
  prepareCluster,
  readPassword,
  removeSocketDir,
  setReadOnly,
  writeSettings,
} from './cluster.ts';
import { lockDataDir } from './lock.ts';
import { addressOf, type Postmaster, startPostmaster, stopFormer } from './postmaster.ts';
import { ensureServerRole } from './serverRole.ts';
import { MIN_FREE_BYTES, watchSpace } from './space.ts';

export type Bundled = {
  connectionString: string;
  /** How often PostgreSQL ended by itself and was started again. */
  readonly restarts: number;
  /** Less than `minFreeBytes` are free, so that it saves nothing and may have ended. */
  isDiskFull(): boolean;
  close(): Promise<void>;
};

export type BundledOptions = {
  /** Called once where PostgreSQL does not stay: the caller ends the process. */
  onLost?: (error: Error) => void;
  minFreeBytes?: number;
  /** False for tests, which lose nothing at a power cut. */
  isDurable?: boolean;
  /** Settings instead of the usual ones. */
  settings?: Record<string, string>;
};

const MAX_RESTARTS = 3;
const RESTARTS_MS = 10 * 60_000;

/**
 * Starts the bundled PostgreSQL of a data directory for this process alone, and starts it again when it ends by itself, three times in ten minutes.
 * Throws one line where another Tallyboard uses the directory, or PostgreSQL cannot run.
 */
export async function openBundled(
  dataDir: string,
  log: FastifyBaseLogger,
  { onLost, minFreeBytes = MIN_FREE_BYTES, isDurable = true, settings = {} }: BundledOptions = {},
): Promise<Bundled> {
  privateDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  let cluster: Cluster | undefined;
  let postmaster: Postmaster | undefined;
  const obey = (isLow: boolean) => {
    if (cluster) setReadOnly(cluster, isLow);
    postmaster?.reload();
  };
  const space = watchSpace(dataDir, minFreeBytes, (isLow) => {
    if (isLow) log.error('less than 256 MB are free: nothing is written until space is made');
    else log.warn('there is free space again: writing goes on');
    obey(isLow);
  });
  const start = async (prepared: Cluster) => {
    writeSettings(prepared, settings);
    obey(space.isLow());
    postmaster = await startPostmaster(prepared, log);
    void postmaster.ended.then((reason) => {
      if (!isClosing) restarting = startAgain(prepared, reason);
    });
    // The space may have changed while it read its settings.
    postmaster.reload();
  };

  let isClosing = false;
  let restarts = 0;
  let recent: number[] = [];
  let restarting = Promise.resolve();
  const startAgain = async (prepared: Cluster, reason: string): Promise<void> => {
    const now = performance.now();
    recent = [...recent.filter((at) => now - at < RESTARTS_MS), now];
    if (recent.length > MAX_RESTARTS)
      return onLost?.(
        new Error(`the bundled PostgreSQL ended ${recent.length} times within ten minutes, the last time: ${reason}`),
      );
    log.error({ reason }, 'the bundled PostgreSQL has ended and is started again');
    // On a full disk it would end again at once.
    while (space.isLow() && !isClosing) await pause(250);
    if (isClosing) return;
    try {
      await start(prepared);
      restarts++;
      log.info('the bundled PostgreSQL runs again');
    } catch (error) {
      await startAgain(prepared, error instanceof Error ? error.message : String(error));
    }
  };

  const release = () => {
    space.stop();
    if (cluster) removeSocketDir(cluster);
    lock.release();
  };
  try {
    cluster = await prepareCluster(dataDir, { isDurable });
    await stopFormer(cluster, log);
    await start(cluster);
    await ensureServerRole((role) => runningAddress(dataDir, role) ?? '', readPassword(dataDir), cluster);
  } catch (error) {
    isClosing = true;
    await postmaster?.stop();
    release();
    throw error;
  }
  return {
    connectionString: runningAddress(dataDir) ?? '',
    get restarts() {
      return restarts;
    },
    isDiskFull: space.isLow,
    async close() {
      isClosing = true;
      await restarting;
      await postmaster?.stop();
      release();
    },
  };
}

/** Returns the address of the bundled PostgreSQL that runs in a data directory, for the server's role; undefined where none seems to. */
export function runningAddress(dataDir: string, role?: string): string | undefined {
  const directory = clusterDir(dataDir);
  return existsSync(directory) ? addressOf(directory, readPassword(dataDir), role) : undefined;
}

/**
 * Throws one line where a data directory holds the database of version 0.1, which only that version can read, and none of this one.
 * Nothing in it is touched.
 */
export function refuseFormerVersion(dataDir: string) {
  const former = join(dataDir, 'database');
  if (existsSync(former) && !existsSync(clusterDir(dataDir)))
    throw new Error(
      `${former} was written by Tallyboard 0.1: make a backup with that version (npm run backup -- FILE), then run npm run restore -- FILE with this one.`,
    );
}
