import { WORKBOOK_SHEETS, type WorkbookLine, type WorkbookSheet } from '#contract/office/workbook.ts';
import { deleteUnusedGroups } from '../../../masterData/groups.sql.ts';
import type { SetupRun } from '../run.ts';
import { labelOf } from './columns.ts';
import type { WorkbookContent } from './content.ts';
import { type Item, namesLine, refuse, type Taking } from './items.ts';
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
 * line with its outcome, and each cell that differs before and after, and the ids of the groups that were created because lines name them. `isUndo`: the
 * sheets are those before an upload.
 */
export async function takeWorkbook(
  run: SetupRun,
  content: WorkbookContent,
  { isUndo = false } = {},
): Promise<{ lines: WorkbookLine[]; before: Snapshot; madeGroups: string[] }> {
  const { tx, accountId } = run.scope;
  const before = await snapshotOf(tx, accountId, run.owners, run.today);
  const items: Item[] = [];
  const madeGroups: string[] = [];
  for (const sheet of ORDER) {
    const found = content.sheets.find((one) => one.sheet === sheet);
    if (!found) continue;
    const now = run.wrote ? await snapshotOf(tx, accountId, run.owners, run.today) : before;
    const isWhole = content.whole.includes(sheet);
    const { lines, columns } = found;
    const taking: Taking = { run, sheet, before: now, lines, columns, isWhole, isUndo, items: [], madeGroups: [] };
    for (const { line, wrong, cells } of lines) if (wrong) refuse(taking, line, cells, wrong);
    await TAKE[sheet]({ ...taking, lines: lines.filter(({ wrong }) => wrong === undefined) });
    await deleteUnusedGroups(tx, accountId, taking.madeGroups, run.scope.now);
    for (const id of taking.madeGroups) madeGroups.push(id);
    // One by one: a sheet of shifts may have more items than a call may have arguments.
    for (const item of taking.items) items.push(item);
  }
  await deleteLeftGroups(run, items);
  const isShown = items.some(({ outcome }) => outcome === 'changed' || outcome === 'new');
  const shownBefore = isShown ? cellsById(before) : NOTHING;
  const shownAfter = isShown ? cellsById(await snapshotOf(tx, accountId, run.owners, run.today)) : NOTHING;
  const columns = new Map(content.sheets.map((one) => [one.sheet, new Set(one.columns)]));
  const lines = items
    .map(({ id, ...item }) => ({
      ...item,
      changes: changesOf(item, columns.get(item.sheet), shownBefore.get(id ?? ''), shownAfter.get(id ?? '')),
    }))
    .sort((a, b) => ORDER.indexOf(a.sheet) - ORDER.indexOf(b.sheet) || (a.line ?? Infinity) - (b.line ?? Infinity));
  return { lines, before, madeGroups };
}

const NOTHING: ReadonlyMap<string, Record<string, string>> = new Map();

/** Columns that a new record gets of its own, and another one each time it is tried. */
const MADE: ReadonlySet<string> = new Set(['owner', 'key']);

/** Returns the cells that differ; of a new record those of the sheet's columns that say more than what names its line. */
function changesOf(
  { sheet, outcome }: Omit<Item, 'id'>,
  columns: ReadonlySet<string> | undefined,
  before: Record<string, string> | undefined,
  after: Record<string, string> | undefined,
): WorkbookLine['changes'] {
  const isNew = outcome === 'new';
  if (!after || !(isNew || (outcome === 'changed' && before))) return [];
  return Object.entries(after).flatMap(([column, is]) => {
    const was = before?.[column] ?? '';
    const isLeftOut = isNew && (!columns?.has(column) || namesLine(sheet, column) || MADE.has(column));
    return was === is || isLeftOut ? [] : [{ column: labelOf(sheet, column), before: was, after: is }];
  });
}
