import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createDb } from '../platform/db/db.ts';
import { refusalOf } from '../platform/http/errors.ts';
import { makeFiles, type ReportJob } from './makeFile.ts';
import { createReportPool, type ReportDatabase } from './reportPool.ts';
import type { ThreadAnswer, ThreadOrder } from './reportThread.ts';

/** The thread in which reports are made, one after the other; reportThread.ts starts it and waits for the answer to each job. */

// On Linux this is the priority of this thread alone, so that dashboards are served first.
if (process.platform === 'linux') setPriority(0, 10);

// Sent by reportThread.ts in the same process, like the jobs.
const database = workerData as ReportDatabase;
const db = createDb(createReportPool(database), database.kind);
let stopped = new AbortController();

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'stop') stopped.abort();
  else void make(order.make).then((answer) => parentPort?.postMessage(answer));
});

function make(job: ReportJob): Promise<ThreadAnswer> {
  stopped = new AbortController();
  return makeFiles(db, job, stopped.signal).then(
    (made) => ({ made }),
    (error) => {
      const refusal = refusalOf(error);
      if (refusal) {
        const { errorCode, said, retryAfter } = refusal;
        return { refusal: { errorCode, said, retryAfter } };
      }
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { failure: { message, stack } };
    },
  );
}
