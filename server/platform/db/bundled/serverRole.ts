import { DatabaseError, Pool } from 'pg';
import { createDb, raw } from '../db.ts';
import { createPool } from '../pool.ts';

/** The superuser that initdb makes. It only makes the server's own role; after that nobody can log in with it. */
export const SUPERUSER = 'tallyboard';
/** The role of the server and of commands: owner of the database and of all that Tallyboard has in it, with no other right. */
export const SERVER_ROLE = 'tallyboard_server';

/** `invalid_authorization_specification` and `invalid_password`: PostgreSQL also answers so about a role that does not exist. */
const REFUSED = new Set(['28000', '28P01']);

/**
 * Makes sure that the server logs in without the rights of a superuser, with which a hole in one statement would read files and start programs on the
 * machine. A cluster that has only the superuser, a new one or one of an earlier version, gets the role, with the same password. `urlOf` returns the
 * address for a role.
 */
export async function ensureServerRole(urlOf: (role: string) => string, password: string): Promise<void> {
  if (await canLogIn(urlOf(SERVER_ROLE))) return;
  const pool = createPool({ connectionString: urlOf(SUPERUSER), max: 1, statement_timeout: 0 });
  try {
    await createDb(pool).tx((tx) => tx.run(raw(handOver(password))), { essential: true });
  } finally {
    await pool.end();
  }
}

async function canLogIn(connectionString: string): Promise<boolean> {
  const pool = new Pool({ connectionString, max: 1 });
  try {
    await pool.query('select 1');
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && REFUSED.has(error.code ?? '')) return false;
    throw error;
  } finally {
    await pool.end();
  }
}

/** Statements that run whole or not at all. PostgreSQL cannot reassign what its first superuser owns, so the owner of each object is set. */
const handOver = (password: string) => `
  create role ${SERVER_ROLE} login nosuperuser nocreatedb nocreaterole nobypassrls noreplication password '${password}';
  alter role ${SUPERUSER} nologin password null;
  do $$
  declare statement text;
  begin
    if not exists (select from pg_roles where rolname = 'tb_app') then
      create role tb_app nologin noinherit;
    end if;
    grant tb_app to ${SERVER_ROLE};
    execute format('alter database %I owner to ${SERVER_ROLE}', current_database());
    for statement in
      with own as (
        select oid, quote_ident(nspname) as name from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'
      )
      select format('alter schema %s owner to ${SERVER_ROLE}', name) from own where name <> 'public'
      union all
      select format('alter table %s owner to ${SERVER_ROLE}', c.oid::regclass)
      from pg_class c join own on own.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') or (c.relkind = 'S' and not exists (
        -- A sequence of a column goes with its table.
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
      union all
      select format('alter routine %s owner to ${SERVER_ROLE}', p.oid::regprocedure)
      from pg_proc p join own on own.oid = p.pronamespace
      union all
      select format('alter type %s owner to ${SERVER_ROLE}', t.oid::regtype)
      from pg_type t join own on own.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where t.typtype in ('d', 'e', 'r') or (t.typtype = 'c' and c.relkind = 'c')
      union all
      -- Without its policy the owner sees no row of a tenant table (rowLevelSecurity.ts).
      select format('alter policy owner on %s to ${SERVER_ROLE}', polrelid::regclass) from pg_policy where polname = 'owner'
    loop
      execute statement;
    end loop;
  end $$`;
