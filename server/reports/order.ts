import { REPORTS, type ReportOrder, type ReportType } from '#contract/reports.ts';
import { byText, naturalKey } from '../attendance/order.ts';
import type { Row } from '../files/table.ts';

/** The sort key of a row, most significant first. */
export type SortKey = (string | number)[];

const MOST_FIRST: readonly ReportOrder[] = ['units', 'hours', 'hoursWasted', 'irregularHours', 'hoursLate'];
const AFTER_ALL = '\u{10ffff}';

/** Measures most first, numbers in natural order, names by code point; then by number, date and lookups, so that order is total. */
export function sortKeyOf(type: ReportType, orderBy: ReportOrder | undefined): (row: Row) => SortKey {
  const first = orderBy ?? REPORTS[type].orderBy[0];
  const isMeasure = MOST_FIRST.includes(first);
  return ({ day, key, values }) => {
    const number = naturalKey(String(values.number ?? ''));
    const value = values[first];
    const leading = isMeasure ? -Number(value ?? 0) : first === 'number' ? number : String(value ?? AFTER_ALL);
    return [leading, number, day, String(values.lookup1 ?? ''), String(values.lookup2 ?? ''), key];
  };
}

export function compareKeys(a: SortKey, b: SortKey): number {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    const difference = byText(String(left), String(right));
    if (difference !== 0) return difference;
  }
  return 0;
}
