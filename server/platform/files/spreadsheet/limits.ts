import { trimUnseen } from '#contract/platform/common.ts';
import { msg } from '#contract/platform/words.ts';
import { Refusal } from '../../http/errors.ts';
import { tooCostly } from '../boundedThread.ts';

/** Limits of an uploaded workbook, and its refusals. */
export const MAX_SHEET_LINES = 20_000;
/** Headings must be within this many rows from the top. */
export const HEADING_ROWS = 10;
/** Columns further right are not read. */
export const MAX_COLUMNS = 60;
/** Of all sheets that are used together: what leaves the thread that reads a file. */
const MAX_CELLS = 500_000;
const MAX_CHARACTERS = 20_000_000;

export const tooManyLines = (sheet: string) =>
  new Refusal(
    'TOO_LARGE',
    msg('The sheet {sheet} has more than {most} lines. Take it in parts.', { sheet, most: MAX_SHEET_LINES }),
  );

const tooManyColumns = (sheet: string) =>
  new Refusal(
    'TOO_LARGE',
    msg('The sheet {sheet} has more than {most} columns.', {
      sheet,
      most: MAX_COLUMNS,
    }),
  );
/** Throws TOO_LARGE for a sheet of which columns were not read: one of them might say who left. */
export function requireAllColumns({ name, isWide }: { name: string; isWide?: true }): void {
  if (isWide) throw tooManyColumns(name);
}
/** The refusal of a file that has more of something than is read. */
export const moreThan = (most: number, what: 'cells' | 'characters' | 'parts' | 'sheets' | 'MB') =>
  tooCostly(
    msg(
      'The file has more than {most} {what, select, cells {cells} parts {parts} sheets {sheets} MB {MB unpacked} other {characters}}.',
      { most, what },
    ),
  );

/** Returns that a sheet is too wide, where one of its rows is. */
export const widthOf = (rows: readonly (readonly unknown[] | undefined | null)[]): { isWide?: true } =>
  rows.some((row) => row?.slice(MAX_COLUMNS).some((cell) => trimUnseen(String(cell ?? '')) !== ''))
    ? { isWide: true }
    : {};

/** Counts the cells of a workbook while they are read. The returned function throws TOO_LARGE beyond the limits. */
export function createCellCount() {
  let [cells, characters] = [0, 0];
  return (text: string) => {
    cells++;
    characters += text.length;
    if (cells > MAX_CELLS) throw moreThan(MAX_CELLS, 'cells');
    if (characters > MAX_CHARACTERS) throw moreThan(MAX_CHARACTERS, 'characters');
  };
}
