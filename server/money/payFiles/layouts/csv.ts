import type { PayColumn, PaySettings } from '#contract/money/payFiles.ts';
import { isFormula, quoted } from '#contract/platform/csv.ts';
import { msg } from '#contract/platform/words.ts';
import { conflict } from '../../../platform/http/errors.ts';
import {
  type Distinction,
  dateText,
  type FileFacts,
  type Group,
  hoursText,
  type Layout,
  misfit,
  rounded,
} from './layout.ts';

/** A CSV with columns of one's own: headings, then one line for what the columns of text tell apart. Lines end in CR LF; UTF-8 without a mark. */
export const csv: Layout = {
  extension: 'csv',
  tellsApart: byColumns,
  file: (groups, facts, settings) => {
    const separator = settings.separator === 'tab' ? '\t' : settings.separator;
    const line = (cells: readonly string[]) => `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`;
    const { columns } = settings;
    for (const { head: text } of columns)
      if (isFormula(text)) throw conflict(msg("The heading '{text}' begins like a formula.", { text }));
    const head = line(columns.map(({ head: text }) => text));
    return (
      head + groups.map((group) => line(columns.map(({ column }) => cellOf(column, group, facts, settings)))).join('')
    );
  },
};
/** Returns the columns of text that a profile has: its lines differ in one of them. */
export function byColumns({ columns }: PaySettings): readonly Distinction[] {
  return APART.filter((one) => columns.some(({ column }) => column === one));
}
const APART: readonly Distinction[] = ['date', 'code', 'lookup1', 'lookup2', 'rate'];
/** Text by which payroll finds something: a mark before it, as reports have it, would make it something else. */
const KEYS = ['number', 'code', 'lookup1', 'lookup2'] as const;

function cellOf(column: PayColumn, group: Group, facts: FileFacts, settings: PaySettings): string {
  const text = columnText(column, group, facts, settings);
  if (!isFormula(text)) return text;
  if (KEYS.some((key) => key === column)) throw misfit(group, msg("'{text}' begins like a formula.", { text }));
  // A name that a spreadsheet would evaluate is marked as text, as in reports.
  return column === 'firstName' || column === 'lastName' ? `'${text}` : text;
}

/** Returns the text of a column in a line. */
export function columnText(
  column: PayColumn,
  group: Group,
  { from, to, cents }: FileFacts,
  settings: PaySettings,
): string {
  switch (column) {
    case 'from':
      return dateText(from, settings.dates);
    case 'to':
      return dateText(to, settings.dates);
    case 'date':
      return dateText(group.date, settings.dates);
    case 'hours':
      return hoursText(group.ms, settings.hours);
    case 'units':
      return group.units.own.toFixed();
    case 'rate':
      return group.rate ?? '';
    case 'amount':
      return rounded(group.amount, cents).toFixed(cents);
    default:
      return group[column];
  }
}
