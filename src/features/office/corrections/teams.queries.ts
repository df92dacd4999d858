import { t } from '@lingui/core/macro';
import { addTeamEntry, listTeamEntries, setTeamEntryCounts } from '#contract/office/teamEntries.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

type Days = { from: string; to: string };
/** The work of teams on some days; it names people, so it is never kept on disk. */
export const teamEntriesQuery = (accountId: string, days: Days) =>
  queryOf(listTeamEntries, ['stats', accountId, 'team-entries', days], {
    request: () => ({ query: days }),
    meta: { silent: true },
  });
const changed = (success: string) => ({ success, silent: true, invalidates: [['stats']] });
export const addTeamEntryMutation = () =>
  mutationOf(addTeamEntry, changed(t`Added and divided`), (body: RequestOf<typeof addTeamEntry>['body']) => ({ body }));
export const setTeamEntryCountsMutation = (teamEntryId: string, counts: boolean) =>
  mutationOf(setTeamEntryCounts, changed(counts ? t`It counts again` : t`Taken back`), () => ({
    params: { teamEntryId },
    body: { counts },
  }));
