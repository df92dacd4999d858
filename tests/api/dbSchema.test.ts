import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Db, raw, sql } from '#server/platform/db/db.ts';
import { FORMER_FIRST, migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { checkTenantRole, protectTenantTables } from '#server/platform/db/rowLevelSecurity.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let t: TestDatabase;
let db: Db;
beforeAll(async () => {
  t = await openTestDatabase();
  db = t.db;
});
afterAll(() => t.close());

/** The table of accounts itself is the global lookup table of account codes. */
const ACCOUNT_TABLE = 'account';
/** Indexes that are not unique, for work on all accounts at once, such as a scheduler's 'what is due', or the terminal of an address. */
const SWEEPS = ['alert_due', 'alert_delivery_pending', 'workbook_upload_created_at', 'device_secret_path'];
const inSchema = sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
const hasAccountId = sql`exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)`;
const listed = z.object({ name: z.string() });
const names = async (from: ReturnType<typeof sql>) => (await db.rows(listed, from)).map(({ name }) => name);

describe('every table that has an account_id', () => {
  test('forces row level security on everybody, with the tenant and the owner policy', async () => {
    const tables = await names(
      sql`select relname::text as name from pg_class c where ${inSchema} and ${hasAccountId} order by 1`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const held = await names(sql`
      select c.relname::text as name from pg_class c where ${inSchema} and ${hasAccountId} and c.relrowsecurity and c.relforcerowsecurity
        and exists (select 1 from pg_policies p where p.tablename = c.relname and p.policyname = 'tenant' and p.roles = '{tb_app}'
          and p.cmd = 'ALL' and p.qual like '%app.account_id%' and p.with_check like '%app.account_id%')
        and exists (select 1 from pg_policies p where p.tablename = c.relname and p.policyname = 'owner' and not 'tb_app' = any(p.roles)
          and p.cmd = 'ALL' and p.qual = 'true' and p.with_check = 'true')
        and (select count(*) from pg_policies p where p.tablename = c.relname) = 2
      order by 1`);
    expect(held).toEqual(tables);
  });

  test('has it first in its primary key, every unique index and every other index', async () => {
    const wrong = await names(sql`
      select format('%s on %s', i.indexrelid::regclass, c.relname) as name
      from pg_index i join pg_class c on c.oid = i.indrelid
      where ${inSchema} and ${hasAccountId} and c.relname <> ${ACCOUNT_TABLE}
        and (i.indisunique or i.indexrelid::regclass::text <> all(${SWEEPS}::text[]))
        and coalesce((select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]), '') <> 'account_id'`);
    expect(wrong).toEqual([]);
    const withoutKey = await names(sql`
      select c.relname::text as name from pg_class c where ${inSchema} and ${hasAccountId}
        and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
    expect(withoutKey).toEqual([]);
  });

  test('refers to other such tables within its own account only', async () => {
    const wrong = await names(sql`
      select format('%s of %s', k.conname, c.relname) as name
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class target on target.oid = k.confrelid
      where k.contype = 'f' and ${inSchema} and ${hasAccountId}
        and (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = k.conkey[1]) <> 'account_id'`);
    expect(wrong).toEqual([]);
  });
});

test('policies that came with a dump of another owner become those of this one', async () => {
  await db.tx(async (tx) => {
    await tx.run(sql`create role tb_old_owner nologin`);
    await tx.run(sql`alter policy owner on alert to tb_old_owner`);
    await protectTenantTables(tx);
    const roles = await tx.rows(
      z.object({ name: z.string() }),
      sql`select pg_get_userbyid(unnest(polroles)) = current_user as own, pg_get_userbyid(unnest(polroles))::text as name
          from pg_policy where polrelid = 'alert'::regclass and polname = 'owner'`,
    );
    expect(roles.map(({ name }) => name)).not.toContain('tb_old_owner');
    await tx.run(sql`drop role tb_old_owner`);
  });
});

describe('a table without one', () => {
  test('cannot be read or written by a tenant', async () => {
    const open = await names(sql`
      select c.relname::text as name from pg_class c where ${inSchema} and not ${hasAccountId}
        and (has_table_privilege('tb_app', c.oid, 'select') or has_table_privilege('tb_app', c.oid, 'insert')
          or has_table_privilege('tb_app', c.oid, 'update') or has_table_privilege('tb_app', c.oid, 'delete'))`);
    expect(open).toEqual([]);
  });
});

describe('the tenant role', () => {
  // One that is exempt is refused: api/bundled.
  test('is checked at start: neither superuser nor exempt', async () => {
    await expect(checkTenantRole(db)).resolves.toBeUndefined();
  });

  test('gets a new table protected by the next start, and the start after that changes nothing', async () => {
    await db.run(
      sql`create table forgotten (account_id uuid not null, forgotten_id uuid not null, primary key (account_id, forgotten_id))`,
    );
    await db.run(sql`insert into forgotten values (gen_random_uuid(), gen_random_uuid())`);
    const seen = () => db.tenant(crypto.randomUUID(), (tx) => tx.rows(z.any(), sql`select * from forgotten`));
    await expect(seen()).rejects.toThrow('permission denied');
    await db.tx(protectTenantTables);
    expect(await seen()).toEqual([]);
    const policies = () => names(sql`select oid::text as name from pg_policy order by 1`);
    const before = await policies();
    await db.tx(protectTenantTables);
    expect(await policies()).toEqual(before);
    await db.run(sql`drop table forgotten`);
  });
});

describe('migrations', () => {
  test('run once: the second time nothing is applied and nothing changes', async () => {
    const schema = () =>
      names(sql`select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as name
        from information_schema.columns where table_schema = 'public' order by 1`);
    const before = await schema();
    expect(await migrate(db)).toEqual([]);
    expect(await schema()).toEqual(before);
  });

  test('that several processes start at once are applied once', async () => {
    const known = await readMigrations();
    const next = { number: known.length + 1, name: 'next.sql', text: 'create table next_table (n int)', checksum: 'x' };
    const applied = await Promise.all([1, 2, 3].map(() => migrate(db, [...known, next])));
    expect(applied.flat()).toEqual([next.number]);
    await db.run(sql`drop table next_table`);
    await db.run(sql`delete from schema_migration where number = ${next.number}`);
  });

  test('that fail in the middle leave the schema as it was, and run whole the next time', async () => {
    const known = await readMigrations();
    const broken = {
      number: known.length + 1,
      name: 'broken.sql',
      text: 'create table half (n int); select 1 / 0',
      checksum: 'x',
    };
    await expect(migrate(db, [...known, broken])).rejects.toThrow('division by zero');
    expect(await names(sql`select tablename::text as name from pg_tables where tablename = 'half'`)).toEqual([]);
    const mended = { ...broken, text: 'create table half (n int)' };
    expect(await migrate(db, [...known, mended])).toEqual([mended.number]);
    await db.run(sql`drop table half`);
    await db.run(sql`delete from schema_migration where number = ${mended.number}`);
  });

  test('of a newer version are refused with one clear line', async () => {
    await db.run(sql`insert into schema_migration (number, name, checksum) values (900, 'future.sql', 'x')`);
    await expect(migrate(db)).rejects.toThrow(
      /^The database is at migration 900, this version of Tallyboard knows \d+: [^\n]+$/,
    );
    await db.run(sql`delete from schema_migration where number = 900`);
  });

  test('from before the baseline are refused with one clear line', async () => {
    const { checksum } = await db.single(
      z.object({ checksum: z.string() }),
      sql`update schema_migration set checksum = ${FORMER_FIRST} where number = 1
          returning (select checksum from schema_migration where number = 1)`,
    );
    await expect(migrate(db)).rejects.toThrow(/^The database was written by [^\n]*npm run restore -- FILE[^\n]*$/);
    await db.run(sql`update schema_migration set checksum = ${checksum} where number = 1`);
    expect(await migrate(db)).toEqual([]);
  });

  test('say of every table what it is', async () => {
    const text = (await readMigrations()).map((migration) => migration.text).join('\n');
    expect([...text.matchAll(/^(.*)\ncreate table (\w+)/gm)].filter(([, above]) => !above?.startsWith('-- '))).toEqual(
      [],
    );
  });

  test('that were changed after they were applied are refused', async () => {
    await db.run(sql`update schema_migration set checksum = 'other' || checksum where number = 1`);
    await expect(migrate(db)).rejects.toThrow('was changed after this database applied it');
    await db.run(sql`update schema_migration set checksum = ${raw('substr(checksum, 6)')} where number = 1`);
    expect(await migrate(db)).toEqual([]);
  });

  test('are numbered without a gap', async () => {
    const known = await readMigrations();
    expect(known.map(({ number }) => number)).toEqual(known.map((_, i) => i + 1));
  });
});
