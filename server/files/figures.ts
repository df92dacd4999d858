import { Units } from '../attendance/piecework.ts';
import type { Column, Value } from './table.ts';

const HOUR_MS = 3_600_000;

/** Milliseconds as decimal hours: 4 places, a third of a second. */
export const decimalHours = (ms: number) => Number((ms / HOUR_MS).toFixed(4));

/** Milliseconds as h:mm, whole minutes, never rounded up, as the tiles show them; may be negative. */
export function clockHours(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  return `${ms < 0 && minutes > 0 ? '-' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Sums the columns that have a total: units as exact decimals, hours as milliseconds. */
export function createTotals(columns: readonly Column[]) {
  const sums = new Map<string, Units>();
  const summed = columns.filter(({ total }) => total);
  for (const { id } of summed) sums.set(id, new Units(0));
  return {
    add(values: Record<string, Value>) {
      for (const { id } of summed) {
        const value = values[id];
        if (value !== null && value !== undefined) sums.set(id, (sums.get(id) ?? new Units(0)).plus(value));
      }
    },
    /** By column id; undefined for a column without a total. */
    of(id: string): string | undefined {
      return sums.get(id)?.toFixed();
    },
  };
}
export type Totals = ReturnType<typeof createTotals>;
