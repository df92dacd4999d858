import type { Db } from '../db/db.ts';
import { createPace, untilDone } from '../db/pace.ts';
import type { Services } from '../services.ts';
import {
  analyzeIncoming,
  analyzeWhole,
  attachIncoming,
  createIncoming,
  dropIncoming,
  findIncoming,
  hasIncoming,
  leaveOutReceived,
  moveIncoming,
  noteMoved,
  selectUnmoved,
  writeIncoming,
} from './incoming.sql.ts';
import { lockJobs, runningJobs } from './oneAtATime.sql.ts';
import type { RestoreRow } from './restores.sql.ts';
import { planForFewLines, planForManyLines } from './tables.sql.ts';
import { type BackupTable, ITEM_TABLES } from './tables.ts';

/**
 * Raw records of a restore on the embedded database, where everybody waits for a long transaction (docs/decisions/004): they are written beforehand, in
 * pieces, into tables of their own that nobody reads; the swap attaches those to the tables of all accounts, which takes milliseconds; afterwards
 * the rows are moved there, in pieces. At every moment a record is read either not at all or once.
 */

const INCOMING = ITEM_TABLES.flatMap(([, , tables]) => tables).filter(hasIncoming);

/** PostgreSQL serves others meanwhile, and transactions that began before would see an attached table: there the swap writes the rows. */
export const writesBeforehand = ({ config }: Pick<Services, 'config'>) => config.databaseUrl === undefined;

type Incoming = { accountId: string; job: Pick<RestoreRow, 'restoreJobId' | 'items' | 'strategy'> };

/** The tables of a restore whose records come in this way. */
const incomingOf = ({ job }: Incoming): BackupTable[] =>
  ITEM_TABLES.filter(([item]) => job.items.includes(item)).flatMap(([, , tables]) => tables.filter(hasIncoming));

/** Writes the records of a restore beside those in store. Nothing of the account is touched; done again it begins anew. */
export async function writeBeforehand(db: Db, restore: Incoming): Promise<BackupTable[]> {
  const { accountId, job } = restore;
  await moveIn(db, accountId);
  const tables = incomingOf(restore);
  for (const table of tables) {
    await db.tx((tx) => createIncoming(tx, accountId, table));
    const pace = createPace({ first: 1_000, most: 5_000 });
    let after: string | null = null;
    await untilDone(pace, async (limit) => {
      // What a replace leaves in store is what was received since: the swap looks at that.
      const page = { after, limit, besideStored: job.strategy === 'merge' };
      const { last, seen } = await db.tx((tx) =>
        pace.keep(() => writeIncoming(tx, accountId, job.restoreJobId, table, page)),
      );
      after = last;
      return seen;
    });
    await analyzeIncoming(db, accountId, table);
  }
  return tables;
}

/** Within the swap, after the old records are gone: what was written beforehand is the account's. What it received since it began stays in its place. */
export async function attach(tx: Db, accountId: string, tables: readonly BackupTable[], startedAt: Date) {
  await planForFewLines(tx);
  for (const table of tables) {
    await leaveOutReceived(tx, accountId, table, startedAt);
    await attachIncoming(tx, accountId, table);
  }
  await planForManyLines(tx);
}

/**
 * Moves what is attached to the tables of all accounts there, in pieces: read by its account all the time, and each record once. Begun again after
 * a crash, or by two at a time, it comes to the same.
 */
export async function moveIn(db: Db, accountId: string): Promise<void> {
  for (const table of INCOMING) {
    const isAttached = async (tx: Db) => (await findIncoming(tx, accountId, table))?.isAttached === true;
    if (!(await isAttached(db))) continue;
    await analyzeWhole(db, table);
    const pace = createPace({ first: 1_000, most: 5_000 });
    let after: string | null = null;
    await untilDone(pace, async (limit) => {
      const page = { after, limit };
      const { last, seen } = await db.tx(async (tx) =>
        (await isAttached(tx)) ? pace.keep(() => moveIncoming(tx, accountId, table, page)) : NOTHING_LEFT,
      );
      after = last;
      return seen;
    });
    await db.tx(async (tx) => {
      if (await isAttached(tx)) await dropIncoming(tx, accountId, table);
    });
  }
  await noteMoved(db, accountId);
}
const NOTHING_LEFT = { last: null, seen: 0 };

/** Tidies up after restores that have ended: moves what was attached, throws away what was written and never attached. */
export async function moveLeftovers(db: Db, now: Date): Promise<void> {
  for (const accountId of await selectUnmoved(db)) {
    await moveIn(db, accountId);
    await db.tx(async (tx) => {
      await lockJobs(tx, accountId);
      if ((await runningJobs(tx, accountId, now)).restores > 0) return;
      for (const table of INCOMING)
        if ((await findIncoming(tx, accountId, table))?.isAttached === false) await dropIncoming(tx, accountId, table);
    });
  }
}
