import { type Cell, CSV_BOM, csvLine } from '#contract/csv.ts';
import { clockHours, decimalHours } from './figures.ts';
import type { Column, Row, Value } from './table.ts';

/** A report as CSV: a header and a line a row, nothing else, so that a machine can read it (S-55). Hours as decimal and as h:mm. */
export async function* csvFile(columns: readonly Column[], batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const header = columns.flatMap(({ label, kind }) => (kind === 'hours' ? [label, `${label} (h:mm)`] : [label]));
  yield CSV_BOM + csvLine(header);
  for await (const batch of batches)
    yield batch.map(({ values }) => csvLine(columns.flatMap((column) => cellsOf(column, values[column.id])))).join('');
}

function cellsOf({ kind }: Column, value: Value | undefined): Cell[] {
  if (value === null || value === undefined) return kind === 'hours' ? [null, null] : [null];
  if (kind === 'hours') return [decimalHours(Number(value)), clockHours(Number(value))];
  // Exact decimals of at most 3 places survive; a negative one is a number, not a formula.
  if (kind === 'units' || kind === 'count') return [Number(value)];
  return [String(value)];
}
