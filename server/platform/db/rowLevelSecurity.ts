import { z } from 'zod';
import { type Db, raw, sql } from './db.ts';
import { isNotAllowed } from './errors.ts';

/** Privileges of a tenant on tables that it may not change freely: it may add to the trail, and only the database writes the trail's chain. */
const LIMITED: Record<string, string> = {
  audit_entry: 'select, insert',
  audit_link: 'select',
  audit_erasure: 'select',
  erased_person: 'select',
  punch_correction: 'select, insert',
  entry_correction: 'select, insert',
  excuse: 'select, insert',
  period_lock: 'select, insert',
  exception_review: 'select, insert',
  pay_file: 'select, insert',
  pay_file_part: 'select, insert',
  pay_file_event: 'select, insert',
  consent: 'select, insert',
  consent_text: 'select, insert',
};

/**
 * Puts row level security on every table with an account_id column, so that no new table can lack it: FORCE, a policy `tenant` for the role of
 * tenant transactions, and a policy `owner` for the plain connection, which is the system path. It needs no superuser, only a database user that may
 * create roles. Tables that have it are left alone, as are partitions, which a tenant only reaches through their table.
 */
export async function protectTenantTables(tx: Db): Promise<void> {
  await ensureTenantRole(tx);
  const unprotected = await tx.rows(
    z.object({ table: z.string() }),
    sql`select c.relname::text as table
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and not (c.relrowsecurity and c.relforcerowsecurity
            and has_table_privilege('tb_app', c.oid, 'select')
            -- With these roles: a dump that is restored under another owner contains the policy of the old owner.
            and (select count(*) from pg_policy p where p.polrelid = c.oid and (p.polname, p.polroles) in (
              ('tenant', array['tb_app'::regrole::oid]), ('owner', array[quote_ident(current_user)::regrole::oid]))) = 2)
        order by c.relname`,
  );
  for (const { table } of unprotected) await tx.run(raw(protection(table)));
}

const protection = (table: string) => `
  alter table "${table}" enable row level security;
  alter table "${table}" force row level security;
  drop policy if exists tenant on "${table}";
  drop policy if exists owner on "${table}";
  create policy tenant on "${table}" to tb_app
    using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
    with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
  create policy owner on "${table}" to current_user using (true) with check (true);
  grant ${LIMITED[table] ?? 'select, insert, update, delete'} on "${table}" to tb_app;`;

async function ensureTenantRole(tx: Db) {
  const [role] = await tx.rows(
    z.object({ member: z.boolean() }),
    sql`select pg_has_role(current_user, oid, 'member') as member from pg_roles where rolname = 'tb_app'`,
  );
  // Another database of the same cluster may create the role at the same moment.
  try {
    if (!role)
      await tx.run(sql`do $$ begin
        create role tb_app nologin noinherit;
      exception when duplicate_object or unique_violation then null;
      end $$`);
    if (!role?.member) await tx.run(sql`grant tb_app to current_user`);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    throw new Error(
      'DATABASE_URL: its user may not make the role tb_app, which keeps the accounts apart. Once, as a superuser of that PostgreSQL, for the user of DATABASE_URL: alter role USER createrole; and, where tb_app exists already: grant tb_app to USER;',
      { cause: error },
    );
  }
}

/**
 * Checks at start that the role of tenant transactions is neither superuser nor exempt from row level security. Throws if it is, because then
 * every forgotten `where account_id` would leak data unnoticed.
 */
export async function checkTenantRole(db: Db): Promise<void> {
  const nobody = '00000000-0000-7000-8000-000000000000';
  const role = await db.tenant(nobody, (tx) =>
    tx.single(
      z.object({ name: z.string(), exempt: z.boolean() }),
      sql`select rolname::text as name, rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user`,
    ),
  );
  if (role.name !== 'tb_app' || role.exempt)
    throw new Error(
      `Row level security does not hold: tenant queries run as ${role.name}${role.exempt ? ', which is exempt from it' : ''}.`,
    );
}
