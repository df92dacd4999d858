import type { WorkbookLine, WorkbookSheet } from '#contract/workbook.ts';
import type { SetupRun } from '../run.ts';
import type { Results } from '../words.ts';
import { labelOf } from './columns.ts';
import type { ContentLine, WorkbookContent } from './content.ts';
import { cellsById, type Snapshot, snapshotOf } from './snapshot.ts';
import { takeEmployees } from './takeEmployees.ts';
import { deleteLeftGroups, takeGroups, takeHolidays, takeLookups } from './takeLists.ts';
import { takeShifts } from './takeShifts.ts';

/** What became of one item of a line; `id` names the record for its before and after. */
export type Item = Omit<WorkbookLine, 'changes'> & { id: string | null };
/** A sheet while it is taken. */
export type Taking = {
  run: SetupRun;
  sheet: WorkbookSheet;
  before: Snapshot;
  lines: readonly ContentLine[];
  columns: readonly string[];
  isWhole: boolean;
  items: Item[];
};

const ORDER: readonly WorkbookSheet[] = ['groups', 'lookups', 'shifts', 'holidays', 'employees'];
const TAKE = {
  groups: takeGroups,
  lookups: takeLookups,
  shifts: takeShifts,
  holidays: takeHolidays,
  employees: takeEmployees,
};

/**
 * Takes a workbook, sheet by sheet in the order in which they name each other, through the functions that the screens use. Returns every
 * line with its outcome, and before and after of each cell that differs.
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
    const taking: Taking = { run, sheet, before: now, lines: found.lines, columns: found.columns, isWhole, items: [] };
    for (const { line, wrong, cells } of found.lines) if (wrong) refuse(taking, line, cells, wrong);
    await TAKE[sheet]({ ...taking, lines: found.lines.filter(({ wrong }) => wrong === undefined) });
    items.push(...taking.items);
  }
  await deleteLeftGroups(run, items);
  const shownBefore = cellsById(before);
  const shownAfter = run.wrote ? cellsById(await snapshotOf(tx, accountId, run.owners, run.today)) : shownBefore;
  const lines = items
    .map(({ id, ...item }) => ({ ...item, changes: changesOf(item, id, shownBefore, shownAfter) }))
    .sort((a, b) => ORDER.indexOf(a.sheet) - ORDER.indexOf(b.sheet) || (a.line ?? Infinity) - (b.line ?? Infinity));
  return { lines, before };
}

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

export function refuse(
  taking: Pick<Taking, 'sheet' | 'items'>,
  line: number | null,
  cells: Record<string, string>,
  reason: string,
) {
  taking.items.push({
    sheet: taking.sheet,
    line,
    ...nameOf(taking.sheet, cells),
    outcome: 'refused',
    reason,
    id: null,
  });
}

/** Adds what became of a change to the items of its line. */
export function settleItem(
  { sheet, items }: Pick<Taking, 'sheet' | 'items'>,
  line: number | null,
  cells: Record<string, string>,
  results: Results,
  ref: string,
  note: string | null = null,
) {
  const result = results.get(ref);
  const named = { sheet, line, ...nameOf(sheet, cells) };
  if (result && 'outcome' in result) {
    const outcome = result.outcome === 'added' ? 'new' : result.outcome;
    items.push({ ...named, outcome, reason: note, id: result.id });
  } else items.push({ ...named, outcome: 'refused', reason: result?.refused ?? 'Not taken', id: null });
}

/** Number, code or date, and the name, as people know a line. */
function nameOf(sheet: WorkbookSheet, cells: Record<string, string>): { number: string; who: string } {
  const of = (...columns: string[]) =>
    columns
      .flatMap((column) => cells[column] || [])
      .join(' ')
      .slice(0, 300);
  switch (sheet) {
    case 'employees':
      return { number: of('number'), who: of('firstName', 'lastName') };
    case 'groups':
      return { number: of('code'), who: of('name') };
    case 'lookups':
      return { number: of('code'), who: of('description') };
    case 'shifts':
      return { number: of('days'), who: of('timeGroup') };
    case 'holidays':
      return { number: of('date'), who: of('name') };
  }
}
