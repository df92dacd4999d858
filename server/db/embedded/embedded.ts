import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { createGauges, gaugeMemory } from './gauges.ts';
import { lockDataDir } from './lock.ts';
import { MIN_FREE_BYTES, prepareDataDir } from './place.ts';
import type { WorkerInput, WorkerReport } from './worker.ts';

export type Embedded = {
  /** Any number of pools may connect with it; their transactions are served one at a time. */
  connectionString: string;
  /** How often the thread hung or broke, was ended and was started again. */
  readonly reopened: number;
  close(): Promise<void>;
};

const TICK_MS = 250;
/** The engine spins after a write met a full disk: the usual deadline would only prolong the outage. */
const NO_SPACE_DEADLINE_MS = 2_000;
const REOPEN_PAUSES_MS = [0, 250, 500, 1_000, 2_000];

/**
 * Opens the embedded database of a data directory for this process alone (throws DataDirInUse) and keeps it open: a statement that exceeds its
 * deadline, a full disk or a crash end its thread, and a new thread opens the same files. Everything that was acknowledged is on disk.
 */
export async function openEmbedded(
  dataDir: string,
  log: FastifyBaseLogger,
  { unsafe = false, minFreeBytes = MIN_FREE_BYTES } = {},
): Promise<Embedded> {
  const { database, socketDir } = prepareDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  const socketPath = join(socketDir, '.s.PGSQL.5432');
  let closing = false;
  let reopened = 0;
  let running: Running;
  let reopening = Promise.resolve();

  const start = () =>
    run({ database, socketPath, unsafe, minFreeBytes }, log, (reason) => {
      if (!closing) reopening = reopen(reason);
    });
  const reopen = async (reason: string) => {
    log.error({ reason }, 'the embedded database is opened again');
    for (let attempt = 0; !closing; attempt++) {
      await pause(REOPEN_PAUSES_MS[Math.min(attempt, REOPEN_PAUSES_MS.length - 1)] ?? 0);
      if (closing) return;
      try {
        running = await start();
        reopened++;
        log.info('the embedded database is open again');
        return;
      } catch (error) {
        log.error({ err: error, attempt }, 'the embedded database cannot be opened');
      }
    }
  };

  try {
    running = await start();
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    connectionString: `postgresql://postgres@/postgres?host=${encodeURIComponent(socketDir)}`,
    get reopened() {
      return reopened;
    },
    async close() {
      closing = true;
      // A thread that is still opening the files must be closed as well: the caller may remove them next.
      await reopening;
      await running.close();
      rmSync(socketPath, { force: true });
      lock.release();
      if (socketDir !== dataDir) rmSync(socketDir, { recursive: true, force: true });
    },
  };
}

type Running = { close(): Promise<void> };

/** Runs the thread once. Rejects when it cannot open the database; afterwards `onEnd` is called once if the thread ends by itself. */
function run(
  input: Omit<WorkerInput, 'memory'>,
  log: FastifyBaseLogger,
  onEnd: (reason: string) => void,
): Promise<Running> {
  const memory = gaugeMemory();
  // Node 24 (V8 13.6) has ended the whole process while it freed WebAssembly code that had since been optimised ('Check failed:
  // jit_page_->allocations_.erase(addr) == 1'). Keeping that code costs some 10 MB.
  setFlagsFromString('--no-wasm-code-gc');
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...input, memory } satisfies WorkerInput,
  });
  const gauges = createGauges(memory);
  let ready = false;
  let over = false;
  let closed = () => {};

  return new Promise((resolve, reject) => {
    const end = async (reason: string, error?: Error) => {
      if (over) return;
      over = true;
      clearInterval(watchdog);
      await worker.terminate();
      if (ready) onEnd(reason);
      else reject(error ?? new Error(`The embedded database could not be opened: ${reason}`));
    };
    const watchdog = watch(gauges, (reason) => void end(reason));
    worker.on('error', (thrown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      void end(error.message, error);
    });
    worker.on('exit', (code) => void end(`its thread ended with code ${code}`));
    worker.on('message', (report: WorkerReport) => {
      if (report.kind === 'space' && report.low)
        log.error('less than 256 MB are free: nothing is written until space is made');
      if (report.kind === 'space' && !report.low) log.warn('there is free space again: writing goes on');
      if (report.kind === 'closed') closed();
      if (report.kind !== 'ready') return;
      ready = true;
      resolve({
        async close() {
          if (over) return;
          const done = new Promise<void>((resolveClosed) => {
            closed = resolveClosed;
          });
          worker.postMessage('close');
          await Promise.race([done, pause(8_000)]);
          over = true;
          clearInterval(watchdog);
          await worker.terminate();
        },
      });
    });
  });
}

/** Calls `onStall` once when a batch exceeds its deadline. Time during which this thread itself was blocked does not count. */
function watch(gauges: ReturnType<typeof createGauges>, onStall: (reason: string) => void): NodeJS.Timeout {
  let seen = -1;
  let busyMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsed = Math.min(now - last, 2 * TICK_MS);
    last = now;
    const { busy, batch, deadlineMs, noSpace } = gauges.read();
    busyMs = busy && batch === seen ? busyMs + elapsed : 0;
    seen = batch;
    const limit = noSpace ? Math.min(deadlineMs, NO_SPACE_DEADLINE_MS) : deadlineMs;
    if (noSpace && !busy) onStall('the disk is full');
    else if (busyMs > limit) onStall(`a statement took longer than ${limit} ms`);
  }, TICK_MS);
  return timer.unref();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
