import { trimUnseen } from '#contract/platform/common.ts';
import { MAX_HEADING_LINE, MAX_LIST_COLUMNS } from '#contract/platform/listColumns.ts';
import { storable } from '#contract/platform/storable.ts';
import { type Message, words } from '#contract/platform/words.ts';
import { isEmptyRow, isNothing } from './cells.ts';
import { mayBeData } from './personHeadings.ts';
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
const MAX_SHOWN = 60;
const REPEATS = words('This line repeats the headings.');
const TOO_LONG = words(
  'The line has more cells than the headings: write a cell that contains the separator within quotes',
);

/** Reads a sheet as a list; `headingRow`: of its headings, if it has been chosen. */
export function listSheetOf<Field>(sheet: RawSheet, headings: ListHeadings<Field>, headingRow?: number): ListSheet {
  const { rows, isCsv = false } = sheet;
  const at = headingRow ?? headingRowOf(rows, headings);
  const head = (rows[at] ?? []).map((cell) => trimUnseen(storable(cell)).slice(0, MAX_HEADING));
  const wrong = new Map(sheet.wrong);
  const lines: (readonly string[])[] = [];
  let count = 0;
  for (const [r, row] of rows.entries()) {
    if (r <= at || isEmptyRow(row)) continue;
    count++;
    // In a CSV what is to the right of the headings has been moved there by a separator within a cell.
    const isLong = isCsv && at >= 0 && !isEmptyRow(row.slice(head.length));
    if (at >= 0 && isHeadings(row, rows[at] ?? [], headings)) wrong.set(r + 1, wrong.get(r + 1) ?? REPEATS);
    else if (isLong) wrong.set(r + 1, wrong.get(r + 1) ?? TOO_LONG);
    else lines.push(row);
  }
  const width = lines.reduce((most, { length }) => Math.max(most, length), head.length);
  const columns = Array.from({ length: Math.min(width, MAX_LIST_COLUMNS) }, (_, column) => ({
    heading: head[column] ?? '',
    values: lines.map((row) => trimUnseen(row[column] ?? '')).filter((cell) => !isNothing(cell)),
  }));
  return { headingRow: at, lines: count, columns, wrong };
}

/** Returns the first lines of a sheet as they are shown, for the choice of the line with the headings. */
export const firstLinesOf = ({ rows }: Pick<RawSheet, 'rows'>) =>
  rows
    .slice(0, MAX_HEADING_LINE)
    .map((row) => storable(row.map(trimUnseen).filter(Boolean).join(' · ').slice(0, MAX_SHOWN)));

const isSame = (one: readonly string[], other: readonly string[]) => {
  const text = (row: readonly string[]) =>
    row
      .map((cell) => trimUnseen(cell).toLowerCase())
      .join('\n')
      .trimEnd();
  return text(one) === text(other);
};

const textOf = (cell: string | undefined) => trimUnseen(cell ?? '').toLowerCase();

/** Returns the row, from 0, of the first lines that names most fields and has no data; -1: none. */
function headingRowOf<Field>(rows: RawSheet['rows'], headings: ListHeadings<Field>): number {
  const named = rows.slice(0, MAX_HEADING_LINE).map((_, at) => namedIn(rows, at, headings));
  const most = Math.max(0, ...named.map(({ fields }) => fields));
  const at = named.findIndex(({ fields }) => fields === most);
  // A single word may be a title, or a person who is called like a field.
  const isAlone = (rows[at] ?? []).filter((cell) => textOf(cell) !== '').length === 1;
  if (most >= headings.least || (most === 1 && (isAlone || named[at]?.isClear))) return at;
  const first = rows.findIndex((row) => !isEmptyRow(row));
  if (first < 0 || hasNumber(rows[first] ?? [])) return -1;
  return headings.hasNumbers || isAboveNumbers(rows, first) ? first : -1;
}

