import { DATE_FIELDS, type ListMapping, mappingProblem, type NameOrder } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { dateIn } from '../../../../platform/files/dates.ts';
import { cellAt, type RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { labelOf } from '../columns.ts';

/** Returns the first and the last name in a cell: 'Mokoena, Thandi' by its comma, else by the order. */
export function namesIn(cell: string, order: NameOrder): [first: string, last: string] {
  const text = trimUnseen(cell).replace(/\s+/g, ' ');
  const [before = '', ...after] = text.split(',');
  if (after.length > 0) return [after.join(',').trim(), before.trim()];
  const words = text.split(' ');
  if (order === 'first-last') return [words[0] ?? '', words.slice(1).join(' ')];
  // 'van der Merwe Jan': what is written small belongs to the name behind it.
  const end = words.findIndex((word) => /^\p{Lu}/u.test(word)) + 1 || 1;
  return [words.slice(end).join(' '), words.slice(0, end).join(' ')];
}

const label = (column: string) => labelOf('employees', column);

/**
 * Returns a list as the sheet *Employees* of the workbook: our headings over its columns, dates and names as they were said to be written. Lines keep
 * their numbers; a cell that is no date is refused with its line. Throws VALIDATION_FAILED for a mapping that lacks what people need.
 */
export function mapped(sheet: RawSheet, { headingLine, columns }: ListMapping): RawSheet {
  const problem = mappingProblem({ columns });
  if (problem) throw invalid('list', problem);
  const at = headingLine - 1;
  const whole = columns.findIndex(({ field }) => field === 'fullName');
  const order = columns[whole]?.names ?? 'first-last';
  const dates = columns.flatMap(({ field, dates }, column) =>
    field && DATE_FIELDS.includes(field) && dates ? [{ dates, column }] : [],
  );
  const width = columns.length;
  const headings = columns.map(({ field }) => (field && field !== 'fullName' ? label(field) : ''));
  const numberless = columns.every(({ field }) => field !== 'number');
  const pin = columns.findIndex(({ field }) => field === 'timeId');
  const kinds = new Map(sheet.kinds);
  const rows = sheet.rows.map((row, r) => {
    if (r <= at) return [];
    const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
    if (cells.every((cell) => trimUnseen(cell) === '')) return [];
    for (const { dates: written, column } of dates) {
      // What is no date stays as it is, to be refused with its line.
      cells[column] = dateIn(cells[column] ?? '', written) ?? cells[column] ?? '';
      kinds.delete(cellAt(r, column));
    }
    const names = whole < 0 ? [] : namesIn(cells[whole] ?? '', order);
    // Without a number of their own people are known by what they clock with; without that too, each gets the next one (filled.ts).
    const number = numberless ? [cells[pin] ?? ''] : [];
    return [...cells, ...names, ...number];
  });
  const added = [
    ...(whole < 0 ? [] : [label('firstName'), label('lastName')]),
    ...(numberless ? [label('number')] : []),
  ];
  const head = [...headings, ...added];
  if (at < 0)
    return {
      ...sheet,
      name: 'Employees',
      rows: [head, ...rows],
      wrong: shifted(sheet.wrong),
      kinds: shiftedCells(kinds),
      above: 1,
    };
  rows[at] = head;
  return { ...sheet, name: 'Employees', rows, kinds };
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
