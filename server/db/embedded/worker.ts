import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DURABLE_START, DurableNodeFS, syncTree } from './durableFs.ts';
import { createGauges } from './gauges.ts';
import { query } from './messages.ts';
import { freeBytes } from './place.ts';
import { type Engine, serveWire } from './wire.ts';

/** The input that the thread is started with. */
export type WorkerInput = {
  database: string;
  socketPath: string;
  memory: SharedArrayBuffer;
  unsafe: boolean;
  minFreeBytes: number;
};
/** A message of the thread. */
export type WorkerReport = { kind: 'ready'; created: boolean } | { kind: 'space'; low: boolean } | { kind: 'closed' };

/** The thread's exit code when the disk did not confirm a write. */
const SYNC_FAILED = 74;

/** Runs the embedded database, PGlite, in a thread of its own, so that the server's event loop never waits for it. */
const { database, socketPath, memory, unsafe, minFreeBytes } = workerData as WorkerInput;
const gauges = createGauges(memory);
const report = (message: WorkerReport) => parentPort?.postMessage(message);

const open = (directory: string) =>
  PGlite.create({
    fs: new DurableNodeFS(directory, {
      onSync: gauges.countSync,
      onNoSpace: gauges.noteNoSpace,
      // At the next start its log decides which commits exist; this thread acknowledges nothing more.
      onSyncFailed: () => process.exit(SYNC_FAILED),
    }),
    startParams: DURABLE_START,
  });

const created = !existsSync(database);
if (created) {
  // Created under another name and renamed once it is on disk: an interrupted first start leaves nothing that looks like a database.
  const fresh = `${database}.new`;
  const first = await open(fresh);
  await first.close();
  syncTree(fresh);
  renameSync(fresh, database);
  syncTree(database);
}
const pg = await open(database);
await testSync();

const engine: Engine = {
  async execute(messages, onRawData) {
    if (!pg.isInTransaction()) await guardSpace();
    await pg.execProtocolRawStream(messages, { syncToFs: false, onRawData });
  },
  isInTransaction: () => pg.isInTransaction(),
};
rmSync(socketPath, { force: true });
const wire = await serveWire({ path: socketPath, engine, onBusy: gauges.begin, onIdle: gauges.end });
report({ kind: 'ready', created });

parentPort?.once('message', async () => {
  await wire.close();
  await pg.close();
  report({ kind: 'closed' });
});

/** Checks at every start that a commit reaches the disk, by counting fsyncs, because an upgrade of PGlite may lose the hook. */
async function testSync() {
  const before = gauges.read().syncs;
  await pg.exec(`comment on database postgres is 'opened ${performance.timeOrigin}'`);
  if (gauges.read().syncs === before && !unsafe)
    throw new Error(
      'The embedded database does not wait for the disk: it would lose data at a power cut. EMBEDDED_UNSAFE=1 starts it anyway.',
    );
}

/** Checks the free space at most once a second, between transactions: below the limit, transactions are read-only (SQLSTATE 25006, a 503). */
async function guardSpace() {
  const now = performance.now();
  if (now < (guardSpace.next ?? 0)) return;
  guardSpace.next = now + 1_000;
  const free = freeBytes(dirname(database));
  const low = free < (guardSpace.low ? minFreeBytes * 1.125 : minFreeBytes);
  if (low === guardSpace.low) return;
  guardSpace.low = low;
  await pg.execProtocolRawStream(query(`set default_transaction_read_only = ${low ? 'on' : 'off'}`), {
    syncToFs: false,
    onRawData: () => {},
  });
  report({ kind: 'space', low });
}
guardSpace.next = 0;
guardSpace.low = false;
