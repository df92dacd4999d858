import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { Message } from '#contract/platform/words.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { Refusal } from '../platform/http/errors.ts';
import type { MadeFile, ReportJob } from './makeFile.ts';
import type { ReportDatabase } from './reportPool.ts';

/** A message to a thread, and its answer to a job. */
export type ThreadOrder = { make: ReportJob } | 'stop';
export type ThreadAnswer =
  | { made: MadeFile[] }
  | { refusal: { errorCode: ErrorCode; said: string | Message; retryAfter: number | undefined } }
  | { failure: { message: string; stack?: string | undefined } };

type OneReport = Omit<ReportJob, 'reportTypes'> & { request: ReportRequest };
/** `file` is deleted when it has been read to its end or is destroyed. */
export type Report = Omit<MadeFile, 'path'> & { file: Readable };
export type ReportThreads = {
  make(job: OneReport, signal: AbortSignal): Promise<Report>;
  /** Makes reports of the same days in one pass over these; in the order of their types. */
  makeAll(job: ReportJob, signal: AbortSignal): Promise<Report[]>;
  close(): Promise<void>;
};

/** A thread that is told to stop deletes what it has written; one that has not answered after this time is terminated. */
const PATIENCE_MS = 10_000;
/**
 * The heap for a day of some 10,000 employees; without a limit the garbage collector would let it grow. A larger account's report is made again
 * with more.
 */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 96 };
const MORE_MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1_024 };
/** How long an idle thread waits for the next report: starting one takes a moment, keeping one takes memory. */
const IDLE_MS = 30_000;

/**
 * Makes reports in threads, each with its own connection, because judging and writing hundreds of thousands of rows must not delay the dashboard. The
 * caller limits how many run at once.
 */
export function createReportThreads(database: ReportDatabase): ReportThreads {
  const all = new Set<Worker>();
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];

  const start = (resourceLimits: typeof MEMORY) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: database,
      resourceLimits,
    });
    all.add(worker);
    worker.once('exit', () => all.delete(worker));
    return worker;
  };
  const take = () => {
    const free = idle.pop();
    if (!free) return start(MEMORY);
    clearTimeout(free.timer);
    free.worker.ref();
    return free.worker;
  };
  const giveBack = (worker: Worker) => {
    if (!all.has(worker)) return;
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((free) => free.worker === worker),
        1,
      );
      void worker.terminate();
    }, IDLE_MS).unref();
    worker.unref();
    idle.push({ worker, timer });
  };

  const makeAll: ReportThreads['makeAll'] = async (job, signal) => {
    const worker = take();
    const answer = await ask(worker, job, signal).catch(async (error) => {
      if (!isOutOfMemory(error)) throw error;
      const larger = start(MORE_MEMORY);
      return ask(larger, job, signal).finally(() => larger.terminate());
    });
    giveBack(worker);
    if ('refusal' in answer) {
      const { errorCode, said, retryAfter } = answer.refusal;
      throw new Refusal(errorCode, said, retryAfter === undefined ? {} : { retryAfter });
    }
    if ('failure' in answer) throw Object.assign(new Error(answer.failure.message), { stack: answer.failure.stack });
    return answer.made.map(({ path, ...about }) => {
      const file = createReadStream(path);
      file.once('close', () => void rm(dirname(path), { recursive: true, force: true }));
      return { file, ...about };
    });
  };
  return {
    makeAll,
    async make(job, signal) {
      const [report] = await makeAll({ ...job, reportTypes: [job.request.reportType] }, signal);
      if (!report) throw new Error('A report was not made');
      return report;
    },
    async close() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Runs one job, until its answer or the end of the thread. */
function ask(worker: Worker, job: ReportJob, signal: AbortSignal): Promise<ThreadAnswer> {
  const order = (message: ThreadOrder) => worker.postMessage(message);
  return new Promise<ThreadAnswer>((resolve, reject) => {
    let patience: NodeJS.Timeout | undefined;
    const stop = () => {
      order('stop');
      patience = setTimeout(() => void worker.terminate(), PATIENCE_MS).unref();
    };
    const done = (settle: () => void) => {
      clearTimeout(patience);
      signal.removeEventListener('abort', stop);
      worker.off('message', answered).off('error', failed).off('exit', ended);
      settle();
    };
    const answered = (answer: ThreadAnswer) => done(() => resolve(answer));
    const failed = (error: Error) => done(() => reject(error));
    const ended = (code: number) => done(() => reject(new Error(`The report thread ended with ${code}`)));
    worker.on('message', answered).on('error', failed).on('exit', ended);
    signal.addEventListener('abort', stop, { once: true });
    order({ make: job });
  });
}