/** Returns true for a row of texts above columns of numbers or dates alone: headings in a language that is not known. */
function isAboveNumbers(rows: RawSheet['rows'], at: number): boolean {
  const below = rows.slice(at + 1, at + LOOKED_AT).filter((row) => !isEmptyRow(row));
  const columns = (rows[at] ?? []).map((cell, column) => ({
    heading: textOf(cell),
    cells: below.map((row) => textOf(row[column])).filter((value) => value !== ''),
  }));
  const ofNumbers = columns.filter(({ cells }) => cells.length > 0 && cells.every((cell) => HAS_DIGIT.test(cell)));
  return ofNumbers.length > 0 && ofNumbers.every(({ heading }) => /\p{L}/u.test(heading) && !HAS_DIGIT.test(heading));
}

/** The lines around that show whether a value comes again. */
const LOOKED_AT = 200;
const HAS_DIGIT = /\d/;
const IS_NUMBER = /^[+(]?\d[\d\s.,:/()-]{0,40}$/;
const hasNumber = (row: readonly string[]) => row.some((cell) => IS_NUMBER.test(textOf(cell)));
/**
 * Returns how many fields a row names; 0 for a row of data: with a number, a date or a phone, unless most of its other cells name fields (the days of a
 * month may be headings), or with values that come again in their columns, which are jobs and teams of other people. `isClear`: one of its headings is
 * no word that a person or a job may have.
 */
function namedIn<Field>(rows: RawSheet['rows'], at: number, { fieldOf, isNeeded }: ListHeadings<Field>) {
  const row = (rows[at] ?? []).map(textOf);
  const known = row.flatMap((cell, column) => {
    const field = cell === '' ? null : fieldOf(cell);
    return field === null ? [] : [{ column, cell, field }];
  });
  const texts = row.filter((cell) => cell !== '' && !IS_NUMBER.test(cell));
  const none = { fields: 0, isClear: false };
  const isOfPeople = ({ cell, field }: (typeof known)[number]) => isNeeded(field) && !mayBeData(cell);
  const clear = known.filter(isOfPeople).map(({ column }) => column);
  const others = rows.slice(0, at + LOOKED_AT).filter((one) => !isRepeated(one, row, clear));
  const comesAgain = (column: number) => others.some((one) => textOf(one[column]) === row[column]);
  const own = known.filter(({ column }) => !comesAgain(column));
  const fields = new Set(own.map(({ field }) => field));
  if (![...fields].some(isNeeded)) return none;
  if (fields.size * 2 <= texts.length) {
    const isOther = (column: number) => known.every((one) => one.column !== column);
    if (hasNumber(row) || row.some((cell, column) => cell !== '' && isOther(column) && comesAgain(column))) return none;
  }
  return { fields: fields.size, isClear: own.some(isOfPeople) };
}

/** Returns true for a line that has most cells of a line of headings, one of which is clear, such as those of the next page. */
function isRepeated(line: readonly string[], headings: readonly string[], clear: readonly number[]): boolean {
  const isEqual = (cell: string, column: number) => cell !== '' && textOf(line[column]) === cell;
  const filled = headings.filter((cell) => cell !== '').length;
  return (
    isSame(line, headings) ||
    (clear.some((column) => isEqual(headings[column] ?? '', column)) && headings.filter(isEqual).length * 2 > filled)
  );
}

/** Returns true for a line below the headings that has headings too: the same, or of the next page, moved, or in another language. */
function isHeadings<Field>(
  line: readonly string[],
  head: readonly string[],
  { fieldOf, isNeeded }: ListHeadings<Field>,
) {
  const row = head.map(textOf);
  const clear = row.flatMap((cell, column) => {
    const field = fieldOf(cell);
    return field !== null && isNeeded(field) && !mayBeData(cell) ? [column] : [];
  });
  if (isRepeated(line, row, clear)) return true;
  const cells = line.map(textOf).filter((cell) => cell !== '');
  const fields = cells.map(fieldOf);
  return (
    cells.length > 1 &&
    cells.every((cell, at) => row.includes(cell) || fields[at] !== null) &&
    cells.some((cell, at) => {
      const field = fields[at] ?? null;
      return field !== null && isNeeded(field) && !mayBeData(cell);
    })
  );
}
