import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Db, raw, sql } from '../db.ts';

const TICK_MS = 10_000;
const CHECKPOINT_MS = 5 * 60_000;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const VACUUM_MS = 24 * 3_600_000;
const VACUUM_BYTES = 256 * 1024 * 1024;
/** A table is analysed again after this many of its rows have changed, plus a tenth of them, as by PostgreSQL's autovacuum. */
const ANALYZE_ROWS = 500;

const position = z.object({ written: z.number(), sinceCheckpoint: z.number() });

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks: a checkpoint every 5 minutes or 64 MB, so that the log does not grow and a
 * start after a crash takes seconds; ANALYZE of tables that changed much, because without statistics the planner joins row by row; VACUUM of one
 * table after the other, nightly and after many writes. `db` should have a connection of its own.
 */
export function startMaintenance(db: Db, log: FastifyBaseLogger) {
  let lastCheckpoint = performance.now();
  let lastVacuum = performance.now();
  /** The position in the log; undefined until it is first read. */
  let vacuumedAt: number | undefined;
  let stopped = false;
  let running = Promise.resolve();

  const tick = async () => {
    const { written, sinceCheckpoint } = await walPosition(db);
    vacuumedAt ??= written;
    const now = performance.now();
    if (written - vacuumedAt > VACUUM_BYTES || now - lastVacuum > VACUUM_MS) {
      await vacuumAll(db, () => stopped);
      vacuumedAt = written;
      lastVacuum = now;
    }
    await analyzeChanged(db, () => stopped);
    const due = sinceCheckpoint > CHECKPOINT_BYTES || (sinceCheckpoint > 0 && now - lastCheckpoint > CHECKPOINT_MS);
    if (due) {
      await checkpoint(db);
      lastCheckpoint = now;
    }
  };
  const timer = setInterval(() => {
    running = running
      .then(() => (stopped ? undefined : tick()))
      .catch((error) => log.warn({ err: error }, 'database maintenance failed'));
  }, TICK_MS);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Returns the bytes of log written in all, and since the last checkpoint began. */
export const walPosition = (db: Db) =>
  db.single(
    position,
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as written,
          pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as "sinceCheckpoint" from pg_control_checkpoint()`,
  );

// The watchdog reads this deadline for a statement outside a transaction (wire.ts).
const PATIENT = '/* deadline = 600000 */';

/** Analyses the tables that have changed much since the last time. */
export async function analyzeChanged(db: Db, isStopped = () => false) {
  const tables = await db.rows(
    z.object({ name: z.string() }),
    sql`select format('%I.%I', schemaname, s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
        where s.n_mod_since_analyze > ${ANALYZE_ROWS} + 0.1 * greatest(c.reltuples, 0) order by 1`,
  );
  for (const { name } of tables) if (!isStopped()) await db.run(raw(`${PATIENT} analyze ${name}`));
}

export const checkpoint = (db: Db) => db.run(raw(`${PATIENT} checkpoint`));

/** Vacuums every table, and analyses those that have changed since: two statements, because others are served between them. */
export async function vacuumAll(db: Db, isStopped = () => false) {
  const tables = await db.rows(
    z.object({ name: z.string(), isChanged: z.boolean() }),
    sql`select format('%I.%I', n.nspname, c.relname) as name, s.last_analyze is null or s.n_mod_since_analyze > 0 as "isChanged"
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_all_tables s on s.relid = c.oid
        where c.relkind = 'r' and n.nspname in ('public', 'pgboss', 'pg_catalog') and not c.relisshared order by 1`,
  );
  for (const { name, isChanged } of tables) {
    if (!isStopped()) await db.run(raw(`${PATIENT} vacuum ${name}`));
    if (!isStopped() && isChanged) await db.run(raw(`${PATIENT} analyze ${name}`));
  }
}
