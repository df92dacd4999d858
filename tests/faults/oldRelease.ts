import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { insertRows, tablesInOrder } from '#server/operations/instance/instance.sql.ts';
import { openInstance } from '#server/operations/instance/open.ts';
import type { Config } from '#server/platform/config.ts';
import { type Migration, migrate } from '#server/platform/db/migrate.ts';
import { unzip } from '#tests/support/zip.ts';
import { Journal } from './journal.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/0.2.0.zip');
const account = z.object({ account_id: z.string(), is_system: z.boolean() });
const punch = z.object({ time_id: z.string(), at: z.string() });

/** The farm of the installation of 0.2.0 that tests/api/upgrade.test.ts keeps, with something of every kind. */
export class OldRelease {
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #systemId: string;
  /** How many migrations its schema has: the baseline. */
  readonly migrations = 1;
  readonly accountId: string;
  /** Its punches, all acknowledged. */
  readonly journal = new Journal();

  private constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files;
    const accounts = this.#lines('account').map((line) => account.parse(JSON.parse(line)));
    const idOf = (isSystem: boolean) => accounts.find((one) => one.is_system === isSystem)?.account_id ?? '';
    [this.#systemId, this.accountId] = [idOf(true), idOf(false)];
    const punches = this.#lines('clock_record').map((line) => punch.parse(JSON.parse(line)));
    this.journal.note(
      this.accountId,
      punches.map(({ time_id, at }) => `${time_id}\t${at}`),
      true,
    );
  }

  static async read(): Promise<OldRelease> {
    return new OldRelease(await unzip(readFileSync(FIXTURE)));
  }

  #lines(table: string): string[] {
    return String(this.#files.get(`tables/${table}.ndjson`) ?? '')
      .split('\n')
      .filter(Boolean);
  }

  /**
   * Fills a database that no server runs on, bringing it to the release's schema. The system account is left out, so that the next start makes one
   * whose password is known.
   */
  async load(place: Pick<Config, 'databaseUrl' | 'databasePooler' | 'dataDir'>, known: readonly Migration[]) {
    const { db, close } = await openInstance(place, { mayBeRunning: false, mayBeEmpty: true });
    try {
      await db.tx(async (tx) => {
        await migrate(tx, known.slice(0, this.migrations));
        for (const table of await tablesInOrder(tx)) {
          const lines = this.#lines(table).filter((line) => !line.includes(this.#systemId));
          if (lines.length > 0) await insertRows(tx, table, lines);
        }
      });
    } finally {
      await close();
    }
  }
}
