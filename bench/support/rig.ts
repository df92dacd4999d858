import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { composeServices } from '#server/compose.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import type { Services } from '#server/platform/services.ts';
import { createInProcessJobs } from '#tests/support/jobs.ts';
import { UNLIMITED } from '#tests/support/limits.ts';

/** A server as in production, with the bundled PostgreSQL or BENCH_DATABASE_URL, on a port of its own and alone in its process. */
export type Rig = {
  app: FastifyInstance;
  database: Database;
  services: Services;
  origin: string;
  /** Carries out the jobs that were sent. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a server. `dist`: a built web application to serve; `clock`: the server's clock, if not the machine's. */
export async function openRig({ dist, clock = systemClock }: { dist?: string; clock?: Clock } = {}): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: process.env.BENCH_DATABASE_URL, LOG_LEVEL: 'error' };
  const config = { ...readConfig(env), rateLimits: UNLIMITED };
  const log = pino({ level: 'error' });
  const database = await openDatabase(config, log);
  const { db, ingestDb, connectionString } = database;
  const jobs = createInProcessJobs();
  const services = composeServices({ config, clock, db, ingestDb, connectionString, jobs, log });
  const app = await buildApp(services, {}, { dist });
  // In production a connection is closed after a thousand requests; the load keeps its connections, which a browser does not.
  app.server.maxRequestsPerSocket = 0;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    database,
    services,
    origin: `http://127.0.0.1:${port}`,
    drain: () => jobs.drain(),
    async close() {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No runs were counted');
  return middle;
};

/** Returns the milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Returns the milliseconds of CPU time that this process and its threads spend on `work`: the figure that a busy machine changes least. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const TICK_MS = 10;
/**
 * Returns the milliseconds of CPU time that the processes of PostgreSQL below this one have spent, those that have ended too; on Linux, from /proc.
 */
export function databaseCpu(): number {
  const ticks = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
      const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const own = rest.slice(9, 13).map(Number);
      return [{ pid, parent, name, ms: TICK_MS * own.reduce((sum, one) => sum + one, 0) }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const postmasters = ticks.filter(({ name, parent }) => name === 'postgres' && parent === String(process.pid));
  const ids = new Set(postmasters.map(({ pid }) => pid));
  return ticks.filter(({ pid, parent }) => ids.has(pid) || ids.has(parent ?? '')).reduce((sum, { ms }) => sum + ms, 0);
}

/** Does `work` and returns the most memory that this process held above what it held before, in bytes. */
export async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  await work().finally(() => clearInterval(watch));
  return peak - before;
}

export type Row = Record<string, string | number>;
/** Prints a Markdown table for docs/performance.md. */
export function printTable(title: string, rows: readonly Row[]) {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  console.log(`\n### ${title}\n\n${line(columns)}\n${line(columns.map(() => '---'))}`);
  for (const row of rows) console.log(line(columns.map((column) => row[column])));
}
export const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));
