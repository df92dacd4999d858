import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { DAY, localDateOf, zoneOf } from '../../platform/zone.ts';
import { selectDevicesOf } from './crew.sql.ts';
import { readCrew, readMemberIds, readMembers } from './crew.ts';

/** A device on which an employee has clocked within this time is one of theirs. */
const CLOCKED_MS = 30 * DAY;

/**
 * Returns the devices that a user with a scope sees (docs/reference/scope.md): those that it names; where it names people instead, those to which they are assigned or on
 * which they have clocked in the last 30 days, and those to which nobody is assigned. Null for all: without a scope, or with one of products alone.
 */
export async function readScopeDevices(
  tx: Db,
  caller: Pick<UserCaller, 'accountId' | 'scope' | 'timeZone'>,
  now: Date,
): Promise<ReadonlySet<string> | null> {
  const { accountId, scope, timeZone } = caller;
  if (!scope) return null;
  if (scope.lists.devices) return new Set(scope.lists.devices);
  const crew = await readCrew(tx, caller);
  const ids = await readMemberIds(tx, accountId, crew);
  if (!ids) return null;
  const isMember = await readMembers(tx, accountId, crew, ids);
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const people = ids.filter((id) => isMember?.(id, today) ?? true);
  return new Set(await selectDevicesOf(tx, accountId, people, new Date(now.getTime() - CLOCKED_MS)));
}
