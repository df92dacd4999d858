import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createAuthenticate } from '#server/access/session/authenticate.ts';
import { buildApp } from '#server/app.ts';
import { createDb } from '#server/platform/db/db.ts';
import { createPool } from '#server/platform/db/pool.ts';
import type { Services } from '#server/platform/services.ts';
import { createInProcessJobs } from './jobs.ts';
import type { TestApp } from './testApp.ts';

/** Faults at a statement: its connection breaks, it is cancelled, it is the victim of a deadlock; or no connection is free. */
export const DATABASE_FAULTS = ['cut', 'cancelled', 'deadlock', 'full'] as const;
type Fault = (typeof DATABASE_FAULTS)[number];
type Ask = (...args: unknown[]) => unknown;

const raising = (code: string, message: string) =>
  `do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`;
const INSTEAD = {
  cancelled: raising('57014', 'canceling statement due to statement timeout'),
  deadlock: raising('40P01', 'deadlock detected'),
};

/**
 * A second server of a test file, beside `t` and on its database, whose n-th statement from now fails once. Call it once at the top of the file:
 * `const faulty = useFaultyApp(t)`.
 */
export function useFaultyApp(t: TestApp) {
  let database: ReturnType<typeof createFaultyDb>;
  let services: Services;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = createFaultyDb(t.connectionString);
    const { db } = database;
    const jobs = createInProcessJobs();
    services = { ...t.services, db, ingestDb: db, jobs, authenticate: createAuthenticate(db) };
    app = await buildApp(services);
  });
  afterAll(async () => {
    await app?.close();
    await database?.close();
  });
  return {
    get app() {
      return app;
    },
    get services() {
      return services;
    },
    arm: (fault: Fault, at: number) => database.arm(fault, at),
    hasFired: () => database.hasFired(),
  };
}

/** Returns a database whose n-th statement from now (for 'full', whose n-th connection) fails once. */
function createFaultyDb(connectionString: string) {
  const pool = createPool({ connectionString, max: 4 });
  let armed: { fault: Fault; left: number } | undefined;
  const isNow = (...faults: Fault[]) => {
    if (!armed || !faults.includes(armed.fault) || --armed.left > 0) return undefined;
    const { fault } = armed;
    armed = undefined;
    return fault;
  };

  pool.on('connect', (client) => {
    const ask: Ask = client.query.bind(client) as Ask;
    const query: Ask = (...args) => {
      const fault = isNow('cut', 'cancelled', 'deadlock');
      if (fault === undefined) return ask(...args);
      if (fault !== 'cut')
        return ask(INSTEAD[fault as 'cancelled'], ...args.filter((arg) => typeof arg === 'function'));
      // pg's types lack its connection.
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      return ask(...args);
    };
    Object.assign(client, { query });
  });
  const connect: Ask = pool.connect.bind(pool) as Ask;
  Object.assign(pool, {
    connect: (callback?: Ask) => {
      if (isNow('full') === undefined) return connect(...(callback ? [callback] : []));
      const error = new Error('timeout exceeded when trying to connect');
      return callback ? callback(error, undefined, () => {}) : Promise.reject(error);
    },
  });

  return {
    db: createDb(pool),
    arm(fault: Fault, at: number) {
      armed = { fault, left: at };
    },
    /** Tells whether the fault has happened, and cancels it otherwise. */
    hasFired() {
      const fired = armed === undefined;
      armed = undefined;
      return fired;
    },
    close: () => pool.end(),
  };
}
