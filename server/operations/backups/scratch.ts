import { v7 as uuidv7 } from 'uuid';
import { type Message, msg } from '#contract/platform/words.ts';
import { reason } from '../../platform/archive/reason.ts';
import type { Db } from '../../platform/db/db.ts';
import { isUnavailable } from '../../platform/db/errors.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { readTables } from './columns.sql.ts';
import type { StagedLine } from './restores.sql.ts';
import { checkReferences, insertScratchAccount } from './scratch.sql.ts';
import { readArchive } from './stage.ts';
import { deferReferences } from './swap.sql.ts';
import { tryFigures } from './swap.ts';
import { countDiffering, insertGiven, planForManyLines } from './tables.sql.ts';
import type { BackupTable } from './tables.ts';

/** Thrown to roll everything back. */
class ThrownAway extends Error {}
const DEADLINE_MS = 10 * 60_000;

/**
 * Rehearses a backup: restores the file into a scratch account, compares that with the file and derives figures from it, all in transactions that are
 * rolled back, so that nobody sees the account and nothing is left of it. Raw records and templates are restored slice by slice, so that nobody waits
 * for millions of them. Returns the reason of a failure; null when everything came back as it was.
 */
export async function rehearseInScratch(
  services: Services,
  accountId: string,
  path: string,
): Promise<string | Message | null> {
  const tables = (await readTables(services.db)).flatMap(([, , own]) => own);
  const byTable = (lines: readonly StagedLine[]) =>
    Map.groupBy(lines, ({ table }) => tables.find(({ name }) => name === table));
  const settled: StagedLine[] = [];
  try {
    await readArchive(services, accountId, path, async (lines) => {
      for (const [table, of] of byTable(lines))
        if (table && (table.raw || table.name === 'biometric_template'))
          await inScratch(services, accountId, (tx, scratch) => putAndCompare(tx, scratch, table, of));
        else settled.push(...of);
    });
    await inScratch(services, accountId, async (tx, scratch) => {
      const found = byTable(settled);
      for (const table of tables) await putAndCompare(tx, scratch, table, found.get(table) ?? []);
      await checkReferences(tx);
      await tryFigures(tx, scratch, services.clock.now());
    });
    return null;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return reason(error);
  }
}

async function putAndCompare(tx: Db, scratch: string, table: BackupTable, lines: readonly StagedLine[]) {
  if (lines.length === 0) return;
  await insertGiven(tx, scratch, table, lines);
  const differing = await countDiffering(tx, scratch, table, lines);
  if (differing > 0)
    throw conflict(
      msg(
        '{differing, plural, one {# record of {table} did not come back as it was.} other {# records of {table} did not come back as they were.}}',
        {
          differing,
          table: table.name.replaceAll('_', ' '),
        },
      ),
    );
}

async function inScratch({ db }: Pick<Services, 'db'>, like: string, work: (tx: Db, scratch: string) => Promise<void>) {
  const scratch = uuidv7();
  const all = async (tx: Db) => {
    await insertScratchAccount(tx, like, scratch);
    await deferReferences(tx);
    await planForManyLines(tx);
    await tx.tenant(scratch, (own) => work(own, scratch));
    throw new ThrownAway();
  };
  await db.tx(all, { deadlineMs: DEADLINE_MS }).catch((error: unknown) => {
    if (!(error instanceof ThrownAway)) throw error;
  });
}
