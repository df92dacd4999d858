import { DATE_FIELDS, type ListField, type ListMapping, mappingProblem } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { type Message, words } from '#contract/platform/words.ts';
import { isSpoiltNumber, numberReader, SPOILT_NUMBER } from '../../../../platform/files/cells.ts';
import { isNoDate } from '../../../../platform/files/dates.ts';
import { HEADING_ROWS } from '../../../../platform/files/spreadsheet/limits.ts';
import { cellAt, type RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { labelOf } from '../columns.ts';
import { dateOf } from './headings.ts';
import { namesIn, whyNoPerson } from './personNames.ts';
import { readGone, readThere } from './standing.ts';

const label = (column: string) => labelOf('employees', column);
/** A column of our sheet for a field of the list; names have columns of their own where one cell has both. */
const labelOfField = (field: ListField | null, isWhole: boolean) =>
  field === null || (isWhole && NAMES.has(field)) ? '' : label(SAME[field] ?? field);
const SAME: Partial<Record<ListField, ListField>> = { inactive: 'active', lastDay: 'inactiveFrom' };
const NAMES: ReadonlySet<ListField> = new Set(['fullName', 'firstName', 'lastName']);
/** The fields of one person alone. */
const OWN: ReadonlySet<ListField> = new Set(['number', 'timeId', 'cards', 'phoneNumber', 'activeFrom']);
const NUMBERS: ReadonlySet<ListField> = new Set(['number', 'timeId', 'cards', 'phoneNumber']);

/**
 * Returns a list as the sheet *Employees* of the workbook: our headings over its columns, dates and names as they were said to be written. Lines keep
 * their numbers; a line that is no person's, and a cell that is no date, is refused with its line. Throws VALIDATION_FAILED for a mapping that lacks what
 * people need.
 */
export function mapped(sheet: RawSheet, { headingLine, columns }: ListMapping): RawSheet {
  const problem = mappingProblem({ columns });
  if (problem) throw invalid('list', problem);
  const at = headingLine - 1;
  const kinds = new Map(sheet.kinds);
  const wrong = new Map(sheet.wrong);
  const numberless = columns.every(({ field }) => field !== 'number');
  const whole = columns.findIndex(({ field }) => field === 'fullName');
  if (at >= sheet.rows.length) throw invalid('list', words('The file has no lines.'));
  const readers = columns.map(({ field }, column) =>
    field && NUMBERS.has(field) ? numberReader(sheet.rows.slice(at + 1).map((row) => row[column] ?? '')) : undefined,
  );
  const of: Of = {
    whole,
    numberless,
    hasMore: columns.some(({ field }) => field !== null && !NAMES.has(field)),
    numberIn: (column, cell) => readers[column]?.(cell) ?? cell,
  };
  const rows = sheet.rows.map((row, r) => {
    if (r <= at || row.every((cell) => trimUnseen(cell) === '')) return [];
    for (const [column, { dates }] of columns.entries()) if (dates) kinds.delete(cellAt(r, column));
    const line = lineOf(row, columns, of);
    if (line.wrong) wrong.set(r + 1, wrong.get(r + 1) ?? line.wrong);
    return line.cells;
  });
  const head = [
    ...columns.map(({ field }) => labelOfField(field, whole >= 0)),
    ...(whole < 0 ? [] : [label('firstName'), label('lastName')]),
    ...(numberless ? [label('number')] : []),
  ];
  if (at < 0)
    return {
      ...sheet,
      name: 'Employees',
      rows: [head, ...rows],
      wrong: shifted(wrong),
      kinds: shiftedCells(kinds),
      above: 1,
    };
  // The sheet's headings are looked for further up than a list's.
  rows[Math.min(at, HEADING_ROWS - 1)] = head;
  return { ...sheet, name: 'Employees', rows, wrong, kinds };
}

/** `hasMore`: its lines have other fields than names. */
type Of = {
  whole: number;
  numberless: boolean;
  hasMore: boolean;
  numberIn: (column: number, cell: string) => string;
};
function lineOf(row: readonly string[], columns: ListMapping['columns'], { whole, numberless, hasMore, numberIn }: Of) {
  let wrong: string | Message | null = null;
  const cells = columns.map(({ field, dates }, column) => {
    const cell = numberIn(column, row[column] ?? '');
    if (field && NUMBERS.has(field) && isSpoiltNumber(cell)) wrong ??= SPOILT_NUMBER;
    // What is no date stays as it is, to be refused with its line.
    if (field && DATE_FIELDS.includes(field) && dates)
      return isNoDate(cell) ? '' : (dateOf(cell, { field, dates }) ?? cell);
    const isThere = field === 'active' ? readThere(cell) : undefined;
    const isGone = field === 'inactive' ? readGone(cell) : isThere === undefined ? undefined : !isThere;
    return isGone === undefined ? cell : isGone ? 'no' : 'yes';
  });
  const of = (field: ListField) => cells[columns.findIndex((one) => one.field === field)] ?? '';
  const filled = columns.filter(({ field }, column) => field && trimUnseen(cells[column] ?? '') !== '');
  const name = whole < 0 ? `${of('firstName')} ${of('lastName')}` : (cells[whole] ?? '');
  const [first, last] = namesIn(name, columns[whole]?.names ?? 'first-last');
  const isKnown = columns.some(
    ({ field }, column) => field && OWN.has(field) && trimUnseen(cells[column] ?? '') !== '',
  );
  // Where all lines have a name alone, nothing follows from it.
  wrong ??= whyNoPerson(name, { isAlone: filled.length === 1 && hasMore, isKnown });
  return {
    wrong,
    cells: [
      ...cells,
      // A name that has a column of its own is better known there: 'T Mokoena' beside 'Thandi'.
      ...(whole < 0 ? [] : [of('firstName') || first, of('lastName') || last]),
      // Without a number of their own people are known by what they clock with; without that too, each gets the next one (filled.ts).
      ...(numberless ? [of('timeId')] : []),
    ],
  };
}

/** Without headings ours take a row above the first: what names a place moves down by one. */
const shifted = (wrong: RawSheet['wrong']) => new Map([...wrong].map(([line, why]) => [line + 1, why]));
const shiftedCells = (kinds: RawSheet['kinds']) =>
  new Map(
    [...kinds].map(([at, kind]) => {
      const [row = 0, column = 0] = at.split(',').map(Number);
      return [cellAt(row + 1, column), kind];
    }),
  );
