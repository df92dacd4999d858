import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, type Pool } from 'pg';
import pino from 'pino';
import { z } from 'zod';
import { isPartitioned, partitionByAccount } from '#server/operations/instance/partition.sql.ts';
import { openBundled } from '#server/platform/db/bundled/bundled.ts';
import { plainEnvironment, prepareCluster } from '#server/platform/db/bundled/cluster.ts';
import { SERVER_ROLE } from '#server/platform/db/bundled/serverRole.ts';
import { createDb, type Db, raw, sql } from '#server/platform/db/db.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { createPool } from '#server/platform/db/pool.ts';

/** TEST_PARTITIONS: runs the tests on tables that `npm run partition` divided. */
const PARTITIONS = Number(process.env.TEST_PARTITIONS ?? 0);

export type TestDatabase = {
  db: Db;
  pool: Pool;
  /** The connection string for a second pool, such as pg-boss's. */
  connectionString: string;
  /** Empties every table but the list of migrations. */
  empty(): Promise<void>;
  close(): Promise<void>;
};

type Server = { connectionString: string; close(): Promise<void> };

/** The migrated, empty database of which others are copies; api.setup.ts makes it. */
export const TEMPLATE = 'template';

/**
 * Opens a migrated, empty database on the PostgreSQL of this run: the bundled one that api.setup.ts has started, or TEST_DATABASE_URL. A process
 * without either (the server of an end-to-end test) starts one of its own.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return connect(await createDatabase(url));
  const own = await startTestPostgres();
  const server = await createDatabase(own.url);
  return connect({ ...server, close: own.stop });
}

let shared: Promise<TestDatabase> | undefined;
/**
 * Opens the database that this worker's test files share, one after the other, with its connections: starting one takes longer than most files, and
 * each new connection reads the catalogue and the policies of every table anew. Closing it waits for what a file left running, and forgets the plans
 * that fitted its rows.
 */
export async function openSharedDatabase(): Promise<TestDatabase> {
  shared ??= createDatabase(process.env.TEST_DATABASE_URL ?? '').then(connect);
  const database = await shared;
  return { ...database, close: () => settle(database.pool) };
}

async function settle(pool: Pool) {
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await once(pool, 'release');
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query('discard plans')));
  for (const client of clients) client.release();
}

