import { z } from 'zod';
import { type Db, raw, sql } from '../../platform/db/db.ts';
import { protectTenantTables } from '../../platform/db/rowLevelSecurity.ts';

/** The tables that grow with every punch and act. */
const GROWING = ['clock_record', 'day_fact', 'piecework_entry', 'audit_entry', 'audit_link', 'rejected_line'] as const;
export const MOST_PARTITIONS = 256;

const definition = z.object({ name: z.string(), definition: z.string() });

/**
 * Divides the growing tables of an installation by account into `count` partitions each, with their keys, indexes, triggers and rows. One
 * transaction; throws where they are partitioned already. No server may run meanwhile: its statements would wait, and fail.
 */
export async function partitionByAccount(db: Db, count: number): Promise<void> {
  await db.tx(
    async (tx) => {
      if (await isPartitioned(tx)) throw new Error('the tables are partitioned already.');
      for (const table of GROWING) await partition(tx, table, count);
      await protectTenantTables(tx);
    },
    { deadlineMs: 24 * 3_600_000 },
  );
  for (const table of GROWING) await db.run(raw(`analyze ${table}`));
}

/** Tells whether the growing tables are partitioned. */
export const isPartitioned = async (db: Db) =>
  (await db.first(z.object({}), sql`select from pg_class where oid = 'clock_record'::regclass and relkind = 'p'`)) !==
  undefined;

/** Returns the number of other connections to the database of a PostgreSQL. */
export const otherConnections = async (db: Db) =>
  (
    await db.single(
      z.object({ n: z.int() }),
      sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  ).n;

async function partition(tx: Db, table: string, count: number) {
  const run = (statement: string) => tx.run(raw(statement));
  const definitions = (query: ReturnType<typeof sql>) => tx.rows(definition, query);
  const constraints = await definitions(sql`select conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u', 'c', 'f') order by contype desc, conname`);
  const indexes =
    await definitions(sql`select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`);
  const triggers = await definitions(sql`select tgname::text as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal order by tgname`);
  // They take a row of the table as their argument, which must now be the new table's.
  const functions =
    await definitions(sql`select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_type t on t.oid = any(p.proargtypes) where t.typrelid = ${table}::regclass`);
  const { options } = await tx.single(
    z.object({ options: z.string().nullable() }),
    sql`select array_to_string(reloptions, ', ') as options from pg_class where oid = ${table}::regclass`,
  );

  for (const { name } of functions) await run(`drop function ${name}`);
  await run(`alter table ${table} rename to whole_table`);
  for (const { name } of constraints) await run(`alter table whole_table drop constraint ${name}`);
  for (const { name } of indexes) await run(`drop index ${name}`);
  await run(
    `create table ${table} (like whole_table including defaults including generated including identity including storage)
      partition by hash (account_id)`,
  );
  for (let n = 0; n < count; n++)
    await run(`create table ${table}_${n} partition of ${table} for values with (modulus ${count}, remainder ${n})
      ${options ? `with (${options})` : ''}`);
  await run(`insert into ${table} select * from whole_table`);
  await run('drop table whole_table');
  for (const { name, definition } of constraints)
    await run(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of [...indexes, ...functions, ...triggers]) await run(definition);
}
