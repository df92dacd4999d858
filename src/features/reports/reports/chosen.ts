import {
  canSubtotal,
  type ExportType,
  REPORTS,
  type ReportOptions,
  type ReportOrder,
  type ReportType,
  reportFilter,
} from '#contract/reports/reports.ts';
import { optionsOf, type Selections } from './filters.ts';

/** The choices of a report: its filters, rows, order and file type. */
export type Chosen = {
  selections: Selections;
  orderBy: ReportOrder;
  clocking: boolean;
  rows: Pick<ReportOptions, 'sums' | 'subtotals'>;
  format: ExportType;
};

/** Returns the orders that fit the rows: sums of people have no lookups. */
export function ordersOf(type: ReportType, { rows: { sums } }: Chosen): readonly ReportOrder[] {
  const isByLookup = sums === undefined || sums.lookups === true;
  return REPORTS[type].orderBy.filter((order) => isByLookup || !order.startsWith('lookup'));
}
/** Returns the chosen order, or the first one where the rows do not have it. */
export function orderOf(type: ReportType, chosen: Chosen): ReportOrder {
  const offered = ordersOf(type, chosen);
  return offered.find((order) => order === chosen.orderBy) ?? offered[0] ?? chosen.orderBy;
}

/** Returns the options on which the columns of a report depend, and its subtotals. */
export function rowOptionsOf(type: ReportType, chosen: Chosen): ReportOptions {
  const { rows, clocking, format } = chosen;
  return {
    ...(rows.sums ? { sums: rows.sums } : clocking && { clocking }),
    ...(rows.subtotals && format !== 'csv' && canSubtotal(orderOf(type, chosen)) && { subtotals: true }),
  };
}
/** Returns the options of a request, but for its columns. */
export const optionsOfChosen = (type: ReportType, chosen: Chosen): ReportOptions => ({
  ...optionsOf(chosen.selections, orderOf(type, chosen)),
  ...rowOptionsOf(type, chosen),
});

type RequestedReport = { reportType: ReportType; exportType: ExportType; options?: ReportOptions | undefined };
/** Returns what a request has chosen. */
export function chosenOf({ reportType, exportType, options = {} }: RequestedReport): Chosen {
  const { orderBy = REPORTS[reportType].orderBy[0], clocking = false, sums, subtotals } = options;
  const narrowed = reportFilter.options.filter((filter) => options[filter]);
  const selections = Object.fromEntries(narrowed.map((filter) => [filter, new Set<string>(options[filter])]));
  return { selections, orderBy, clocking, rows: { sums, subtotals }, format: exportType };
}
