import type { Device } from '#contract/intake/devices.ts';
import { isWithin, readCrew, readMembers } from '../../figures/stats/crew.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { selectDevices } from '../devices/devices.sql.ts';

type Reach = {
  /** The Recorders for which the caller may plan. */
  recorders: Device[];
  /** Returns true for a product, by its code, that the caller may plan and see. */
  isOfWork: (lookup1Code: string | null) => boolean;
};

/**
 * Returns the reach of a caller (docs/reference/scope.md#what-it-limits): without a scope every Recorder and product; with one, the products that it names, and the Recorders that it
 * names or, where it names people, those to which only its people are assigned, because what is planned is counted for everybody who is scanned there.
 */
export async function readReach(db: Db, caller: UserCaller, now: Date): Promise<Reach> {
  const { accountId, scope, timeZone } = caller;
  const devices = await db.tenant(accountId, (tx) => selectDevices(tx, accountId));
  const recorders = devices.filter(({ deviceType }) => deviceType === 'V2');
  if (!scope) return { recorders, isOfWork: () => true };
  const crew = await readCrew(db, caller);
  const isMember = await db.tenant(accountId, (tx) => readMembers(tx, accountId, crew));
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const { devices: named, lookup1: _, ...people } = scope.lists;
  const namesPeople = Object.values(people).some((ids) => ids !== undefined);
  const isOfTheirs = ({ _id, employeeIds }: Device) =>
    (named?.includes(_id) ?? true) &&
    (!namesPeople || (employeeIds.length > 0 && employeeIds.every((id) => isMember?.(id, today) ?? true)));
  return { recorders: recorders.filter(isOfTheirs), isOfWork: (code) => isWithin(crew.lookup1, code) };
}
