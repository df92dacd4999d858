import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import { type Crew, idsOf } from '../../api/crew.ts';
import { lastDays, spanOf } from '../../lib/dayRange.ts';
import { addDays } from '../../lib/zoned.ts';
import type { RangeSearch } from './-rangeSearch.ts';

/** Returns the bounds of a range: what is kept, up to today. */
export const kept = (today: string) => ({ min: addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS), max: today });

/** Returns the range of Trends: the last 28 days without today, unless the address names another. */
export const trendsSpan = (search: RangeSearch, today: string) =>
  spanOf(search, { ...kept(today), most: DASHBOARD_DATA_RETENTION_DAYS }, lastDays(28, addDays(today, -1)));

/** Returns the filters of a report about the same people; devices are no filter of reports. */
export const reportSelections = (crew: Crew) =>
  Object.fromEntries(
    (
      [
        ['timeGroups', 'timeGroupIds'],
        ['employeeGroups', 'employeeGroupIds'],
        ['jobDescriptions', 'jobDescriptionIds'],
        ['lookup1', 'lookup1Ids'],
      ] as const
    ).flatMap(([filter, option]) => (crew[filter] ? [[option, new Set(idsOf(crew, filter))]] : [])),
  );
