import { words } from '#contract/platform/words.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { selectLookupCodes } from '../figures/stats/crew.sql.ts';
import type { Db } from '../platform/db/db.ts';
import type { Scope } from '../platform/http/callers.ts';
import { notFound } from '../platform/http/errors.ts';
import { readGroupNames } from './exports.sql.ts';
import type { Filter, GroupNames } from './rows.ts';

type Options = ReportRequest['options'];
const LISTS = { time: 'timeGroups', employee: 'employeeGroups', job: 'jobDescriptions' } as const;

/**
 * Returns the filters of a request as they are applied: an empty list does not filter. Groups and lookups of other accounts, or outside the scope of the
 * caller, are not found; deleted ones are.
 */
export async function readFilter(
  tx: Db,
  accountId: string,
  options: Options,
  scope: Scope | null,
): Promise<{ filter: Filter; names: GroupNames }> {
  const groups = await readGroupNames(tx, accountId);
  const own = new Map(groups.map(({ id, kind }) => [id, kind]));
  const groupIds = (ids: readonly string[] | undefined, kind: 'time' | 'employee' | 'job') => {
    if (!ids?.length) return undefined;
    const seen = scope?.lists[LISTS[kind]];
    if (ids.some((id) => own.get(id) !== kind || !(seen?.includes(id) ?? true)))
      throw notFound(words('Group not found'));
    return new Set(ids);
  };
  const lookupIds = [...(options?.lookup1Ids ?? []), ...(options?.lookup2Ids ?? [])];
  const entries = new Map(
    lookupIds.length > 0 ? (await selectLookupCodes(tx, accountId, lookupIds)).map((entry) => [entry.id, entry]) : [],
  );
  const codes = (ids: readonly string[] | undefined, lookup: 1 | 2) => {
    if (!ids?.length) return undefined;
    return new Set(
      ids.map((id) => {
        const entry = entries.get(id);
        const isSeen = lookup === 2 || (scope?.lists.lookup1?.includes(id) ?? true);
        if (entry?.lookup !== lookup || !isSeen) throw notFound(words('Lookup entry not found'));
        return entry.code;
      }),
    );
  };
  const filter: Filter = {
    employeeGroupIds: groupIds(options?.employeeGroupIds, 'employee'),
    timeGroupIds: groupIds(options?.timeGroupIds, 'time'),
    jobDescriptionIds: groupIds(options?.jobDescriptionIds, 'job'),
    deviceIds: options?.deviceIds?.length ? new Set(options.deviceIds) : undefined,
    lookup1Codes: codes(options?.lookup1Ids, 1),
    lookup2Codes: codes(options?.lookup2Ids, 2),
    statuses: options?.statuses?.length ? options.statuses : undefined,
  };
  return { filter, names: new Map(groups.map(({ id, name }) => [id, name])) };
}
