import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { createDb, type Db, raw, sql } from '#server/db/db.ts';
import { serveWire } from '#server/db/embedded/wire.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';

export type TestDatabase = {
  db: Db;
  pool: Pool;
  /** The connection string of a second pool (pg-boss, say). */
  connectionString: string;
  /** Empties every table but the list of migrations. */
  truncate(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A migrated, empty database of this test file's own: PGlite in memory behind the product's own wire, or, with TEST_DATABASE_URL, a
 * new database of a real PostgreSQL.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
    ? await createOnServer(process.env.TEST_DATABASE_URL)
    : await openInMemory();
  const pool = createPool({ connectionString: server.connectionString, max: 6 });
  const db = createDb(pool);
  // A no-op when the template was migrated already.
  await migrate(db);
  const tables = await db.rows(
    z.object({ name: z.string() }),
    sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'`,
  );
  const truncateAll = raw(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`);
  return {
    db,
    pool,
    connectionString: server.connectionString,
    truncate: async () => void (await db.run(truncateAll)),
    async close() {
      await pool.end();
      await server.close();
    },
  };
}

async function openInMemory() {
  const directory = await mkdtemp(join(tmpdir(), 'tb-test-'));
  const engine = await PGlite.create({ loadDataDir: await template() });
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

/** A migrated data directory as a tarball, made once for each state of the migrations and kept in the system's temp directory. */
async function template(): Promise<Blob> {
  const migrations = await readMigrations();
  const rules = await readFile(join(import.meta.dirname, '../../server/db/rowLevelSecurity.ts'));
  const state = createHash('sha256').update(rules);
  for (const { checksum } of migrations) state.update(checksum);
  const path = join(tmpdir(), `tb-template-${state.digest('hex').slice(0, 16)}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept) return new Blob([kept]);

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
  // Several test files may make it at once: the last rename wins, all are the same.
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, dump);
  await rename(fresh, path);
  return new Blob([dump]);
}

async function createOnServer(url: string) {
  const name = `tb_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
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
