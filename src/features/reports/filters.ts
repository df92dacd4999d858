import type { Group, Lookup } from '#contract/groups.ts';
import { REPORTS, type ReportFilter, type ReportRequest, type ReportType } from '#contract/reports.ts';
import { attendanceStatus, STATUS_WORDS } from '#contract/stats.ts';
import { entryChoices, groupChoices } from '../../api/choices.ts';
import type { Choice, Selection } from '../../lib/selection.ts';

export type Groups = { employeeGroups: Group[]; timeGroups: Group[]; jobDescriptions: Group[] };
export type Selections = Partial<Record<ReportFilter, Selection>>;

/** Everybody is no filter. */
const { total: _, ...STATUSES } = STATUS_WORDS;
const STATUS_CHOICES: readonly Choice[] = Object.entries(STATUSES).map(([id, label]) => ({
  id,
  label,
  deleted: false,
}));

/** The pickers of a report in its own order, each with what can be chosen; groups and lookup entries may be deleted ones. */
export function pickersOf(type: ReportType, groups: Groups | undefined, lookups: readonly Lookup[] | undefined) {
  const lookup = (number: 1 | 2) => lookups?.find((each) => each.lookup === number);
  const known: Record<ReportFilter, { label: string; choices: readonly Choice[] }> = {
    employeeGroupIds: { label: 'Employee groups', choices: groupChoices(groups?.employeeGroups) },
    timeGroupIds: { label: 'Time groups', choices: groupChoices(groups?.timeGroups) },
    jobDescriptionIds: { label: 'Job descriptions', choices: groupChoices(groups?.jobDescriptions) },
    lookup1Ids: { label: lookup(1)?.name || 'Lookup 1', choices: entryChoices(lookup(1)) },
    lookup2Ids: { label: lookup(2)?.name || 'Lookup 2', choices: entryChoices(lookup(2)) },
    statuses: { label: 'Attendance', choices: STATUS_CHOICES },
  };
  return REPORTS[type].filters.map((filter) => ({ filter, hasDeleted: filter !== 'statuses', ...known[filter] }));
}

/** The options of a request: only what was narrowed is sent. */
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
    ...ids('lookup1Ids'),
    ...ids('lookup2Ids'),
    ...(statuses && { statuses }),
  } satisfies ReportRequest['options'];
}
