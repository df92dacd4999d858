import { isPerhapsAnother } from '#contract/platform/personNames.ts';
import type { EmployeeRow } from '../../reading.sql.ts';
import type { WorkbookContent } from '../content.ts';

const nameOf = (first: string, last: string) => `${first} ${last}`.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Gives a number to each line of a list without numbers: that of the only employee who has its name, else the next one after the highest that anybody or
 * anything in the account has (`highest`). The second line of a name is another person.
 */
export function withNumbers(
  content: WorkbookContent,
  employees: readonly Pick<EmployeeRow, 'number' | 'firstName' | 'lastName'>[],
  highest: number,
): WorkbookContent {
  const byName = Map.groupBy(employees, ({ firstName, lastName }) => nameOf(firstName, lastName));
  const used = new Set<string>();
  let last = highest;
  const numberOf = (first: string, lastName: string) => {
    const [only, ...more] = byName.get(nameOf(first, lastName)) ?? [];
    if (only && more.length === 0 && !used.has(only.number)) {
      used.add(only.number);
      return only.number;
    }
    last += 1;
    return String(last);
  };
  return {
    ...content,
    sheets: content.sheets.map((sheet) => ({
      ...sheet,
      lines: sheet.lines.map((line) => {
        const { number = '', firstName = '', lastName = '' } = line.cells;
        if (line.wrong || number !== '' || (firstName === '' && lastName === '')) return line;
        return { ...line, cells: { ...line.cells, number: numberOf(firstName, lastName) } };
      }),
    })),
  };
}

type Known = Pick<EmployeeRow, 'number' | 'timeId' | 'firstName' | 'lastName'>;
const mapLines = (content: WorkbookContent, map: (cells: Cells) => Cells): WorkbookContent => ({
  ...content,
  sheets: content.sheets.map((sheet) => ({
    ...sheet,
    lines: sheet.lines.map((line) => (line.wrong ? line : { ...line, cells: map(line.cells) })),
  })),
});
/** Gives the lines of a list without numbers, which are known by their PIN until here, the number of the employee who has it and a word of the name. */
export function ofPins(content: WorkbookContent, employees: readonly Known[]): WorkbookContent {
  const byPin = new Map(employees.map((one) => [one.timeId, one]));
  const byNumber = new Map(employees.map((one) => [one.number, one]));
  return mapLines(content, (cells) => {
    const { number = '', firstName = '', lastName = '' } = cells;
    const isOf = (one: Known | undefined) => one !== undefined && !isPerhapsAnother(one, { firstName, lastName });
    const [owner, named] = [byPin.get(number), byNumber.get(number)];
    return owner && isOf(owner) && !isOf(named) ? { ...cells, number: owner.number } : cells;
  });
}

type Cells = Readonly<Record<string, string>>;
/** Fills columns of the lines of new people that have nothing in them, `value` of the other cells; who is known by their number keeps what they have. */
export const ofNewPeople = (
  content: WorkbookContent,
  isKnown: ReadonlySet<string>,
  values: Readonly<Record<string, (cells: Cells) => string>>,
): WorkbookContent => ({
  ...content,
  sheets: content.sheets.map((sheet) => ({
    ...sheet,
    columns: [...new Set([...sheet.columns, ...Object.keys(values)])],
    lines: sheet.lines.map((line) => {
      if (isKnown.has(line.cells.number ?? '')) return line;
      const filled = Object.entries(values).map(([column, value]) => [column, line.cells[column] || value(line.cells)]);
      return { ...line, cells: { ...line.cells, ...Object.fromEntries(filled) } };
    }),
  })),
});