async function connect(server: Server): Promise<TestDatabase> {
  // On a busy machine a hundred simultaneous calls of a test may wait longer for one of the six than a request does in service.
  const pool = createPool({ connectionString: server.connectionString, max: 6, connectionTimeoutMillis: 25_000 });
  const db = createDb(pool);
  if (PARTITIONS > 0 && !(await isPartitioned(db))) await partitionByAccount(db, PARTITIONS);
  const tables = await db.rows(
    z.object({ name: z.string() }),
    sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'schema_migration'`,
  );
  // Truncating all of them takes five times as long; a large one is truncated nevertheless, because its dead rows would be read from then on.
  const deletes = tables.map(
    ({ name }) => `if exists (select from ${name}) then
      if pg_relation_size('${name}') > 1000000 then truncate ${name} cascade; else delete from ${name}; end if; end if;`,
  );
  // A function, because its statements are planned once, those of a `do` each time; in a schema of its own, so that it is in no list of the product's.
  // Tables and triggers refer to each other; in the replica role the order does not matter.
  const createEmptyAll = raw(`drop schema if exists emptying cascade; create schema emptying;
    create function emptying.empty_all() returns void language plpgsql set session_replication_role = replica
    as $$ begin ${deletes.join(' ')} end $$`);
  let created: Promise<unknown> | undefined;
  return {
    db,
    pool,
    connectionString: server.connectionString,
    async empty() {
      created ??= db.run(createEmptyAll);
      await created;
      await db.run(raw('select emptying.empty_all()'));
    },
    async close() {
      await pool.end();
      await server.close();
    },
  };
}

const databaseAt = (url: string, name: string) => {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
};

/** Runs statements outside any transaction, in a database of the server at `url`. */
export async function administer(url: string, ...statements: string[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const prefix = () => process.env.TEST_DATABASE_PREFIX ?? 'tb_test';
/** Makes the template of this run's databases. */
export async function createTemplate(url: string) {
  const name = `${prefix()}_${TEMPLATE}`;
  await administer(url, `create database ${name}`);
  const pool = createPool({ connectionString: databaseAt(url, name), max: 1 });
  await migrate(createDb(pool));
  await pool.end();
}

async function createDatabase(url: string): Promise<Server> {
  const name = `${prefix()}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await administer(url, `create database ${name} template ${prefix()}_${TEMPLATE}`);
  return {
    connectionString: databaseAt(url, name),
    // By force it may not end an autovacuum of the superuser, for which a plain one waits.
    close: () =>
      administer(url, `drop database if exists ${name}`).catch(() =>
        administer(url, `drop database if exists ${name} with (force)`),
      ),
  };
}

/** Settings for speed: a test loses nothing in a power cut. */
const UNSAFE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' };

/** Starts a bundled PostgreSQL with an empty data directory of its own, and the template in it. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = join(tmpdir(), `tb-postgres-${process.pid}-${Math.random().toString(36).slice(2, 8)}`);
  await giveDatabase(dataDir);
  // The tests make databases and roles, which the server's role may not.
  await asSuperuser(dataDir, [
    `alter role ${SERVER_ROLE} createdb createrole`,
    `grant tb_app to ${SERVER_ROLE} with admin option`,
    `grant set on parameter session_replication_role to ${SERVER_ROLE}`,
  ]);
  const bundled = await openBundled(dataDir, pino({ level: 'error' }), { settings: UNSAFE, minFreeBytes: 0 });
  const url = withDatabase(bundled.connectionString);
  const stop = async () => {
    await bundled.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    // The cluster's own database is migrated; no connection may use it while it is copied.
    await administer(databaseAt(url, 'template1'), `create database ${prefix()}_${TEMPLATE} template postgres`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Runs statements in PostgreSQL's single-user mode, in a data directory without a server: nobody can log in as the superuser. */
export async function asSuperuser(dataDir: string, statements: string[]) {
  const { directory, binaries, launch } = await prepareCluster(dataDir, { isDurable: false });
  const options = ['-c', 'exit_on_error=on', '-c', 'default_transaction_read_only=off'];
  const child = launch(binaries.postgres, ['--single', '-D', directory, ...options, 'postgres'], {
    env: plainEnvironment(binaries),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin?.end(statements.map((statement) => `${statement}\n`).join(''));
  const messages = child.stderr ? text(child.stderr) : Promise.resolve('');
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`PostgreSQL in single-user mode: ${await messages}`);
}

/** `postgresql://user:password@/postgres?host=...` has no host, which URL refuses. */
const withDatabase = (connectionString: string) => connectionString.replace('@/', '@localhost/');

/**
 * Gives a data directory the migrated, empty cluster of a former start: a first start takes a second of CPU. Made once for each state of the migrations
 * and user, in the system's temporary directory: another user's is not readable.
 */
export async function giveDatabase(dataDir: string) {
  const state = createHash('sha256');
  for (const file of ['rowLevelSecurity.ts', 'bundled/serverRole.ts'])
    state.update(readFileSync(join(import.meta.dirname, '../../server/platform/db', file)));
  for (const { checksum } of await readMigrations()) state.update(checksum);
  const owner = process.getuid?.() ?? 'user';
  const made = join(tmpdir(), `tb-cluster-${owner}-${state.digest('hex').slice(0, 16)}`);
  if (!existsSync(made)) {
    const fresh = `${made}.${process.pid}`;
    const bundled = await openBundled(fresh, pino({ level: 'error' }), { isDurable: false, minFreeBytes: 0 });
    const pool = createPool({ connectionString: bundled.connectionString, max: 1 });
    await migrate(createDb(pool));
    await pool.end();
    await bundled.close();
    // Several processes may make it at once: all are equal.
    try {
      renameSync(fresh, made);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  // Node's own copy does not keep the modes of directories, which PostgreSQL insists on.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
}
