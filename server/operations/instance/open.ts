import { existsSync } from 'node:fs';
import pino from 'pino';
import type { Config } from '../../platform/config.ts';
import { openBundled, refuseFormerVersion, runningAddress } from '../../platform/db/bundled/bundled.ts';
import { clusterDir } from '../../platform/db/bundled/cluster.ts';
import { createDb, type Db } from '../../platform/db/db.ts';
import { type ConnectionKind, connectionKind, createPool, shownUrl } from '../../platform/db/pool.ts';
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
  /** A server may be running with the bundled PostgreSQL: that one is then used. */
  mayBeRunning: boolean;
  /** The place may be empty, for a restore; otherwise one that does not exist or holds no installation is refused, and nothing is created. */
  mayBeEmpty?: boolean;
};

/** Opens the database of an installation for a command: DATABASE_URL, the bundled PostgreSQL of a running server, or else one started for the command. */
export async function openInstance(
  { databaseUrl, databasePooler, dataDir }: Pick<Config, 'databaseUrl' | 'databasePooler' | 'dataDir'>,
  { mayBeRunning, mayBeEmpty = false }: Options,
): Promise<OpenInstance> {
  // A restore makes the new database beside the former one, as the refusal says.
  if (!databaseUrl && !mayBeEmpty) refuseFormerVersion(dataDir);
  if (!databaseUrl && !mayBeEmpty && !existsSync(clusterDir(dataDir)))
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
  const place = `the bundled PostgreSQL of ${dataDir} (DATA_DIR)`;
  const running = mayBeRunning ? runningAddress(dataDir) : undefined;
  if (running) {
    const opened = connect({ connectionString: running });
    if (await opened.db.tx(async () => true).catch(() => false)) return { ...opened, place };
    await opened.close();
  }
  const bundled = await openBundled(dataDir, pino({ level: 'error' }));
  const opened = connect({ connectionString: bundled.connectionString });
  return {
    db: opened.db,
    place,
    async close() {
      await opened.close();
      await bundled.close();
    },
  };
}

function connect(where: Parameters<typeof createPool>[0]): Omit<OpenInstance, 'place'> {
  // A command's statements may take long, so a server connection's limits do not apply.
  const patience = { statement_timeout: DEADLINE_MS, idle_in_transaction_session_timeout: DEADLINE_MS };
  const pool = createPool({
    ...where,
    ...(where.kind !== 'pooler' && patience),
    max: 1,
    query_timeout: DEADLINE_MS,
  });
  return { db: createDb(pool, where.kind), close: () => pool.end() };
}
