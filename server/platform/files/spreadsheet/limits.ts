import { msg } from '#contract/platform/words.ts';
import { Refusal } from '../../http/errors.ts';
import { tooCostly } from '../boundedThread.ts';

/** Limits of an uploaded workbook, and its refusals. */
export const MAX_SHEET_LINES = 20_000;
/** Headings must be within this many rows from the top. */
export const HEADING_ROWS = 10;
/** Columns further right are ignored. */
export const MAX_COLUMNS = 60;
/** Of all sheets that are used together: what leaves the thread that reads a file. */
const MAX_CELLS = 500_000;
const MAX_CHARACTERS = 20_000_000;

export const tooManyLines = (sheet: string) =>
  new Refusal(
    'TOO_LARGE',
    msg('The sheet {sheet} has more than {most} lines. Take it in parts.', { sheet, most: MAX_SHEET_LINES }),
  );

/** Counts the cells of a workbook while they are read. The returned function throws TOO_LARGE beyond the limits. */
export function createCellCount() {
  let [cells, characters] = [0, 0];
  return (text: string) => {
    cells++;
    characters += text.length;
    if (cells > MAX_CELLS || characters > MAX_CHARACTERS) throw tooCostly();
  };
}
