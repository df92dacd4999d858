import { DatabaseError, Pool } from 'pg';
import { createDb, raw } from '../db.ts';
import { refuseFormerSchema } from '../migrate.ts';
import { createPool } from '../pool.ts';

/** The superuser that initdb makes. It only makes the server's own role; after that nobody can log in with it. */
export const SUPERUSER = 'tallyboard';
/** The role of the server and of commands: owner of the database and of all that Tallyboard has in it, with no other right. */
export const SERVER_ROLE = 'tallyboard_server';

/** `invalid_authorization_specification` and `invalid_password`: PostgreSQL also answers so about a role that does not exist. */
const REFUSED = new Set(['28000', '28P01']);

/**
 * Makes sure that the server logs in without the rights of a superuser, with which a hole in one statement would read files and start programs on the
 * machine. A new cluster, which has only the superuser, gets the role, with the same password. `urlOf` returns the address for a role.
 */
export async function ensureServerRole(
  urlOf: (role: string) => string,
  password: string,
  { isNew }: { isNew: boolean },
): Promise<void> {
  // PostgreSQL reports a log-in that it refuses, which would be the first line of the first start.
  if (!isNew && (await canLogIn(urlOf(SERVER_ROLE)))) return;
  const pool = createPool({ connectionString: urlOf(SUPERUSER), max: 1, statement_timeout: 0 });
  try {
    const db = createDb(pool);
    // The version that wrote it has to open it once more, for a backup.
    await refuseFormerSchema(db);
    await db.tx((tx) => tx.run(raw(handOver(password))), { essential: true });
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

/** Statements that run whole or not at all. */
const handOver = (password: string) => `
  create role ${SERVER_ROLE} login nosuperuser nocreatedb nocreaterole nobypassrls noreplication password '${password}';
  alter role ${SUPERUSER} nologin password null;
  create role tb_app nologin noinherit;
  grant tb_app to ${SERVER_ROLE};
  do $$ begin execute format('alter database %I owner to ${SERVER_ROLE}', current_database()); end $$`;
