import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createDb } from '../db/db.ts';
import { createPool, STATEMENT_DEADLINE_MS } from '../db/pool.ts';
import { refusalOf } from '../http/errors.ts';
import { makeFiles, type ReportJob } from './makeFile.ts';
import type { ReportDatabase, ThreadAnswer, ThreadOrder } from './reportThread.ts';

/** The thread in which reports are made, one after the other; reportThread.ts starts it and waits for the answer to each job. */

// On Linux this is the priority of this thread alone, so that dashboards are served first.
if (process.platform === 'linux') setPriority(0, 10);

// Sent by reportThread.ts in the same process, like the jobs.
const { connectionString, kind } = workerData as ReportDatabase;
// The day that is loaded ahead waits for the one connection as long as a statement about the others may take.
const connectionTimeoutMillis = STATEMENT_DEADLINE_MS + 10_000;
const application_name = 'tallyboard-report';
const db = createDb(createPool({ connectionString, kind, max: 1, application_name, connectionTimeoutMillis }), kind);
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
        const { errorCode, message, retryAfter } = refusal;
        return { refusal: { errorCode, message, retryAfter } };
      }
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { failure: { message, stack } };
    },
  );
}
