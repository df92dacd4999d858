import { DASHBOARD_DATA_RETENTION_DAYS, MAX_RANGE_DAYS, MAX_RECORD_YEARS } from '#contract/platform/limits.ts';
import { lastDays, spanOf } from '../../lib/dayRange.ts';
import { addDays } from '../../lib/zoned.ts';
import type { RangeSearch } from './-rangeSearch.ts';

/** Returns the bounds of a range: what the dashboard offers, up to today. */
export const retainedDays = (today: string) => ({ min: addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS), max: today });

/** Returns the bounds of a range of days of whatever age (docs/reference/records.md#files-of-records). */
export const recorded = (today: string) => ({
  min: addDays(today, -366 * MAX_RECORD_YEARS),
  max: today,
  most: MAX_RANGE_DAYS,
});

/** Returns the range of Trends: the last 28 days without today, unless the address names another. */
export const trendsSpan = (search: RangeSearch, today: string) =>
  spanOf(search, { ...retainedDays(today), most: DASHBOARD_DATA_RETENTION_DAYS }, lastDays(28, addDays(today, -1)));
