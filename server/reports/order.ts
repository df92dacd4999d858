import { LIMIT_STATES, WORST_FIRST } from '#contract/figures/hourLimits.ts';
import { COLUMNS } from '#contract/reports/reportColumns.ts';
import { REPORTS, type ReportOrder, type ReportType } from '#contract/reports/reports.ts';
import { naturalKey } from '../attendance/order.ts';
import type { Row } from '../platform/files/table.ts';

const AFTER_ALL = '\u{10ffff}';
/** A character that sorts before every character that a text of the database can contain. */
const END = '\0';

/**
 * Returns the sort key of a row: rows are sorted by their keys by code point, which is the order of their bytes in UTF-8. Measures are sorted from the
 * greatest, numbers in natural order, names by code point; then by number, date and lookups, so that the order is total.
 */
export function sortKeyOf(type: ReportType, orderBy: ReportOrder | undefined): (row: Row) => string {
  const first = orderBy ?? REPORTS[type].orderBy[0];
  const isMeasure = COLUMNS[type].some(({ id, kind }) => id === first && (kind === 'hours' || kind === 'units'));
  return ({ day, key, values }) => {
    const number = naturalKey(String(values.number ?? ''));
    const value = values[first];
    const leading = isMeasure
      ? ascending(-Number(value ?? 0))
      : first === 'limits'
        ? String(WORST_FIRST.findIndex((state) => LIMIT_STATES[state] === value))
        : first === 'number'
          ? number
          : String(value ?? AFTER_ALL);
    return [leading, number, day, String(values.lookup1 ?? ''), String(values.lookup2 ?? ''), key].join(END);
  };
}

const bits = new DataView(new ArrayBuffer(8));
/** Returns a text that sorts like the number: the bits of a double, inverted if it is negative. */
function ascending(number: number): string {
  bits.setFloat64(0, number);
  const raw = bits.getBigUint64(0);
  return (number < 0 ? ~raw & ALL_BITS : raw | SIGN_BIT).toString(16).padStart(16, '0');
}
const ALL_BITS = 2n ** 64n - 1n;
const SIGN_BIT = 2n ** 63n;
