import { t } from '@lingui/core/macro';
import { type ExportRecord, REPORTS, type ReportFilter } from '#contract/reports.ts';
import { STATUS_WORDS } from '#contract/statusWords.ts';
import { inLanguage } from '../../lib/language.ts';
import { spanLabel } from '../../lib/spans.ts';
import { translated } from '../../lib/words.tsx';

export type LookupNames = { lookup1: string; lookup2: string };

const listed = inLanguage((language) => new Intl.ListFormat(language), 'en-GB');

/** Returns what a file held, in words: 'Absent employees, Mon 16 to Fri 20 Nov', 'Latecomers (some time groups), Mon 16 Nov'. */
export function exportWords(
  { reportType, statuses, narrowedBy, from, to }: ExportRecord,
  lookups: LookupNames,
): string {
  const everybody = statuses.length === 0 || statuses.includes('total');
  const words = listed().format(statuses.map((status) => translated(STATUS_WORDS[status]).toLowerCase()));
  const subject = everybody
    ? translated(REPORTS[reportType].name)
    : t`${words.charAt(0).toUpperCase()}${words.slice(1)} employees`;
  const filters: Record<Exclude<ReportFilter, 'statuses'>, string> = {
    employeeGroupIds: t`employee groups`,
    timeGroupIds: t`time groups`,
    jobDescriptionIds: t`job descriptions`,
    deviceIds: t`devices`,
    lookup1Ids: lookups.lookup1,
    lookup2Ids: lookups.lookup2,
  };
  const some = narrowedBy.flatMap((filter) => (filter === 'statuses' ? [] : [filters[filter]]));
  return `${subject}${some.length > 0 ? ` (some ${listed().format(some)})` : ''}, ${spanLabel(from, to)}`;
}
