import type { ImportKind } from '#contract/payroll.ts';
import { APPLICATION_SYSTEM } from '#contract/setupRecords.ts';
import type { Deferring } from '../../attendance/afterwards.ts';
import { localDateOf, zoneOf } from '../../attendance/zone.ts';
import { deferReferences, lockCatalog } from '../../catalog/account.sql.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { EMPLOYEE_HEADERS, importEmployees } from './employees.ts';
import { openJournal } from './journal.ts';
import { type ImportResult, resultOf } from './outcome.ts';
import { importPiecework, PIECEWORK_HEADERS } from './piecework.ts';
import { importStandardTimes, STANDARD_TIME_HEADERS } from './standardTimes.ts';
import { readTable } from './table.ts';

const HEADERS = {
  employees: EMPLOYEE_HEADERS,
  'standard-times': STANDARD_TIME_HEADERS,
  piecework: PIECEWORK_HEADERS,
} as const;

const IMPORTS = { employees: importEmployees, 'standard-times': importStandardTimes } as const;

/** Carries the result of a preview out of the transaction that is rolled back. */
class Previewed extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super('Only a preview');
    this.result = result;
  }
}

type Import = {
  accountId: string;
  kind: ImportKind;
  csv: string;
  commit: boolean;
  /** For the list of imports: the file's name, and the user's. */
  fileName?: string | undefined;
  by: string;
  clock: Clock;
  deferring: Deferring;
};

/**
 * Imports a file dropped on Data Management, through the same functions as a payroll sync, in one transaction. A preview writes all of it and rolls
 * back, so that it cannot differ from what then happens; only what nobody is shown is left out. `andThen` runs within the transaction of a commit.
 */
export async function importCsv(
  db: Db,
  { accountId, kind, csv, commit, fileName, by, clock, deferring }: Import,
  andThen: (tx: Db, result: ImportResult) => Promise<void>,
): Promise<ImportResult> {
  const lines = readTable(csv, HEADERS[kind]);
  try {
    return await db.tenant(
      accountId,
      async (tx) => {
        const { timeZone, dataVersion } = await lockCatalog(tx, accountId);
        // Not earlier: no record may get an instant from before a restore that began earlier (S-65).
        const now = clock.now();
        const zone = zoneOf(timeZone);
        const today = localDateOf(zone, now.getTime());
        if (!commit) await deferReferences(tx);
        const scope = {
          tx,
          accountId,
          systemId: APPLICATION_SYSTEM,
          now,
          version: dataVersion + 1,
          isPreview: !commit,
          deferring,
        };
        const journal = commit ? await openJournal(scope, { kind, lines, fileName: fileName || null, by }) : null;
        const { outcomes, entryCodes } =
          kind === 'piecework'
            ? await importPiecework(scope, zone, lines)
            : { outcomes: await IMPORTS[kind](scope, today, lines), entryCodes: [] };
        const result = resultOf(outcomes);
        if (!journal) throw new Previewed(result);
        await journal(result, entryCodes);
        await andThen(tx, result);
        return result;
      },
      { deadlineMs: 120_000 },
    );
  } catch (error) {
    if (error instanceof Previewed) return error.result;
    throw error;
  }
}
