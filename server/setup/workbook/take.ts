import { WORKBOOK_SHEETS, type WorkbookLine, type WorkbookSheet } from '#contract/workbook.ts';
import { deleteUnusedGroups } from '../../masterData/groups.sql.ts';
import type { SetupRun } from '../run.ts';
import { labelOf } from './columns.ts';
import type { WorkbookContent } from './content.ts';
import { type Item, refuse, type Taking } from './items.ts';
import { cellsById, type Snapshot, snapshotOf } from './snapshot.ts';
import { takeEmployees } from './takeEmployees.ts';
import { takeHoursRules } from './takeHoursRules.ts';
import { deleteLeftGroups, takeGroups, takeHolidays, takeLookups } from './takeLists.ts';
import { takePayRates } from './takePayRates.ts';
import { takeShifts } from './takeShifts.ts';

const ORDER: readonly WorkbookSheet[] = WORKBOOK_SHEETS;
const TAKE = {
  groups: takeGroups,
  lookups: takeLookups,
  shifts: takeShifts,
  holidays: takeHolidays,
  hoursRules: takeHoursRules,
  employees: takeEmployees,
  rates: takePayRates,
  minimums: takePayRates,
};

/**
 * Applies a workbook sheet by sheet, in an order in which each finds what it refers to, through the functions that the screens use. Returns every
 * line with its outcome, and each cell that differs before and after.
 */
export async function takeWorkbook(
  run: SetupRun,
  content: WorkbookContent,
): Promise<{ lines: WorkbookLine[]; before: Snapshot }> {
  const { tx, accountId } = run.scope;
  const before = await snapshotOf(tx, accountId, run.owners, run.today);
  const items: Item[] = [];
  for (const sheet of ORDER) {
    const found = content.sheets.find((one) => one.sheet === sheet);
    if (!found) continue;
    const now = run.wrote ? await snapshotOf(tx, accountId, run.owners, run.today) : before;
    const isWhole = content.whole.includes(sheet);
    const { lines, columns } = found;
    const taking: Taking = { run, sheet, before: now, lines, columns, isWhole, items: [], madeGroups: [] };
    for (const { line, wrong, cells } of lines) if (wrong) refuse(taking, line, cells, wrong);
    await TAKE[sheet]({ ...taking, lines: lines.filter(({ wrong }) => wrong === undefined) });
    await deleteUnusedGroups(tx, accountId, taking.madeGroups, run.scope.now);
    // One by one: a sheet of shifts may have more items than a call may have arguments.
    for (const item of taking.items) items.push(item);
  }
  await deleteLeftGroups(run, items);
  const isChanged = items.some(({ outcome }) => outcome === 'changed');
  const shownBefore = isChanged ? cellsById(before) : NOTHING;
  const shownAfter = isChanged ? cellsById(await snapshotOf(tx, accountId, run.owners, run.today)) : NOTHING;
  const lines = items
    .map(({ id, ...item }) => ({ ...item, changes: changesOf(item, id, shownBefore, shownAfter) }))
    .sort((a, b) => ORDER.indexOf(a.sheet) - ORDER.indexOf(b.sheet) || (a.line ?? Infinity) - (b.line ?? Infinity));
  return { lines, before };
}

const NOTHING: ReadonlyMap<string, Record<string, string>> = new Map();

function changesOf(
  { sheet, outcome }: Omit<Item, 'id'>,
  id: string | null,
  before: ReadonlyMap<string, Record<string, string>>,
  after: ReadonlyMap<string, Record<string, string>>,
): WorkbookLine['changes'] {
  const [one, other] = [before.get(id ?? ''), after.get(id ?? '')];
  if (outcome !== 'changed' || !one || !other) return [];
  return Object.keys(other).flatMap((column) => {
    const [was = '', is = ''] = [one[column], other[column]];
    return was === is ? [] : [{ column: labelOf(sheet, column), before: was, after: is }];
  });
}
