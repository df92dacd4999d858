import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { readMigrations } from '#server/platform/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let t: TestDatabase;
beforeAll(async () => {
  t = await openTestDatabase();
});
afterAll(() => t.close());

const HEAD = `-- All tables as the migrations leave them, by name, with the comments of the migrations. For readers: nothing executes this file.
-- Every table with an account_id has row level security (rowLevelSecurity.ts); functions and the bodies of triggers are in migrations/.
-- After a migration: npx vitest run -u --project api tests/api/schema.test.ts
`;
const part = z.object({ table: z.string(), name: z.string(), text: z.string() });
const ofTable = sql`join pg_class c on c.oid = o.relid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migration'`;
const TABLES = sql`select c.relname::text as "table", c.relname::text as name, obj_description(c.oid, 'pg_class') as text from pg_class c
  where c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') is not null`;
/** The parts of a table in the order in which it is written. NOT NULL is said at the column. */
const COLUMNS = sql`select c.relname::text as "table", o.name, o.text from (
    select a.attrelid as relid, a.attnum, a.attname::text as name, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped) o ${ofTable} order by c.relname, o.attnum`;
const CONSTRAINTS = sql`select c.relname::text as "table", o.name, o.text from (
    select conrelid as relid, contype, conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype in ('p', 'u', 'f', 'c', 'x')) o ${ofTable} order by c.relname, array_position('{p,u,f,c,x}'::"char"[], o.contype), o.name`;
const INDEXES = sql`select c.relname::text as "table", o.name, o.text from (
    select indrelid as relid, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
    where not exists (select from pg_constraint where conindid = indexrelid)) o ${ofTable} order by c.relname, o.name`;
const TRIGGERS = sql`select c.relname::text as "table", o.name, o.text from (
    select tgrelid as relid, tgname::text as name, pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal) o ${ofTable}
  order by c.relname, o.name`;

/** Returns the comments of the migrations on tables ('judged_day') and columns ('judged_day.cell'). */
function commentsOf(text: string): Map<string, string[]> {
  const comments = new Map<string, string[]>();
  let table = '';
  let pending: string[] = [];
  for (const line of text.split('\n')) {
    const comment = /^\s*(--.*)/.exec(line)?.[1];
    if (comment) {
      pending.push(comment);
      continue;
    }
    const opened = /^(?:create|alter) table (\w+)/.exec(line)?.[1];
    if (opened) table = opened;
    const column = /^\s*(?:alter table \w+ )?(?:add column )?(\w+) /.exec(line)?.[1];
    const subject = line.startsWith('create table') ? table : `${table}.${column}`;
    if (pending.length > 0 && table) comments.set(subject, pending);
    if (line.endsWith(';')) table = '';
    pending = [];
  }
  return comments;
}

test('schema.sql is what the migrations make', async () => {
  const comments = commentsOf((await readMigrations()).map(({ text }) => text).join('\n'));
  for (const { table, text } of await t.db.rows(part, TABLES)) comments.set(table, [`-- ${text}`]);
  const columns = Map.groupBy(await t.db.rows(part, COLUMNS), ({ table }) => table);
  const constraints = Map.groupBy(await t.db.rows(part, CONSTRAINTS), ({ table }) => table);
  const others = [...(await t.db.rows(part, INDEXES)), ...(await t.db.rows(part, TRIGGERS))];
  expect([...columns.keys()].filter((table) => !comments.has(table))).toEqual([]);
  const tables = [...columns].map(([table, own]) => {
    const lines = [
      ...own.map(({ name, text }) => ({ about: comments.get(`${table}.${name}`) ?? [], text })),
      ...(constraints.get(table) ?? []).map(({ text }) => ({ about: [], text })),
    ];
    const body = lines.flatMap(({ about, text }, i) => [
      ...about.map((line) => `  ${line}`),
      `  ${text}${i + 1 < lines.length ? ',' : ''}`,
    ]);
    const rest = others
      .filter((one) => one.table === table)
      .map(({ text }) => `${text.replace(/public\.| USING btree/g, '')};`);
    return [...(comments.get(table) ?? []), `create table ${table} (`, ...body, ');', ...rest, ''].join('\n');
  });
  expect(tables.length).toBeGreaterThan(60);
  await expect([HEAD, ...tables].join('\n')).toMatchFileSnapshot('../../server/platform/db/schema.sql');
});
