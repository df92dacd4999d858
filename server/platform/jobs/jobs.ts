import type { Db } from '../db/db.ts';

/** One run of a handler. */
type JobRun = {
  id: string;
  /** 0 for the first try. */
  retryCount: number;
  /** Aborted when the server shuts down or the job took longer than `expireInSeconds`. */
  signal: AbortSignal;
};
/** `data` is what was sent, as JSON: parse it. A handler that throws makes the job fail and, while it has retries, run again. */
export type JobHandler = (data: unknown, run: JobRun) => Promise<void>;

export type JobOptions = {
  /** Default 0: handlers are not repeated unless they ask for it. */
  retryLimit?: number;
  /** Seconds; doubles with every retry. */
  retryDelay?: number;
  /** The longest one run may take; default 15 minutes. */
  expireInSeconds?: number;
  /** Jobs of this name that one process runs at once; default 1. */
  concurrency?: number;
  /** The seconds between looks for jobs that other processes sent; default 10. A process starts its own jobs at once. */
  pollSeconds?: number;
};

export type SendOptions = {
  /** Of this name and key at most one job waits and at most one runs; sending another while one waits does nothing and is no error. */
  singletonKey?: string;
  /** Seconds from now, or an instant. */
  startAfter?: number | Date;
  /** Sends within this system transaction: the job exists exactly when the transaction commits. */
  tx?: Db;
};

/**
 * Background work that survives a crash and is claimed by one process at a time. A claim does not guarantee that a job runs once: after a worker dies
 * it runs again, even if it had its effect, so handlers keep a ledger of their own where that matters.
 */
export type Jobs = {
  /** Defines a job while the server is put together, before start; each name once. */
  define(name: string, handler: JobHandler, options?: JobOptions): void;
  /** Runs `name`, which must be defined, at each slot of a five-field cron expression (UTC), in one process. */
  schedule(name: string, cron: string): void;
  send(name: string, data: object, options?: SendOptions): Promise<void>;
};
