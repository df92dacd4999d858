import { trimUnseen } from '#contract/platform/common.ts';
import { MAX_HEADING_LINE, MAX_LIST_COLUMNS } from '#contract/platform/listColumns.ts';
import { storable } from '#contract/platform/storable.ts';
import { type Message, words } from '#contract/platform/words.ts';
import type { RawSheet } from './spreadsheet/spreadsheet.ts';

/** How the headings of a kind of lists are found. */
export type ListHeadings<Field> = {
  fieldOf: (heading: string) => Field | null;
  /** Fields one of which a line of headings names at least. */
  isNeeded: (field: Field) => boolean;
  /** So many fields; a single heading is enough in any case. */
  least: number;
  /** Its lines have numbers, so that a first line without any has the headings though none is known. */
  hasNumbers?: true;
};
/** A sheet as a list with headings of its own. */
export type ListSheet = {
  /** The row of the headings, from 0; -1: none. */
  headingRow: number;
  /** The number of lines below. */
  lines: number;
  /** The heading and the values of each column, without empty ones. */
  columns: { heading: string; values: string[] }[];
  /** By line number from 1, why a line cannot be read. */
  wrong: ReadonlyMap<number, string | Message>;
};

const MAX_HEADING = 120;
const REPEATS = words('This line repeats the headings.');
const TOO_LONG = words(
  'The line has more cells than the headings: write a cell that contains the separator within quotes',
);
const isEmpty = (row: readonly string[]) => row.every((cell) => trimUnseen(cell) === '');

/** Reads a sheet as a list; `headingRow`: of its headings, if it has been chosen. */
export function listSheetOf<Field>(sheet: RawSheet, headings: ListHeadings<Field>, headingRow?: number): ListSheet {
  const { rows, isCsv = false } = sheet;
  const at = headingRow ?? headingRowOf(rows, headings);
  const head = (rows[at] ?? []).map((cell) => trimUnseen(storable(cell)).slice(0, MAX_HEADING));
  const wrong = new Map(sheet.wrong);
  const lines: (readonly string[])[] = [];
  let count = 0;
  for (const [r, row] of rows.entries()) {
    if (r <= at || isEmpty(row)) continue;
    count++;
    // In a CSV what is to the right of the headings has been moved there by a separator within a cell.
    const isLong = isCsv && at >= 0 && !isEmpty(row.slice(head.length));
    if (at >= 0 && isSame(row, rows[at] ?? [])) wrong.set(r + 1, wrong.get(r + 1) ?? REPEATS);
    else if (isLong) wrong.set(r + 1, wrong.get(r + 1) ?? TOO_LONG);
    else lines.push(row);
  }
  const width = lines.reduce((most, { length }) => Math.max(most, length), head.length);
  const columns = Array.from({ length: Math.min(width, MAX_LIST_COLUMNS) }, (_, column) => ({
    heading: head[column] ?? '',
    values: lines.map((row) => trimUnseen(row[column] ?? '')).filter((cell) => cell !== ''),
  }));
  return { headingRow: at, lines: count, columns, wrong };
}

const isSame = (one: readonly string[], other: readonly string[]) => {
  const text = (row: readonly string[]) =>
    row
      .map((cell) => trimUnseen(cell).toLowerCase())
      .join('\n')
      .trimEnd();
  return text(one) === text(other);
};

/** Returns the row, from 0, of the first lines that names most fields and has no data; -1: none. */
function headingRowOf<Field>(
  rows: RawSheet['rows'],
  { fieldOf, isNeeded, least, hasNumbers }: ListHeadings<Field>,
): number {
  const named = rows.slice(0, MAX_HEADING_LINE).map((row, at) => {
    const fields = new Set(row.flatMap((cell) => fieldOf(trimUnseen(cell)) ?? []));
    return [...fields].some(isNeeded) && !isData(rows, at, fields.size) ? fields.size : 0;
  });
  const most = Math.max(0, ...named);
  const at = named.indexOf(most);
  // A single word may be a title, or a person who is called like a field.
  const isAlone = (rows[at] ?? []).filter((cell) => trimUnseen(cell) !== '').length === 1;
  if (most >= least || (most === 1 && isAlone)) return at;
  const first = rows.findIndex((row) => !isEmpty(row));
  return hasNumbers && !isData(rows, first, 0) ? first : -1;
}

/** The lines around that show whether a value comes again. */
const LOOKED_AT = 200;
const IS_NUMBER = /^[+(]?\d[\d\s.,:/()-]{0,40}$/;
/**
 * Returns true for a row with a number, a date or a phone, unless most of its other cells name fields (the days of a month may be headings), or with a
 * value that comes again in its column: a job or team of other people.
 */
function isData(rows: RawSheet['rows'], at: number, named: number): boolean {
  const row = (rows[at] ?? []).map((cell) => trimUnseen(cell).toLowerCase());
  const texts = row.filter((cell) => cell !== '' && !IS_NUMBER.test(cell));
  if (named * 2 <= texts.length && row.some((cell) => IS_NUMBER.test(cell))) return true;
  const others = rows.slice(0, at + LOOKED_AT).filter((one) => !isSame(one, rows[at] ?? []));
  return texts.some((cell) =>
    row.some(
      (own, column) => own === cell && others.some((one) => trimUnseen(one[column] ?? '').toLowerCase() === cell),
    ),
  );
}
