import { csvTextOf } from '#contract/platform/csvText.ts';
import { readCsvRows, unguarded } from '../csvRows.ts';
import { HEADING_ROWS, MAX_COLUMNS, MAX_SHEET_LINES, tooManyLines, widthOf } from './limits.ts';
import type { RawSheet } from './spreadsheet.ts';

/** Reads a CSV as the only sheet of a workbook; its headings tell which. Throws VALIDATION_FAILED or TOO_LARGE. */
export const readCsvSheet = (bytes: Uint8Array): RawSheet => csvSheetOf(textOf(bytes), 'workbook');

/** The same of a text; `field`: of the request, for its refusals. */
export function csvSheetOf(text: string, field: string): RawSheet {
  const most = MAX_SHEET_LINES + HEADING_ROWS;
  const { rows: records, decimalSign } = readCsvRows(text, field, most + 1);
  if (records.length > most) throw tooManyLines('CSV');
  // Rows are found by their line in the file, also below a cell with line breaks.
  const rows: string[][] = [];
  for (const { record, line } of records) {
    while (rows.length < line - 1) rows.push([]);
    rows.push(record.slice(0, MAX_COLUMNS).map((cell) => unguarded(cell).slice(0, 500)));
  }
  return {
    name: 'CSV',
    rows,
    wrong: new Map(),
    kinds: new Map(),
    isCsv: true,
    ...widthOf(records.map(({ record }) => record)),
    ...(decimalSign && { decimalSign }),
  };
}

const textOf = (bytes: Uint8Array) =>
  csvTextOf(bytes, (part, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(part));
