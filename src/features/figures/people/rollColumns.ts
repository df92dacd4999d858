import { type PersonSums, ROLL_COLUMNS, type Roll, type RollSort } from '#contract/figures/people.ts';
import { chosenOf } from '../../../lib/chosenColumns.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { count, hours, units } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';

type Row = Roll['rows'][number];
/** A column to sort by, ascending. */
export type SortColumn = Exclude<RollSort, `-${string}`>;
/** A column of sums: of all days, by which rows are sorted, or of one period. */
export type SumColumn = { key: string; title: string; sort?: SortColumn; of?: Span; show: (row: Row) => string | null };

const some = (format: (value: number) => string, value: number | string | null = null) =>
  value === null ? null : format(Number(value));
const SHOWN: Partial<Record<SortColumn, (sums: PersonSums) => string | null>> = {
  present: ({ present }) => some(count, present),
  late: ({ late }) => some(count, late),
  absent: ({ absent }) => some(count, absent),
  clocked: ({ clockedMs }) => some(hours, clockedMs),
  paid: ({ paidMs }) => some(hours, paidMs),
  units: (sums) => some(units, sums.units),
  wasted: ({ wastedMs }) => some(hours, wastedMs),
};

type Shown = { rows: readonly Row[]; periods?: readonly Span[] | undefined; chosen: readonly string[] | undefined };
/** Returns the columns of sums: the chosen ones in their order, as far as a row has a value; those of each period before that of all days. */
export function sumColumns({ rows, periods = [], chosen }: Shown): SumColumn[] {
  return chosenOf(ROLL_COLUMNS, chosen).flatMap(({ id, label }): SumColumn[] => {
    const title = translated(label);
    const show = id === 'days' ? undefined : SHOWN[id];
    if (!show || id === 'days' || !rows.some(({ sums }) => show(sums) !== null)) return [];
    const ofPeriods = periods.map((of, nth) => ({
      key: `${id} ${of.from}`,
      title,
      of,
      show: ({ ofPeriods: own }: Row) => (own?.[nth] ? show(own[nth]) : null),
    }));
    return [...ofPeriods, { key: id, title, sort: id, show: ({ sums }) => show(sums) }];
  });
}

/** Returns the sums of everybody, each with its label. */
export const totalSums = (totals: PersonSums, chosen: readonly string[] | undefined) =>
  chosenOf(ROLL_COLUMNS, chosen).flatMap(({ id, label }) => {
    const figure = id === 'days' ? null : SHOWN[id]?.(totals);
    return figure == null ? [] : [{ label: translated(label), figure }];
  });

/** Returns true if the roll has a cell for each day. */
export const hasDays = (chosen: readonly string[] | undefined) =>
  chosenOf(ROLL_COLUMNS, chosen).some(({ id }) => id === 'days');
