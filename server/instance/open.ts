import { mkdirSync } from 'node:fs';
import pino from 'pino';
import type { Config } from '../config.ts';
import { createDb, type Db } from '../db/db.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { prepareDataDir } from '../db/embedded/place.ts';
import { createPool } from '../db/pool.ts';

export type OpenInstance = { db: Db; close(): Promise<void> };
/** One statement may take this long: whole tables are read and written. */
const DEADLINE_MS = 60 * 60_000;

/** The database of an installation for a tool: PostgreSQL, the embedded one of a running server through its socket, or else its files. */
export async function openInstance(config: Config, { mayBeRunning }: { mayBeRunning: boolean }): Promise<OpenInstance> {
  if (config.databaseUrl) return connect({ connectionString: config.databaseUrl });
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  if (mayBeRunning) {
    const running = connect({ host: prepareDataDir(config.dataDir).socketDir, user: 'postgres', database: 'postgres' });
    if (await running.db.tx(async () => true).catch(() => false)) return running;
    await running.close();
  }
  const embedded = await openEmbedded(config.dataDir, pino({ level: 'error' }));
  const opened = connect({ connectionString: embedded.connectionString });
  return {
    db: opened.db,
    async close() {
      await opened.close();
      await embedded.close();
    },
  };
}

function connect(where: Parameters<typeof createPool>[0]): OpenInstance {
  const pool = createPool({ ...where, max: 1, query_timeout: DEADLINE_MS });
  return { db: createDb(pool), close: () => pool.end() };
}
