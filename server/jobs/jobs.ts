import type { Db } from '../db/db.ts';

/** The run that a handler is in. */
type JobRun = {
  id: string;
  /** 0 for the first try. */
  retryCount: number;
  /** Aborted when the server shuts down or the job took longer than `expireInSeconds`. */
  signal: AbortSignal;
};
/** `data` is what was sent, as JSON: parse it. Throwing makes the job fail and, while it has retries, run again. */
export type JobHandler = (data: unknown, run: JobRun) => Promise<void>;

export type JobOptions = {
  /** Default 0: a handler that must not be repeated blindly says nothing. */
  retryLimit?: number;
  /** Seconds; doubles with every retry. */
  retryDelay?: number;
  /** The longest one run may take; default 15 minutes. */
  expireInSeconds?: number;
  /** Jobs of this name that one process runs at once; default 1. */
  concurrency?: number;
  /** How often a process looks for jobs that another one sent; default 10. Its own it starts at once. */
  pollSeconds?: number;
};

export type SendOptions = {
  /** Of this name and key at most one job waits and at most one runs; sending while one waits is no error and does nothing. */
  singletonKey?: string;
  /** Seconds from now, or an instant. */
  startAfter?: number | Date;
  /** Sends within this system transaction: the job exists exactly when the transaction commits. */
  tx?: Db;
};

/**
 * Background work that survives a crash and is claimed by one process at a time. A claim is not a promise that it runs once: a worker
 * that dies after its effect runs again (spec/security.md, finding 5), so handlers keep their own ledger where that matters.
 */
export type Jobs = {
  /** Called while the server is put together, before start. A name is defined once. */
  define(name: string, handler: JobHandler, options?: JobOptions): void;
  /** Runs `name`, which must be defined, at each slot of a five-field cron expression (UTC), in one process only. */
  schedule(name: string, cron: string): void;
  send(name: string, data: object, options?: SendOptions): Promise<void>;
};
