import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isPartitioned, partitionByAccount } from '#server/operations/instance/partition.sql.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { checkTrail } from '#server/platform/audit/chain.ts';
import { raw, sql } from '#server/platform/db/db.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { fillAccount } from '#tests/support/filledAccount.ts';

let t: TestDatabase;
beforeAll(async () => {
  t = await openTestDatabase();
});
afterAll(() => t.close());

const text = z.object({ text: z.string() });
const all = async (query: ReturnType<typeof sql>) => (await t.db.rows(text, query)).map((row) => row.text);
const TABLES = sql`('clock_record', 'day_fact', 'piecework_entry', 'audit_entry', 'audit_link', 'rejected_line')`;

/** Returns the definitions and the contents of the growing tables. */
const state = async () => ({
  columns: await all(sql`select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as text
    from information_schema.columns where table_name in ${TABLES} order by table_name, ordinal_position`),
  constraints:
    await all(sql`select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text from pg_constraint
    where conrelid::regclass::text in ${TABLES} and contype in ('p', 'u', 'c', 'f') order by 1`),
  indexes: await all(sql`select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as text from pg_index
    where indrelid::regclass::text in ${TABLES} order by 1`),
  triggers: await all(sql`select pg_get_triggerdef(oid) as text from pg_trigger
    where tgrelid::regclass::text in ${TABLES} and not tgisinternal order by 1`),
  security: await all(sql`select concat_ws(' ', relname, relrowsecurity, relforcerowsecurity) as text from pg_class
    where relname in ${TABLES} order by 1`),
  policies: await all(sql`select concat_ws(' ', tablename, policyname, roles, qual, with_check) as text from pg_policies
    where tablename in ${TABLES} order by 1`),
  grants:
    await all(sql`select concat_ws(' ', table_name, privilege_type) as text from information_schema.role_table_grants
    where table_name in ${TABLES} and grantee = 'tb_app' order by 1`),
  records: await all(sql`select to_jsonb(c)::text as text from clock_record c order by clock_record_id`),
  entries: await all(sql`select to_jsonb(e)::text as text from piecework_entry e order by piecework_entry_id`),
  trail: await all(sql`select to_jsonb(a)::text as text from audit_entry a order by audit_entry_id`),
});

test('divided by account, every key, index, trigger, right and row stays as it was, and the trail continues', async () => {
  const accounts = [await givenAccount(t.db), await givenAccount(t.db), await givenAccount(t.db)];
  const act = async () => {
    for (const accountId of accounts)
      await audit(t.db, { accountId, at: new Date('2026-11-20T09:00:00Z'), actor: 'ann', action: 'user.update' });
  };
  for (const accountId of accounts) await fillAccount(t.db, accountId, { employees: 3, punchesEach: 4 });
  await act();
  // With TEST_PARTITIONS the tables are partitioned already and must stay so.
  const before = await state();
  expect(before.records).toHaveLength(36);
  if (!(await isPartitioned(t.db))) await partitionByAccount(t.db, 4);
  expect(await state()).toEqual(before);
  expect(await all(sql`select count(*)::text as text from pg_inherits`)).not.toEqual(['0']);

  await act();
  for (const accountId of accounts) {
    await fillAccount(t.db, await givenAccount(t.db), { employees: 1, punchesEach: 2 });
    expect(await checkTrail(t.db, accountId)).toMatchObject({ entries: 2, problem: null });
  }
  expect((await state()).records).toHaveLength(42);
  await migrate(t.db);
  await expect(partitionByAccount(t.db, 4)).rejects.toThrow('partitioned already');
});

test('npm run partition refuses what it cannot do, and beside a server', async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: t.connectionString };
  const run = (count: string) => promisify(execFile)('npm', ['run', '--silent', 'partition', '--', count], { env });
  await expect(run('1')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('say how many partitions') });
  await expect(run('16')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('stop every server first'),
  });
});

test('a tenant reaches partitions only through their table', async () => {
  const accountId = await givenAccount(t.db);
  await fillAccount(t.db, accountId, { employees: 1, punchesEach: 2 });
  const seen = (table: string) =>
    t.db.tenant(accountId, (tx) => tx.rows(z.object({}), raw(`select from ${table} where account_id is not null`)));
  expect(await seen('clock_record')).toHaveLength(2);
  await expect(seen('clock_record_0')).rejects.toThrow('permission denied');
});
