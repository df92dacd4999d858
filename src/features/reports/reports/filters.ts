import { t } from '@lingui/core/macro';
import { attendanceStatus } from '#contract/figures/stats.ts';
import type { Group, Lookup } from '#contract/masterData/groups.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { REPORTS, type ReportFilter, type ReportRequest, type ReportType } from '#contract/reports/reports.ts';
import { entryChoices, groupChoices } from '../../../api/choices.ts';
import { type Crew, idsOf } from '../../../api/crew.ts';
import type { Choice, Selection } from '../../../lib/selection.ts';
import { translated } from '../../../lib/words.tsx';

export type Groups = { employeeGroups: Group[]; timeGroups: Group[]; jobDescriptions: Group[] };
export type Selections = Partial<Record<ReportFilter, Selection>>;

/** Returns true if a picker has nothing selected, which would be no filter. */
export const isEmpty = (selections: Selections) => Object.values(selections).some((selection) => selection?.size === 0);

/** 'Everybody' is no filter. */
const { total: _, ...STATUSES } = STATUS_WORDS;
const statusChoices = (): Choice[] =>
  Object.entries(STATUSES).map(([id, label]) => ({ id, label: translated(label), deleted: false }));

/**
 * The pickers of a report in its order, each with its choices, including deleted groups and lookup entries. Devices can be chosen only where the
 * page's filter has some.
 */
export function pickersOf(
  type: ReportType,
  groups: Groups | undefined,
  lookups: readonly Lookup[] | undefined,
  devices?: readonly Choice[],
) {
  const lookup = (number: 1 | 2) => lookups?.find((each) => each.lookup === number);
  const known: Record<ReportFilter, { label: string; choices: readonly Choice[] }> = {
    employeeGroupIds: { label: t`Employee groups`, choices: groupChoices(groups?.employeeGroups) },
    timeGroupIds: { label: t`Shifts`, choices: groupChoices(groups?.timeGroups) },
    jobDescriptionIds: { label: t`Job descriptions`, choices: groupChoices(groups?.jobDescriptions) },
    deviceIds: { label: t`Devices they clock on`, choices: devices ?? [] },
    lookup1Ids: { label: lookup(1)?.name || t`Lookup 1`, choices: entryChoices(lookup(1)) },
    lookup2Ids: { label: lookup(2)?.name || t`Lookup 2`, choices: entryChoices(lookup(2)) },
    statuses: { label: t`Attendance`, choices: statusChoices() },
  };
  const filters: readonly ReportFilter[] = [...REPORTS[type].filters, ...(devices ? (['deviceIds'] as const) : [])];
  return filters.map((filter) => ({
    filter,
    hasDeleted: filter !== 'statuses' && filter !== 'deviceIds',
    ...known[filter],
  }));
}

/** Returns the options of a request: only filters that were set are sent. */
export function optionsOf(selections: Selections, orderBy: NonNullable<ReportRequest['options']>['orderBy']) {
  const ids = (filter: Exclude<ReportFilter, 'statuses'>) => {
    const selection = selections[filter];
    return selection ? { [filter]: [...selection] } : {};
  };
  const statuses = selections.statuses && attendanceStatus.array().parse([...selections.statuses]);
  return {
    orderBy,
    ...ids('employeeGroupIds'),
    ...ids('timeGroupIds'),
    ...ids('jobDescriptionIds'),
    ...ids('deviceIds'),
    ...ids('lookup1Ids'),
    ...ids('lookup2Ids'),
    ...(statuses && { statuses }),
  } satisfies ReportRequest['options'];
}

const OF_CREW = [
  ['timeGroups', 'timeGroupIds'],
  ['employeeGroups', 'employeeGroupIds'],
  ['jobDescriptions', 'jobDescriptionIds'],
  ['devices', 'deviceIds'],
  ['lookup1', 'lookup1Ids'],
] as const;
/** Returns the selections of a report for a page's filter; lookups do not filter attendance. */
export function selectionsOf(type: ReportType, crew: Crew = {}): Selections {
  const own: readonly ReportFilter[] = [...REPORTS[type].filters, 'deviceIds'];
  return Object.fromEntries(
    OF_CREW.filter(([filter, option]) => crew[filter] && own.includes(option)).map(([filter, option]) => [
      option,
      new Set(idsOf(crew, filter)),
    ]),
  );
}
