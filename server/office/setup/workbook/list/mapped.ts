import { type ListField, type ListMapping, mappingProblem } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { isEmptyRow, isNothing } from '../../../../platform/files/cells.ts';
import { numberAndName } from '../../../../platform/files/numberAndName.ts';
import { HEADING_ROWS } from '../../../../platform/files/spreadsheet/limits.ts';
import { cellAt, type RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { labelOf } from '../columns.ts';
import { cellReader, NAMES, type TakenCell } from './cellReader.ts';
import { haveShortTitles, isCutByOrder, NAME_REMARK, namesIn, otherNameThan, whyNoPerson } from './personNames.ts';
import { hasRemark, namesLeavers } from './standing.ts';

const label = (column: string) => labelOf('employees', column);
/** A column of our sheet for a field of the list; names have columns of their own where one cell has both. */
const labelOfField = (field: ListField | null, isWhole: boolean) =>
  field === null || PARTS.has(field) || (isWhole && NAMES.has(field)) ? '' : label(SAME[field] ?? field);
/** Parts of the last name, which its column has with them. */
const PARTS: ReadonlySet<ListField> = new Set(['lastNamePrefix', 'secondLastName']);
const SAME: Partial<Record<ListField, ListField>> = { inactive: 'active', lastDay: 'inactiveFrom' };
/** The fields of one person alone. */
const OWN: ReadonlySet<ListField> = new Set(['number', 'timeId', 'cards', 'phoneNumber', 'activeFrom']);

/**
 * Returns a list as the sheet *Employees* of the workbook: our headings over its columns, dates and names as they were said to be written. Lines keep
 * their numbers; a line that is no person's, and a cell that is no date, is refused with its line. Throws VALIDATION_FAILED for a mapping that lacks what
 * people need. `startsWithZero`: so do phones where its sender lives; `isOrderGuessed`: nobody said which of two names in one cell comes first.
 */
export function mapped(
  sheet: RawSheet,
  { headingLine, columns }: ListMapping,
  { startsWithZero, isOrderGuessed }: { startsWithZero: boolean; isOrderGuessed: boolean },
): RawSheet {
  const problem = mappingProblem({ columns });
  if (problem) throw invalid('list', problem);
  const at = headingLine - 1;
  // Without headings ours take a row above the first: what names a place moves down by one.
  const down = at < 0 ? 1 : 0;
  const kinds = new Map([...sheet.kinds].map(([place, kind]) => [moved(place, down), kind]));
  const wrong = new Map([...sheet.wrong].map(([line, why]) => [line + down, why]));
  const notes = new Map<number, Message[]>();
  const leftOut = new Set<string>();
  const numberless = columns.every(({ field }) => field !== 'number');
  const whole = columns.findIndex(({ field }) => field === 'fullName');
  if (at >= sheet.rows.length) throw invalid('list', words('The file has no lines.'));
  const readers = columns.map((column, c) =>
    cellReader(
      column,
      sheet.rows.slice(at + 1).flatMap((row) => (isNothing(row[c] ?? '') ? [] : trimUnseen(row[c] ?? ''))),
      startsWithZero,
    ),
  );
  const names = sheet.rows.slice(at + 1).flatMap((row) => trimUnseen(row[whole] ?? '') || []);
  const isNumbered =
    numberless && names.length > 0 && names.filter((name) => numberAndName(name)).length * 2 > names.length;
  const guessed = new Set<number>();
  const of = {
    whole,
    isOrderGuessed,
    numberless,
    isNumbered,
    hasShortTitles: haveShortTitles(names),
    hasMore: columns.some(({ field }) => field !== null && !NAMES.has(field)),
  };
  let leavers: string | undefined;
  const rows = sheet.rows.map((row, r) => {
    if (r <= at || isEmptyRow(row)) return [];
    const line = r + 1 + down;
    for (const [column, { dates }] of columns.entries()) if (dates) kinds.delete(cellAt(r + down, column));
    const [alone, ...more] = row.map(trimUnseen).filter((cell) => cell !== '');
    if (of.hasMore && more.length === 0) leavers = alone && namesLeavers(alone) ? alone : undefined;
    const taken = row.map((cell, column) => readers[column]?.(cell) ?? { text: cell });
    const read = lineOf(taken, columns, of);
    if (read.wrong) wrong.set(line, wrong.get(line) ?? read.wrong);
    const below = leavers === undefined ? [] : [msg('Below "{leavers}": is this employee still there?', { leavers })];
    const said = [
      ...(sheet.notes?.get(r + 1) ?? []),
      ...taken.flatMap(({ note }) => note ?? []),
      ...below,
      ...read.notes,
    ];
    if (said.length > 0) notes.set(line, said);
    if (read.isGuessed) guessed.add(line);
    for (const [column, { isLeftOut }] of taken.entries()) if (isLeftOut) leftOut.add(cellAt(r + down, column));
    return read.cells;
  });
  const head = [
    ...columns.map(({ field }) => labelOfField(field, whole >= 0)),
    ...(whole < 0 ? [] : [label('firstName'), label('lastName')]),
    ...(numberless ? [label('number')] : []),
  ];
  const own = { ...sheet, name: 'Employees', wrong, kinds, notes, leftOut, guessed };
  if (at < 0) return { ...own, rows: [head, ...rows], above: 1 };
  // The sheet's headings are looked for further up than a list's.
  rows[Math.min(at, HEADING_ROWS - 1)] = head;
  return { ...own, rows };
}

/** `hasMore`: its lines have other fields than names; `isNumbered`: the cells with both names begin with a number. */
type Of = {
  whole: number;
  isOrderGuessed: boolean;
  numberless: boolean;
  isNumbered: boolean;
  hasShortTitles: boolean;
  hasMore: boolean;
};
function lineOf(
  taken: readonly TakenCell[],
  columns: ListMapping['columns'],
  { whole, isOrderGuessed, numberless, isNumbered, hasShortTitles, hasMore }: Of,
) {
  const texts = columns.map((_, column) => taken[column]?.text ?? '');
  const textOf = (field: ListField) => texts[columns.findIndex((one) => one.field === field)] ?? '';
  const lastName = trimUnseen(
    [textOf('lastNamePrefix'), textOf('lastName'), textOf('secondLastName')].filter(Boolean).join(' '),
  );
  const cells = columns.map(({ field }, column) => (field === 'lastName' ? lastName : (texts[column] ?? '')));
  const of = (field: ListField) => cells[columns.findIndex((one) => one.field === field)] ?? '';
  const filled = columns.flatMap(({ field }, column) => (field && trimUnseen(cells[column] ?? '') !== '' ? field : []));
  const cell = cells[whole] ?? '';
  const both = numberAndName(cell);
  const isOwn = both !== undefined && (isNumbered || [of('number'), of('timeId')].includes(both[0]));
  const [number, own] = isOwn ? both : ['', cell];
  const name = whole < 0 ? `${of('firstName')} ${of('lastName')}` : own;
  const [first, last] = namesIn(name, columns[whole]?.names ?? 'first-last', hasShortTitles);
  const other = whole < 0 ? undefined : otherNameThan(own, { firstName: of('firstName'), lastName });
  // Where all lines have a name alone, nothing follows from it.
  const isPerson = { isAlone: filled.length === 1 && hasMore, isKnown: filled.some((field) => OWN.has(field)) };
  const [wrong = whyNoPerson(name, isPerson)] = taken.flatMap((cell) => cell.wrong ?? []);
  return {
    wrong,
    isGuessed: whole >= 0 && isOrderGuessed && isCutByOrder(own),
    notes: [
      // Names that are cut out of one cell have no brackets any more.
      ...(whole >= 0 && hasRemark(name) && !hasRemark(`${first} ${last}`) ? [NAME_REMARK] : []),
      ...(other === undefined ? [] : [msg('"{name}": {other} is taken', { name: own.slice(0, 80), other })]),
    ],
    cells: [
      ...cells,
      // A name that has a column of its own is better known there: 'T Mokoena' beside 'Thandi'.
      ...(whole < 0 ? [] : [of('firstName') || first, of('lastName') || last]),
      // Without a number of their own people are known by what they clock with; without that too, each gets the next one (filled.ts).
      ...(numberless ? [of('timeId') || number] : []),
    ],
  };
}

function moved(place: string, down: number): string {
  const [row = 0, column = 0] = place.split(',').map(Number);
  return cellAt(row + down, column);
}
