import { v7 as uuidv7 } from 'uuid';
import type { ImportKind } from '#contract/payroll.ts';
import { DAY } from '../../attendance/zone.ts';
import type { ChangeScope } from '../../catalog/change.ts';
import {
  closeImport,
  insertImport,
  noteAfter,
  noteBefore,
  noteEntries,
  noteLinked,
  noteWaiting,
} from './journal.sql.ts';
import type { ImportResult } from './outcome.ts';
import type { Line } from './table.ts';

/** The days for which an import is listed and can be undone. */
const KEPT_DAYS = 30;
export const keptSince = (now: Date) => new Date(now.getTime() - KEPT_DAYS * DAY);

type Begun = { kind: ImportKind; lines: readonly Line[]; fileName: string | null; by: string };

/**
 * Starts the journal of an import before it changes anything. The returned function ends it within the same transaction: every changed row is stored
 * as it was and as it became, so that the import can be undone. `entryCodes`: the codes of the entries that it added.
 */
export async function openJournal(
  { tx, accountId, systemId, now }: ChangeScope,
  { kind, lines, fileName, by }: Begun,
): Promise<(result: ImportResult, entryCodes: readonly string[]) => Promise<void>> {
  const importId = uuidv7({ msecs: now.getTime() });
  await insertImport(tx, accountId, { importId, kind, fileName, at: now, by });
  const changesRows = kind !== 'piecework';
  const named = (id: string) => [...new Set(lines.flatMap(({ cells }) => cells[id]?.trim() || []))];
  const employees = kind === 'employees' ? [...named('number'), ...named('code')] : [];
  const others = changesRows ? await noteBefore(tx, accountId, importId, employees) : [];
  if (kind === 'employees')
    await noteWaiting(tx, accountId, importId, { timeIds: named('timeId'), numbers: named('number') });
  return async (result, entryCodes) => {
    if (changesRows) await noteAfter(tx, accountId, importId, others);
    if (kind === 'employees') await noteLinked(tx, accountId, importId);
    if (entryCodes.length > 0) await noteEntries(tx, accountId, importId, `payroll:${systemId}`, entryCodes);
    await closeImport(tx, accountId, importId, result);
  };
}
