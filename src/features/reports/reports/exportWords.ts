import { t } from '@lingui/core/macro';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { type ExportRecord, REPORTS, type ReportFilter } from '#contract/reports/reports.ts';
import { listedWithAnd } from '../../../lib/lists.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { translated } from '../../../lib/words.tsx';

export type LookupNames = { lookup1: string; lookup2: string };

/** Returns what a file held, in words: 'Employees: absent, Mon 16 to Fri 20 Nov', 'Latecomers (some shifts), Mon 16 Nov'. */
export function exportWords(
  { reportType, statuses, narrowedBy, from, to }: ExportRecord,
  lookups: LookupNames,
): string {
  const everybody = statuses.length === 0 || statuses.includes('total');
  const kinds = listedWithAnd(statuses.map((status) => translated(STATUS_WORDS[status]).toLowerCase()));
  const subject = everybody ? translated(REPORTS[reportType].name) : t`Employees: ${kinds}`;
  const filters: Record<Exclude<ReportFilter, 'statuses'>, string> = {
    employeeGroupIds: t`employee groups`,
    timeGroupIds: t`shifts`,
    jobDescriptionIds: t`job descriptions`,
    deviceIds: t`devices`,
    lookup1Ids: lookups.lookup1,
    lookup2Ids: lookups.lookup2,
  };
  const some = narrowedBy.flatMap((filter) => (filter === 'statuses' ? [] : [filters[filter]]));
  const days = spanLabel(from, to);
  return some.length > 0 ? t`${subject} (some ${listedWithAnd(some)}), ${days}` : `${subject}, ${days}`;
}
