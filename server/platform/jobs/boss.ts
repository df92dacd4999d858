import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { JOB_CONNECTIONS } from '../db/database.ts';
import { asUnavailable, asUnavailableServer } from '../db/errors.ts';
import { STATEMENT_DEADLINE_MS } from '../db/pool.ts';
import type { JobHandler, JobOptions, Jobs, SendOptions } from './jobs.ts';

export type RunningJobs = Jobs & {
  /** Creates the queues and starts working; called after every define and schedule. */
  start(): Promise<void>;
  /** Starts no new job, lets running ones finish for at most `timeoutMs`, then aborts them. */
  stop(timeoutMs: number): Promise<void>;
};

const anything = z.unknown();
type Options = { connectionString: string; isBundled: boolean; log: FastifyBaseLogger };
type Defined = { handler: JobHandler; options: JobOptions; cron?: string; workerId?: string };

/**
 * A schedule that this process keeps itself: after a clock was set back, pg-boss pauses its own schedules until the clock has caught up, which could
 * be an hour without alerts. Several processes send the same job; of one key at most one waits.
 */
const EVERY_MINUTE = '* * * * *';
const MINUTE_MS = 60_000;
/** Due whatever the clock says. */
const AT_ONCE = new Date(0);
const POLL_SECONDS = 10;
/** A worker without a sign of life for this long counts as dead, and its job may run again. */
const HEARTBEAT_SECONDS = 60;

/** Returns jobs that pg-boss keeps in the schema `pgboss` of the same database, on two connections of its own. */
export function createJobs({ connectionString, isBundled, log }: Options): RunningJobs {
  const boss = new PgBoss({
    connectionString,
    max: JOB_CONNECTIONS,
    application_name: 'tallyboard-jobs',
    // Passed on to pg: a connection that does not answer is closed.
    ...({ query_timeout: STATEMENT_DEADLINE_MS + 2_000, keepAlive: true } satisfies PoolConfig),
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs'));
  const defined = new Map<string, Defined>();
  let minutes: NodeJS.Timeout | undefined;

  const get = (name: string): Defined => {
    const job = defined.get(name);
    if (!job) throw new Error(`There is no job ${name}`);
    return job;
  };
  const wake = (name: string, afterMs: number) => {
    const { workerId } = get(name);
    if (workerId && afterMs > 0) setTimeout(() => boss.notifyWorker(workerId), afterMs).unref();
    else if (workerId) boss.notifyWorker(workerId);
  };

  const work = (name: string, { handler, options }: Defined) =>
    boss.work(
      name,
      {
        pollingIntervalSeconds: options.pollSeconds ?? POLL_SECONDS,
        localConcurrency: options.concurrency ?? 1,
        batchSize: 1,
      },
      async ([job]) => {
        if (!job) return;
        const { id, retryCount, signal, data } = job;
        try {
          await handler(data, { id, retryCount, signal });
        } catch (error) {
          log.error({ err: error, job: name, id, retryCount }, 'a job failed');
          throw error;
        } finally {
          // Fetches the other waiting jobs at once, not at the next poll.
          wake(name, 0);
        }
      },
    );

  const everyMinute = () => {
    for (const [name, { cron }] of defined)
      if (cron === EVERY_MINUTE)
        boss
          .send(name, {}, { singletonKey: 'schedule', startAfter: AT_ONCE })
          .catch((error: unknown) => log.warn({ err: error, job: name }, 'jobs'));
  };

  return {
    define(name, handler, options = {}) {
      if (defined.has(name)) throw new Error(`The job ${name} is defined twice`);
      defined.set(name, { handler, options });
    },
    schedule(name, cron) {
      get(name).cron = cron;
    },
    async send(name, data, { singletonKey, startAfter, tx }: SendOptions = {}) {
      get(name);
      const options = {
        singletonKey: singletonKey ?? randomUUID(),
        ...(startAfter !== undefined && { startAfter }),
        ...(tx && {
          db: {
            executeSql: async (text: string, values: unknown[] = []) => ({
              rows: await tx.rows(anything, { text, values }),
            }),
          },
        }),
      };
      await boss.send(name, data, options).catch((error: unknown) => {
        // A transaction handles its own failures.
        throw tx ? error : (isBundled ? asUnavailable : asUnavailableServer)(error);
      });
      // A job sent within a transaction becomes visible a moment later; if that takes longer, polling finds it.
      if (startAfter === undefined) wake(name, tx ? 100 : 0);
    },
    async start() {
      await boss.start();
      for (const [name, job] of defined) {
        await ensureQueue(boss, name, job.options);
        if (isKeptByBoss(job)) await boss.schedule(name, job.cron, {}, { tz: 'UTC', singletonKey: 'schedule' });
        job.workerId = await work(name, job);
      }
      for (const { name } of await boss.getSchedules())
        if (!isKeptByBoss(defined.get(name))) await boss.unschedule(name);
      everyMinute();
      minutes = setInterval(everyMinute, MINUTE_MS);
    },
    stop(timeoutMs) {
      clearInterval(minutes);
      return boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

const isKeptByBoss = (job: Defined | undefined): job is Defined & { cron: string } =>
  job?.cron !== undefined && job.cron !== EVERY_MINUTE;

/** `stately`: of one key, at most one job waits and at most one runs. */
async function ensureQueue(
  boss: PgBoss,
  name: string,
  { retryLimit = 0, retryDelay, expireInSeconds = 900 }: JobOptions,
) {
  const options = {
    retryLimit,
    expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: 24 * 3_600,
    ...(retryDelay !== undefined && { retryDelay, retryBackoff: true }),
  };
  await boss.createQueue(name, { policy: 'stately', ...options });
  await boss.updateQueue(name, options);
}
