import type { WorkbookLine, WorkbookSheet } from '#contract/office/workbook.ts';
import { type Message, words } from '#contract/platform/words.ts';
import { lineReason } from '../../../platform/files/lineReason.ts';
import type { SetupRun } from '../run.ts';
import type { Results } from '../words.ts';
import type { ContentLine } from './content.ts';
import type { Shown, Snapshot } from './snapshot.ts';

/** The outcome of one item of a line; `id` names the record for its before and after. */
export type Item = Omit<WorkbookLine, 'changes'> & { id: string | null };
/** A sheet that is being applied. */
export type Taking = {
  run: SetupRun;
  sheet: WorkbookSheet;
  before: Snapshot;
  lines: readonly ContentLine[];
  columns: readonly string[];
  isWhole: boolean;
  /** An end that goes was never meant: its employee did not leave and come back today. */
  isUndo: boolean;
  items: Item[];
  /** Ids of the groups that were created because lines name them. */
  madeGroups: string[];
};

export function refuse(
  taking: Pick<Taking, 'sheet' | 'items'>,
  line: number | null,
  cells: Record<string, string>,
  reason: string | Message,
) {
  taking.items.push({
    sheet: taking.sheet,
    line,
    ...nameOf(taking.sheet, cells),
    outcome: 'refused',
    ...lineReason(reason),
    id: null,
  });
}

/**
 * Returns the records that a whole list lacks, to be deleted. If a line is refused before anything is written, it might mean any of them: then none
 * is deleted, and the preview says so.
 */
export function lackedBy<R extends { id: string }>(
  { sheet, isWhole, items }: Pick<Taking, 'sheet' | 'isWhole' | 'items'>,
  lacked: readonly Shown<R>[],
): Shown<R>[] {
  if (!isWhole) return [];
  if (!items.some(({ outcome }) => outcome === 'refused')) return [...lacked];
  for (const { row, cells } of lacked)
    items.push({
      sheet,
      line: null,
      ...nameOf(sheet, cells),
      outcome: 'unchanged',
      reason: words('Not in the list, but kept: other lines are refused'),
      id: row.id,
    });
  return [];
}

/** Adds the outcome of a change to the items of its line. */
export function settleItem(
  { sheet, items }: Pick<Taking, 'sheet' | 'items'>,
  line: number | null,
  cells: Record<string, string>,
  results: Results,
  ref: string,
  note: string | Message | null = null,
) {
  const result = results.get(ref);
  const named = { sheet, line, ...nameOf(sheet, cells) };
  if (result && 'outcome' in result) {
    const outcome = result.outcome === 'added' ? 'new' : result.outcome;
    items.push({ ...named, outcome, ...lineReason(note), id: result.id });
  } else items.push({ ...named, outcome: 'refused', ...lineReason(result?.refused ?? words('Not taken')), id: null });
}

const OF_RATES = ['kind', 'lookup1', 'lookup2', 'jobDescription', 'employeeGroup', 'employee'] as const;
/** The columns with the number, code or date, and with the name, by which people know a line. */
const NAMES: Record<WorkbookSheet, { number: string; who: readonly string[] }> = {
  employees: { number: 'number', who: ['firstName', 'lastName'] },
  groups: { number: 'code', who: ['name'] },
  lookups: { number: 'code', who: ['description'] },
  shifts: { number: 'days', who: ['timeGroup'] },
  hoursRules: { number: 'from', who: ['timeGroup'] },
  holidays: { number: 'date', who: ['name'] },
  rates: { number: 'from', who: OF_RATES },
  minimums: { number: 'from', who: OF_RATES },
};
/** Tells whether a line is known by a column, which is thus no change of a new record. Names of people are: a list may have both in one column, and where it is cut has to be seen. */
export const namesLine = (sheet: WorkbookSheet, column: string) =>
  NAMES[sheet].number === column || (sheet !== 'employees' && NAMES[sheet].who.includes(column));
function nameOf(sheet: WorkbookSheet, cells: Record<string, string>): { number: string; who: string } {
  const of = (columns: readonly string[]) =>
    columns
      .flatMap((column) => cells[column] || [])
      .join(' ')
      .slice(0, 300);
  return { number: of([NAMES[sheet].number]), who: of(NAMES[sheet].who) };
}
