import { CSV_BOM, csvLine } from '#contract/platform/csv.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import { sentUnits } from '../units.ts';
import { cellWriter } from './cellWriter.ts';
import { clockHours, decimalHours } from './figures.ts';
import type { Cells, Value } from './table.ts';

/**
 * Yields a report as CSV: a header and one line per row, nothing else, so that programs can read it. Hours are written as decimals and as
 * h:mm.
 */
export async function* csvFile(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  const header = columns.flatMap(({ label, kind }) => (kind === 'hours' ? [label, `${label} (h:mm)`] : [label]));
  yield CSV_BOM + csvLine(header);
  const written = cellWriter(columns, cellOf);
  for await (const batch of batches) yield batch.map((cells) => `${written(cells).join(',')}\r\n`).join('');
}

/** Text that needs no escaping in CSV: most of it, and testing for it costs a fraction of escaping. */
const PLAIN = /^\w(?:[\w .:-]*\w)?$/;

function cellOf({ kind }: Column, value: Value): string {
  if (value === null) return kind === 'hours' ? ',' : '';
  if (kind === 'hours') return `${decimalHours(Number(value))},${clockHours(Number(value))}`;
  // A negative one is a number, not a formula.
  if (kind === 'units' || kind === 'count') return String(sentUnits(String(value)));
  const text = String(value);
  if (kind === 'amount') return text;
  return PLAIN.test(text) ? text : csvLine([text]).slice(0, -2);
}
