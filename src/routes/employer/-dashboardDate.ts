import { t } from '@lingui/core/macro';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { addDays, dayLabel, isDay } from '../../lib/zoned.ts';
import type { DashboardSearch } from './-dashboardSearch.ts';

/** Returns why the address's date cannot be shown, in words; undefined where it can. `today`: the account's, YYYY-MM-DD. */
export function dateFault({ date }: DashboardSearch, today: string): string | undefined {
  if (date === undefined) return undefined;
  if (!isDay(date)) return t`The address has no date that can be read. This is today.`;
  if (date > today) return t`${dayLabel(date)} is still to come. This is today.`;
  if (date <= addDays(today, -DASHBOARD_DATA_RETENTION_DAYS))
    return t`The dashboard has the last ${DASHBOARD_DATA_RETENTION_DAYS} days: ${dayLabel(date)} is older. This is today.`;
  return undefined;
}

/** The day on show: today unless the address names another that can be shown. */
export const referenceDateOf = (search: DashboardSearch, today: string) =>
  dateFault(search, today) === undefined ? (search.date ?? today) : today;
