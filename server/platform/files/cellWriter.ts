import type { Cells, Value } from './table.ts';

/**
 * Returns a function that writes the cells of a row. Most cells have the value of the cell above them (a name, a group, a status), and are not written
 * again.
 */
export function cellWriter<C>(columns: readonly C[], write: (column: C, value: Value) => string) {
  const above = columns.map((column) => ({ column, value: null as Value, text: write(column, null) }));
  return (cells: Cells): string[] =>
    above.map((cell, nth) => {
      const value = cells[nth] ?? null;
      if (value !== cell.value) {
        cell.value = value;
        cell.text = write(cell.column, value);
      }
      return cell.text;
    });
}
