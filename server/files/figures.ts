import { createSum } from '../attendance/piecework.ts';
import type { Cells, Column, Value } from './table.ts';

/** Returns milliseconds as decimal hours with 4 places, a third of a second. */
export const decimalHours = (ms: number) => Math.round(ms / 360) / 10_000;

/** Returns milliseconds as h:mm in whole minutes, never rounded up, as the tiles show them; may be negative. */
export function clockHours(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  return `${ms < 0 && minutes > 0 ? '-' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns an exact sum of numbers and of decimals in text. */
function createTotal() {
  let whole = 0;
  const decimals = createSum();
  return {
    add(value: NonNullable<Value>) {
      if (typeof value === 'number' && Number.isSafeInteger(whole + value)) whole += value;
      else decimals.add(String(value));
    },
    total: () => decimals.total().plus(whole).toFixed(),
  };
}

/** Sums the columns that have a total: units as exact decimals, hours as milliseconds. */
export function createTotals(columns: readonly Column[]) {
  const totals = columns.map(({ total }) => (total ? createTotal() : undefined));
  return {
    add(cells: Cells) {
      for (let i = 0; i < totals.length; i++) {
        const value = cells[i] ?? null;
        if (value !== null) totals[i]?.add(value);
      }
    },
    /** Returns the totals by column; null for a column without one. */
    values: (): Cells => totals.map((total) => total?.total() ?? null),
  };
}
export type Totals = ReturnType<typeof createTotals>;
