import { z } from 'zod';
import { type Db, raw, sql } from '../../platform/db/db.ts';

const table = z.object({ name: z.string(), refersTo: z.array(z.string()) });

/** Returns every table of the schema but the judged days, which are derived at the next look; a table comes after those that it refers to. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const tables = await db.rows(
    table,
    sql`select c.relname::text as name,
          coalesce((select jsonb_agg(distinct r.relname) from pg_constraint k join pg_class r on r.oid = k.confrelid
            where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as "refersTo"
        from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
          and not starts_with(c.relname, 'judged_')
        order by c.relname`,
  );
  const ordered: string[] = [];
  const visit = (name: string) => {
    if (ordered.includes(name)) return;
    for (const other of tables.find((one) => one.name === name)?.refersTo ?? []) visit(other);
    ordered.push(name);
  };
  for (const { name } of tables) visit(name);
  return ordered;
}

const line = z.object({ line: z.string() });
/** Names come from the database's catalogue, never from a file. */
export const streamRows = (tx: Db, name: string) =>
  tx.stream(line, sql`select to_jsonb(t)::text as line from ${raw(`"${name}"`)} t`, 2_000);

/** Adds the rows of lines; a column that the first of them lacks keeps its default. `row`: an expression of `doc`, the row as JSON. */
export async function insertRows(tx: Db, name: string, lines: readonly string[], row = 'doc') {
  const table = raw(`"${name}"`);
  const rowsOf = (some: readonly string[]) =>
    sql`select ${raw(row)} as doc from jsonb_array_elements(${`[${some.join(',')}]`}::jsonb) doc`;
  const columns = await tx.rows(
    z.object({ name: z.string() }),
    sql`select quote_ident(a.attname) as name from pg_attribute a
        where a.attrelid = to_regclass(${`"${name}"`}) and a.attnum > 0 and not a.attisdropped
          and a.attname in (select jsonb_object_keys(doc) from (${rowsOf(lines.slice(0, 1))}) first_row)`,
  );
  const listed = raw(columns.map((column) => column.name).join(', '));
  await tx.run(sql`insert into ${table} (${listed}) select ${listed}
    from jsonb_populate_recordset(null::${table}, (select jsonb_agg(doc) from (${rowsOf(lines)}) all_rows))`);
}

/** Runs a statement that brings rows of a former schema into the present one (former.sql.ts). */
export const runStatement = (tx: Db, statement: string) => tx.run(raw(statement));

const migration = z.object({ number: z.int(), checksum: z.string() });
export const appliedMigrations = (db: Db) =>
  db.rows(migration, sql`select number, checksum from schema_migration order by number`);

/** Returns true if the schema exists: a server ran on this database, or a backup was restored into it. */
export const isInitialised = async (db: Db) =>
  (await db.single(z.object({ is: z.boolean() }), sql`select to_regclass('schema_migration') is not null as is`)).is;

const contents = z.object({ accounts: z.int(), lastRecord: z.string().nullable() });
/** Returns the number of accounts except the system's, and when the last punch arrived. */
export const describeContents = (db: Db) =>
  db.single(
    contents,
    sql`select count(*) filter (where not a.is_system)::int as accounts, max(c.last) as "lastRecord"
        from account a
        cross join lateral (select max(received_at) as last from clock_record c where c.account_id = a.account_id) c`,
  );

export const countAccounts = async (db: Db) =>
  (await db.single(z.object({ total: z.int() }), sql`select count(*)::int as total from account`)).total;
