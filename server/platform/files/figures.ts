import { msg } from '#contract/platform/words.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import { createSum } from '../units.ts';
import type { Words } from '../words/words.ts';
import type { Cells, Value } from './table.ts';

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

/** Returns sums as a line of a file, with its name in the first column that has no sum. */
export function totalLine(columns: readonly Column[], values: Cells, name: string): Cells {
  const at = columns.findIndex(({ total }) => !total);
  return values.map((value, nth) => (nth === at ? name : value));
}

/** Sums up rows that come together by the cell at `at`. */
export function createSubtotals(columns: readonly Column[], at: number | undefined, { say }: Words) {
  let group: { value: Value; rows: number; totals: Totals } | undefined;
  const end = (): Cells[] => {
    if (!group || group.rows < 2) return [];
    const name = say(msg('Subtotal {group}', { group: group.value ?? '' })).trim();
    return [totalLine(columns, group.totals.values(), name)];
  };
  return {
    /** Adds a row. Returns the subtotal that comes before it, if one does. */
    add(cells: Cells): Cells[] {
      if (at === undefined) return [];
      const value = cells[at] ?? null;
      const before = group?.value === value ? [] : end();
      if (group?.value !== value) group = { value, rows: 0, totals: createTotals(columns) };
      if (group) {
        group.rows += 1;
        group.totals.add(cells);
      }
      return before;
    },
    /** Returns the subtotal after the last row, if there is one. */
    end,
  };
}
