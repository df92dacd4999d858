import { buffer } from 'node:stream/consumers';
import type { PayColumn } from '#contract/money/payFiles.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import { xlsxFile } from '../../../platform/files/xlsxFile.ts';
import { byColumns, columnText } from './csv.ts';
import type { Layout } from './layout.ts';

/** A workbook of one sheet with columns of one's own, as the CSV has them: text stays text, dates and figures are real ones, and no row is a total. */
export const xlsx: Layout = {
  extension: 'xlsx',
  tellsApart: byColumns,
  file: (groups, facts, settings) => {
    const { from, to } = facts;
    const head = { title: 'Payroll', accountName: '', from, to, madeAt: '', trust: [], isPlain: true } as const;
    const columns = settings.columns.map(
      ({ column, head: label }): Column => ({ id: column, label, kind: KINDS[column] ?? 'text', width: 16 }),
    );
    // Dates in the only form that is read as one.
    const own = { ...settings, dates: 'YYYY-MM-DD' } as const;
    const rows = groups.map((group) => settings.columns.map(({ column }) => columnText(column, group, facts, own)));
    return buffer(xlsxFile(head, columns, once(rows)));
  },
};
const KINDS: Partial<Record<PayColumn, Column['kind']>> = {
  ...{ from: 'date', to: 'date', date: 'date' },
  ...{ hours: 'amount', units: 'amount', rate: 'amount', amount: 'amount' },
};
async function* once<T>(all: T) {
  yield all;
}
