import { type FoundGroups, findOrMakeGroups } from '../../../masterData/namedGroups.ts';
import { type GroupRow, selectGroups } from '../reading.sql.ts';
import type { Taking } from './items.ts';
import { groupFinderOf } from './snapshot.ts';

/**
 * Returns a function that finds the groups that lines name; new groups are created, and deleted again if all lines that name them are refused
 * (takeWorkbook).
 */
export async function groupsNamed(
  { run, madeGroups }: Taking,
  named: readonly { kind: GroupRow['kind']; name: string }[],
): Promise<FoundGroups> {
  const known = groupFinderOf(await selectGroups(run.scope.tx, run.scope.accountId));
  const found = await findOrMakeGroups(
    run.scope,
    named.filter(({ kind, name }) => known(kind, name) === undefined),
  );
  run.wrote ||= found.made.length > 0;
  madeGroups.push(...found.made);
  return { ...found, find: (kind, name) => known(kind, name) ?? found.find(kind, name) };
}

/** The time groups that the lines of a sheet name. */
export const timeGroupsNamed = (taking: Taking): Promise<FoundGroups> =>
  groupsNamed(
    taking,
    taking.lines.flatMap(({ cells }) => (cells.timeGroup ? [{ kind: 'time', name: cells.timeGroup }] : [])),
  );
