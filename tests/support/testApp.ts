import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { composeServices } from '#server/compose.ts';
import type { Clock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/db.ts';
import { UNDECLARED } from '#server/platform/http/errors.ts';
import { loggedBy } from '#server/platform/http/requestLog.ts';
import type { Services } from '#server/platform/services.ts';
import { openSharedDatabase, type TestDatabase } from './database.ts';
import { createInProcessJobs, type InProcessJobs } from './jobs.ts';
import { UNLIMITED } from './limits.ts';
import { unknownIn } from './said.ts';

/** A Friday at 10:00 UTC: what the test clock says until a test sets it. */
export const TEST_NOW = '2026-11-20T10:00:00Z';

/** The cheapest password hashes that the server accepts. */
const TEST_ENVIRONMENT = { PUBLIC_URL: 'https://tallyboard.test', PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' };

type TestClock = Clock & { set(instant: string): void; advance(ms: number): void };
function createTestClock(start = TEST_NOW): TestClock {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (instant) => {
      at = new Date(instant);
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}

type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A session token, device token or sync key. */
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestApp = {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly services: Services;
  readonly clock: TestClock;
  readonly jobs: InProcessJobs;
  /** The folder of this file's server for backups and the outbox, deleted afterwards. */
  readonly dataDir: string;
  readonly connectionString: string;
  /** Asks the server without a socket: `t.ask('/v2/session', { token })`. A GET unless there is a body or a method. */
  ask(url: string, options?: Ask): Promise<LightMyRequestResponse>;
};

const undeclaredLine = z.object({
  msg: z.literal(UNDECLARED),
  method: z.string(),
  route: z.string(),
  errorCode: z.string(),
});
/** The log of requests: notes the refusals that their endpoint does not declare, and shows all where TEST_LOG asks. */
const refusalsLog = (undeclared: Set<string>) =>
  pino(
    { level: 'warn' },
    {
      write(line) {
        if (process.env.TEST_LOG) process.stdout.write(line);
        const { data } = undeclaredLine.safeParse(JSON.parse(line));
        if (data) undeclared.add(`${data.method} ${data.route} ${data.errorCode}`);
      },
    },
  );

type Options = {
  /** Variables as in the environment. */
  env?: Record<string, string>;
  /** Replaces some of the services. */
  services?: Partial<Services>;
};

/**
 * The server of one test file, on the database of its worker, which is emptied before each test. Call it once at the top of the file:
 * `const t = useTestApp()`. The clock stands at TEST_NOW until `t.clock` is set; jobs run when `t.jobs.drain()` is awaited.
 */
export function useTestApp({ env = {}, services: replaced = {} }: Options = {}): TestApp {
  const clock = createTestClock();
  const dataDir = mkdtempSync(join(tmpdir(), 'tb-data-'));
  let database: TestDatabase;
  let jobs: InProcessJobs;
  let services: Services;
  let app: FastifyInstance;
  const undeclared = new Set<string>();
  const unknown = new Set<string>();

  beforeAll(async () => {
    database = await openSharedDatabase();
    jobs = createInProcessJobs();
    const config = {
      ...readConfig({ ...TEST_ENVIRONMENT, DATA_DIR: dataDir, ...env }),
      rateLimits: UNLIMITED,
      // What differs between the two databases differs in tests.
      databaseUrl: process.env.TEST_DATABASE_URL,
    };
    const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
    services = {
      ...composeServices({ config, clock, db: database.db, connectionString: database.connectionString, jobs, log }),
      ...replaced,
    };
    app = await buildApp(services, loggedBy(refusalsLog(undeclared)));
    await app.ready();
  });
  beforeEach(async () => {
    clock.set(TEST_NOW);
    jobs.waiting.length = 0;
    await database.empty();
  });
  afterAll(async () => {
    await app?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
    if (unknown.size > 0) throw new Error(`Refusals that no catalogue can have:\n${[...unknown].sort().join('\n')}`);
    if (undeclared.size > 0)
      throw new Error(`Refusals that the contract does not declare:\n${[...undeclared].sort().join('\n')}`);
  });

  return {
    clock,
    dataDir,
    get app() {
      return app;
    },
    get db() {
      return database.db;
    },
    get services() {
      return services;
    },
    get jobs() {
      return jobs;
    },
    get connectionString() {
      return database.connectionString;
    },
    async ask(url, { method, token, body, headers = {} } = {}) {
      const answer = await app.inject({
        url,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...headers, ...(token && { authorization: token }) },
        ...(body !== undefined && { payload: body as object }),
      });
      if (answer.statusCode >= 400 && answer.body.startsWith('{'))
        for (const text of unknownIn(answer.json())) unknown.add(text);
      return answer;
    },
  };
}
