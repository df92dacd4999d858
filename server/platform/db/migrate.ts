import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Db, raw, sql } from './db.ts';
import { protectTenantTables } from './rowLevelSecurity.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
const MIGRATION_DEADLINE_MS = 30 * 60_000;
/** An arbitrary constant: all migrating processes take the same lock. */
const MIGRATION_LOCK = 7_305_551;
/** Checksum of the first migration before all of them became the baseline 0001_init.sql. */
export const FORMER_FIRST = '844f1324678955ae41c522a56625678b386a595bd8689e1442dcbe75d27daa21';

export type Migration = { number: number; name: string; text: string; checksum: string };

/** Returns the numbered files of a directory in order: `NNNN_what.sql`. Throws on a gap or a repeated number, which is a bug. */
export async function readMigrations(directory = MIGRATIONS_DIR): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, i) => {
      if (Number(name.slice(0, 4)) !== i + 1) throw new Error(`Migration ${name} is not number ${i + 1}`);
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { number: i + 1, name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Brings the database up to the newest migration: each file in one transaction under one lock, so that several processes may start at once and a
 * crash leaves whole migrations only. Then row level security is applied to every tenant table. Throws a one-line error when the database is newer
 * than this version, or when a file was changed after it was applied. Returns the numbers that were applied now.
 */
export async function migrate(db: Db, migrations?: Migration[]): Promise<number[]> {
  const known = migrations ?? (await readMigrations());
  await refuseFormerSchema(db);
  await locked(db, (tx) =>
    tx.run(sql`create table if not exists schema_migration (
      number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`),
  );
  const done: number[] = [];
  for (const migration of known) {
    const isNew = await locked(db, async (tx) => {
      const applied = await tx.rows(
        appliedMigration,
        sql`select number, name, checksum from schema_migration order by number`,
      );
      refuseNewer(applied, known.length);
      const before = applied[migration.number - 1];
      if (before) return refuseChanged(before, migration);
      await tx.run(raw(migration.text));
      const { number, name, checksum } = migration;
      await tx.run(sql`insert into schema_migration (number, name, checksum) values (${number}, ${name}, ${checksum})`);
      return true;
    });
    if (isNew) done.push(migration.number);
  }
  await locked(db, protectTenantTables);
  return done;
}

/** Throws one line where the database has the migrations from before the baseline. Nothing in it is touched. */
export async function refuseFormerSchema(db: Db): Promise<void> {
  const exists = z.object({ exists: z.boolean() });
  const tables = await db.single(exists, sql`select to_regclass('schema_migration') is not null as exists`);
  if (!tables.exists) return;
  const former = await db.single(
    exists,
    sql`select exists (select from schema_migration where number = 1 and checksum = ${FORMER_FIRST}) as exists`,
  );
  if (former.exists)
    throw new Error(
      'The database was written by a version of Tallyboard before the baseline of 0.2.0, and stays as it is: make a backup with the version that wrote it (npm run backup -- FILE), and restore it with this one into an empty place (npm run restore -- FILE), as docs/operating.md says (Upgrading). Of a demo, delete the data directory.',
    );
}

/** Tells whether nothing can be written at present: the disk is nearly full, or the server is a replica. */
export const readsOnly = async (db: Db): Promise<boolean> =>
  (await db.single(z.object({ is: z.boolean() }), sql`select current_setting('transaction_read_only')::boolean as is`))
    .is;

/** Returns true for a PostgreSQL that replicates another one and cannot store anything. */
export const isStandby = async (db: Db): Promise<boolean> =>
  (await db.single(z.object({ is: z.boolean() }), sql`select pg_is_in_recovery() as is`)).is;

/** Returns how many migrations the database has applied, which shows that it answers and is set up. */
export async function countMigrations(db: Db): Promise<number> {
  const { count } = await db.single(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from schema_migration`,
  );
  return count;
}

const appliedMigration = z.object({ number: z.int(), name: z.string(), checksum: z.string() });

const locked = <T>(db: Db, fn: (tx: Db) => Promise<T>): Promise<T> =>
  db.tx(
    async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`);
      return fn(tx);
    },
    { deadlineMs: MIGRATION_DEADLINE_MS },
  );

function refuseNewer(applied: { number: number }[], known: number) {
  const newest = applied.at(-1)?.number ?? 0;
  if (newest > known)
    throw new Error(
      `The database is at migration ${newest}, this version of Tallyboard knows ${known}: start the newer version, or restore the backup made before the upgrade.`,
    );
}

function refuseChanged(applied: { name: string; checksum: string }, migration: Migration): false {
  if (applied.checksum !== migration.checksum)
    throw new Error(
      `Migration ${migration.name} was changed after this database applied it as ${applied.name}: restore the file as it was.`,
    );
  return false;
}
