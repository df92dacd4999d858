import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Db, raw, sql } from '#server/platform/db/db.ts';
import { type Migration, migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/** MIGRATION_STEP=1 aborts after every statement of every migration, the short run after one in 14. */
const STEP = Number(process.env.MIGRATION_STEP ?? 14);
/** The faults: an error of the statement, and the death of the process that runs it. */
const ENDS = ['select 1 / 0', 'select pg_terminate_backend(pg_backend_pid())'];

let t: TestDatabase;
let db: Db;
beforeAll(async () => {
  t = await openTestDatabase();
  db = t.db;
  await db.run(raw('drop schema public cascade; create schema public'));
});
afterAll(() => t.close());

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|;|[^;'"$/-]+|./g;
/** Returns the statements of a file, in which quotes, comments and function bodies may contain semicolons. */
function statementsOf(text: string): string[] {
  const statements = [''];
  for (const [token] of text.matchAll(TOKEN))
    if (token === ';') statements.push('');
    else if (!token.startsWith('--')) statements[statements.length - 1] += token;
  return statements.filter((statement) => statement.trim() !== '');
}

/** Returns everything that a migration could leave behind: columns, indexes, constraints, functions, policies, triggers, grants, its own row. */
async function stateOf(): Promise<string> {
  const { state } = await db.single(
    z.object({ state: z.string().nullable() }),
    sql`select string_agg(line, E'\n' order by line) as state from (
      select format('%s.%s %s %s %s', table_name, column_name, data_type, column_default, is_nullable) as line
        from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
      union all select format('%s %s', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
      union all select format('%s %s %s', tablename, policyname, qual) from pg_policies where schemaname = 'public'
      union all select format('%s %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal
      union all select format('%s %s', number, name) from schema_migration
      union all select format('%s %s %s %s', relname, relrowsecurity, relacl, reloptions) from pg_class where relnamespace = 'public'::regnamespace
    ) all_lines`,
  );
  return state ?? '';
}

const abortedAfter = (migration: Migration, statements: readonly string[], end: string): Migration => ({
  ...migration,
  text: `${[...statements, end].join(';\n')}`,
});

it('a migration that is stopped after any of its statements leaves the old schema, and the next start completes it', async () => {
  const known = await readMigrations();
  const sizes: number[] = [];
  let stops = 0;
  for (const [i, migration] of known.entries()) {
    const before = known.slice(0, i);
    await migrate(db, before);
    const old = await stateOf();
    const statements = statementsOf(migration.text);
    sizes.push(statements.length);
    // The last statement is always tried: after it only the migration's row in the list is missing.
    for (let count = statements.length; count >= 0; count -= STEP)
      for (const end of ENDS) {
        const stopped = abortedAfter(migration, statements.slice(0, count), end);
        await expect(migrate(db, [...before, stopped]), `${migration.name} ${count}`).rejects.toThrow(
          /division by zero|not available/,
        );
        expect(await stateOf(), `${migration.name} after ${count} statements`).toBe(old);
        stops++;
      }
    expect(await migrate(db, [...before, migration])).toEqual([migration.number]);
    expect(await stateOf()).not.toBe(old);
  }
  console.info('statements of migrations:', sizes.join(', '), 'stops:', stops);
  // The schema equals that of an uninterrupted migration.
  const after = await stateOf();
  await db.run(raw('drop schema public cascade; create schema public'));
  await migrate(db);
  expect(await stateOf()).toBe(after);
}, 1_200_000);
