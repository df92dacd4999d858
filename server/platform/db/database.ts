import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { openBundled, refuseFormerVersion } from './bundled/bundled.ts';
import { createDb, type Db, sql } from './db.ts';
import { isNotAllowed, isUnavailable } from './errors.ts';
import { migrate, readsOnly } from './migrate.ts';
import { CONNECTION_SETTINGS, connectionKind, createPool, shownUrl } from './pool.ts';
import { checkTenantRole } from './rowLevelSecurity.ts';

/** The connections of pg-boss (platform/jobs/boss.ts), besides the two pools. */
export const JOB_CONNECTIONS = 2;
/** Connections that the bundled PostgreSQL allows besides: reports, commands and its own reserve. 40 in all by default. */
const SPARE_CONNECTIONS = 23;
/** A request that did not end in time may hold its connection: then the database ends it. */
const POOLS_CLOSE_MS = 1_000;

export type Database = {
  db: Db;
  /** A separate pool for records of terminals and devices, so that dashboards cannot keep them waiting. */
  ingestDb: Db;
  connectionString: string;
  isBundled: boolean;
  /** The state of the pools, and how often the bundled PostgreSQL was started again, for /metrics. */
  stats(): { connections: number; most: number; idle: number; waiting: number; restarts: number };
  close(): Promise<void>;
};

/**
 * Opens the database of the configuration, migrates it and checks that tenants are isolated. Throws a one-line error when that fails: wrong
 * address, newer schema, data directory in use. `onLost` is called once where the bundled PostgreSQL does not stay.
 */
export async function openDatabase(
  config: Config,
  log: FastifyBaseLogger,
  onLost?: (error: Error) => void,
): Promise<Database> {
  const { databaseConnections: max, databaseIngestConnections: ingestMax } = config;
  const most = max + ingestMax + JOB_CONNECTIONS;
  if (!config.databaseUrl) refuseFormerVersion(config.dataDir);
  const settings = { max_connections: String(most + SPARE_CONNECTIONS) };
  const bundled = config.databaseUrl
    ? undefined
    : await openBundled(config.dataDir, log, { settings, ...(onLost && { onLost }) });
  const connectionString = config.databaseUrl ?? bundled?.connectionString ?? '';
  let isClosing = false;
  // The bundled PostgreSQL that is stopped ends the connections.
  const onError = (error: Error) => isClosing || log.warn({ err: error }, 'a database connection broke');
  const kind = connectionKind(config);
  const pool = createPool({ connectionString, kind, max, onError });
  const ingestPool = createPool({
    connectionString,
    kind,
    max: ingestMax,
    onError,
    application_name: 'tallyboard-ingest',
  });
  const [db, ingestDb] = [createDb(pool, kind, bundled?.isDiskFull), createDb(ingestPool, kind, bundled?.isDiskFull)];

  const close = async () => {
    isClosing = true;
    const late = pause(POOLS_CLOSE_MS, undefined, { ref: false });
    await Promise.race([Promise.all([pool.end(), ingestPool.end()]), late]);
    await bundled?.close();
  };
  try {
    if (config.databaseUrl) await untilReachable(db, shownUrl(config.databaseUrl), log);
    if (bundled && (await readsOnly(db)))
      throw new Error(
        `DATA_DIR ${config.dataDir}: less than 256 MB are free on its disk. Make room, then start again.`,
      );
    if (config.databaseUrl) await checkConnection(db);
    const applied = await migrate(db).catch(explainOwner);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database schema is up to date');
    await checkTenantRole(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    ingestDb,
    connectionString,
    isBundled: bundled !== undefined,
    stats: () => ({
      connections: pool.totalCount + ingestPool.totalCount,
      most,
      idle: pool.idleCount + ingestPool.idleCount,
      waiting: pool.waitingCount + ingestPool.waitingCount,
      restarts: bundled?.restarts ?? 0,
    }),
    close,
  };
}

const PATIENCE_MS = 30_000;

/**
 * Waits until the database answers, because a machine that starts both may start the server first. Throws one line that names DATABASE_URL after 30
 * s, or at once when waiting will not help.
 */
async function untilReachable(db: Db, url: string, log: FastifyBaseLogger) {
  let hasWarned = false;
  for (const started = performance.now(); ; ) {
    try {
      await db.run(sql`select 1`);
      return;
    } catch (error) {
      const isOver = performance.now() - started > PATIENCE_MS;
      if (!isUnavailable(error) || isOver) throw explainConnecting(url, error);
      if (!hasWarned) log.warn(`${explainConnecting(url, error).message} Trying for ${PATIENCE_MS / 1_000} s.`);
      hasWarned = true;
      await pause(1_000);
    }
  }
}

const settingNames = ['TimeZone', 'statement_timeout', 'idle_in_transaction_session_timeout'] as const;
const connectionSettings = z.object({ name: z.enum(settingNames), value: z.string() });

/** Throws one line where a pooler or the server does not give connections the settings that figures and limits rely on. */
async function checkConnection(db: Db) {
  const found = await db.rows(
    connectionSettings,
    sql`select name, current_setting(name)::text as value from unnest(${[...settingNames]}::text[]) as name`,
  );
  const wrong = found.filter(({ name, value }) => CONNECTION_SETTINGS[name] !== value);
  if (wrong.length === 0) return;
  const shown = wrong.map(({ name, value }) => `${name} is ${value} instead of ${CONNECTION_SETTINGS[name]}`);
  throw new Error(
    `DATABASE_URL: the connection does not keep its settings: ${shown.join(', ')}. Behind a pooler set them for the user (docs/operating.md, A pooler).`,
  );
}

function explainOwner(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error && isNotAllowed(cause))) throw error;
  throw new Error(
    `DATABASE_URL: its user may not create tables (${cause.message}). Make it the owner of the database: createdb --owner USER NAME.`,
  );
}

function explainConnecting(url: string, error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reasons = cause instanceof AggregateError ? cause.errors : [cause];
  const reason = reasons.map((one) => (one instanceof Error ? one.message : String(one))).join(', ');
  return new Error(`DATABASE_URL: ${url} cannot be used: ${reason}.`);
}
