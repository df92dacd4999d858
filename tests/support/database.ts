import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { createDb, type Db, raw, sql } from '#server/db/db.ts';
import { serveWire } from '#server/db/embedded/wire.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { isPartitioned, partitionByAccount } from '#server/instance/partition.sql.ts';

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
const startServer = (): Promise<Server> =>
  process.env.TEST_DATABASE_URL ? createOnServer(process.env.TEST_DATABASE_URL) : openInMemory();

/**
 * Opens a migrated, empty database: PGlite in memory behind the product's own wire protocol or, with TEST_DATABASE_URL, a new database on a real
 * PostgreSQL.
 */
export const openTestDatabase = async () => connect(await startServer());

let shared: Promise<Server> | undefined;
/** Opens the database that this worker's test files share, one after the other: starting one takes longer than most files. */
export async function openSharedDatabase(): Promise<TestDatabase> {
  shared ??= startServer();
  const { connectionString } = await shared;
  return connect({ connectionString, close: async () => undefined });
}

async function connect(server: Server): Promise<TestDatabase> {
  // On a busy machine a hundred simultaneous calls of a test may wait longer for one of the six than a request does in service.
  const pool = createPool({ connectionString: server.connectionString, max: 6, connectionTimeoutMillis: 25_000 });
  const db = createDb(pool);
  // Does nothing if the template was migrated already.
  await migrate(db);
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

async function openInMemory(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'tb-test-'));
  const engine = await PGlite.create({ loadDataDir: new Blob([await readFile(await template())]) });
  const wire = await serveWire({
    path: join(directory, '.s.PGSQL.5432'),
    engine: {
      execute: (messages, onRawData) => engine.execProtocolRawStream(messages, { syncToFs: false, onRawData }),
      isInTransaction: () => engine.isInTransaction(),
    },
  });
  return {
    connectionString: `postgresql://postgres@/postgres?host=${encodeURIComponent(directory)}`,
    async close() {
      await wire.close();
      await engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the path of a tarball of a migrated database, made once for each state of the migrations and kept in the system's temporary directory. */
async function template(): Promise<string> {
  const migrations = await readMigrations();
  const rules = await readFile(join(import.meta.dirname, '../../server/db/rowLevelSecurity.ts'));
  const state = createHash('sha256').update(rules);
  for (const { checksum } of migrations) state.update(checksum);
  const path = join(tmpdir(), `tb-template-${state.digest('hex').slice(0, 16)}.tar`);
  if (existsSync(path)) return path;

  const directory = await mkdtemp(join(tmpdir(), 'tb-template-'));
  const engine = await PGlite.create();
  const wire = await serveWire({
    path: join(directory, '.s.PGSQL.5432'),
    engine: {
      execute: (messages, onRawData) => engine.execProtocolRawStream(messages, { syncToFs: false, onRawData }),
      isInTransaction: () => engine.isInTransaction(),
    },
  });
  const pool = createPool({ host: directory, user: 'postgres', database: 'postgres' });
  await migrate(createDb(pool), migrations);
  await pool.end();
  await wire.close();
  await engine.exec('checkpoint');
  const dump = Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer());
  await engine.close();
  await rm(directory, { recursive: true, force: true });
  // Several test files may make it at once: the last rename wins, and all are equal.
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, dump);
  await rename(fresh, path);
  return path;
}

/** Gives a data directory the migrated, empty embedded database of a former start: the first start takes seconds to make it. */
export async function giveDatabase(dataDir: string) {
  const database = join(dataDir, 'database');
  await mkdir(database, { recursive: true, mode: 0o700 });
  await promisify(execFile)('tar', ['--extract', '--file', await template(), '--directory', database]);
}

async function createOnServer(url: string): Promise<Server> {
  const name = `${process.env.TEST_DATABASE_PREFIX ?? 'tb_test'}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const admin = async (statement: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  return { connectionString: target.href, close: () => admin(`drop database if exists ${name} with (force)`) };
}
