import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Config } from '../config.ts';
import { createDb, type Db } from '../db/db.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { prepareDataDir } from '../db/embedded/place.ts';
import { type ConnectionKind, connectionKind, createPool, shownUrl } from '../db/pool.ts';
import { isInitialised } from './instance.sql.ts';

export type OpenInstance = {
  db: Db;
  /** A description of the installation for people, without the password in its address. */
  place: string;
  close(): Promise<void>;
};
/** The longest that one statement may take: whole tables are read and written. */
const DEADLINE_MS = 60 * 60_000;

type Options = {
  /** A server may be running on the embedded database: it is then read through its socket. */
  mayBeRunning: boolean;
  /** The place may be empty, for a restore; otherwise one that does not exist or holds no installation is refused, and nothing is created. */
  mayBeEmpty?: boolean;
};

/** Opens the database of an installation for a command: PostgreSQL, the embedded database of a running server, or else its files. */
export async function openInstance(
  { databaseUrl, databasePooler, dataDir }: Pick<Config, 'databaseUrl' | 'databasePooler' | 'dataDir'>,
  { mayBeRunning, mayBeEmpty = false }: Options,
): Promise<OpenInstance> {
  if (!databaseUrl && !mayBeEmpty && !existsSync(join(dataDir, 'database')))
    throw new Error(`DATA_DIR ${dataDir} holds no installation of Tallyboard, and DATABASE_URL is not set.`);
  const opened = databaseUrl
    ? openPostgres(databaseUrl, connectionKind({ databaseUrl, databasePooler }))
    : await openFiles(dataDir, mayBeRunning);
  try {
    if (!mayBeEmpty && !(await isInitialised(opened.db)))
      throw new Error(`there is no installation of Tallyboard in ${opened.place}.`);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const openPostgres = (databaseUrl: string, kind: ConnectionKind): OpenInstance => ({
  ...connect({ connectionString: databaseUrl, kind }),
  place: `${shownUrl(databaseUrl)} (DATABASE_URL)`,
});

async function openFiles(dataDir: string, mayBeRunning: boolean): Promise<OpenInstance> {
  const place = `the embedded database of ${dataDir} (DATA_DIR)`;
  if (mayBeRunning) {
    const running = connect({ host: prepareDataDir(dataDir).socketDir, user: 'postgres', database: 'postgres' });
    if (await running.db.tx(async () => true).catch(() => false)) return { ...running, place };
    await running.close();
  }
  const embedded = await openEmbedded(dataDir, pino({ level: 'error' }));
  const opened = connect({ connectionString: embedded.connectionString });
  return {
    db: opened.db,
    place,
    async close() {
      await opened.close();
      await embedded.close();
    },
  };
}

function connect(where: Parameters<typeof createPool>[0]): Omit<OpenInstance, 'place'> {
  // A command's statements may take long, so a server connection's limits do not apply.
  const patience = { statement_timeout: DEADLINE_MS, idle_in_transaction_session_timeout: DEADLINE_MS };
  const pool = createPool({
    ...where,
    ...(where.kind === 'postgres' && patience),
    max: 1,
    query_timeout: DEADLINE_MS,
  });
  return { db: createDb(pool, where.kind), close: () => pool.end() };
}
