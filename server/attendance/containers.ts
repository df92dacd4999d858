import type { Db } from '../platform/db/db.ts';
import { selectScans, setDoubles, type TouchedContainer } from './containers.sql.ts';
import type { Touched } from './refresh.ts';

/** A container that was counted (docs/reference/containers.md), at an instant in ms. */
export type Scan = {
  id: string;
  at: number;
  /** In order with others of the same instant, whichever arrived first. */
  order: string;
  /** Until when it makes the container full. */
  until: number;
  /** The Recorder and employee of an entry: what they take back is the last that they counted and have not taken back. '' for a delivery. */
  by: string;
  /** It does not count at present: so it stays where nothing decides otherwise. */
  isDouble: boolean;
  /**
   * `back`: an entry was taken back; `delivered`: the container is empty. `right`: a user said that it counts, full or not. `void`: it does not count. An entry
   * that takes back and is void is no scan.
   */
  says: 'count' | 'back' | 'delivered' | 'right' | 'void';
};

/**
 * Returns the scans of one container that find it full: of two, the later; and those that take back what does not count. Only the order of their instants
 * matters, not that of their arrival. One that a user said is right is among them, so that it is found twice again once that is undone.
 */
export function doublesOf(scans: readonly Scan[]): Set<string> {
  const doubles = new Set<string>();
  const counts = ({ id, says }: Scan) => says === 'right' || (says === 'count' && !doubles.has(id));
  const counted = new Map<string, Scan[]>();
  let full: Scan | undefined;
  for (const scan of [...scans].sort((a, b) => a.at - b.at || (a.order < b.order ? -1 : 1))) {
    if (scan.says === 'delivered') full = undefined;
    else if (scan.says === 'back') {
      const taken = counted.get(scan.by)?.pop();
      if (taken ? !counts(taken) : scan.isDouble) doubles.add(scan.id);
      else if (taken === undefined || taken === full) full = undefined;
    } else {
      if (scan.says !== 'void' && full && scan.at < full.until) doubles.add(scan.id);
      if (counts(scan)) full = scan;
      counted.set(scan.by, [...(counted.get(scan.by) ?? []), scan]);
    }
  }
  return doubles;
}

/** Decides anew which entries of some containers count, and returns the employees of those for which that changed. */
export async function settleContainers(
  tx: Db,
  accountId: string,
  touched: readonly TouchedContainer[],
): Promise<Touched[]> {
  if (touched.length === 0) return [];
  const scans = await selectScans(tx, accountId, touched);
  const doubles = new Set(
    [...Map.groupBy(scans, ({ container }) => container).values()].flatMap((some) => [...doublesOf(some)]),
  );
  const changed = scans.filter(({ id, isDouble }) => doubles.has(id) !== isDouble);
  if (changed.length > 0) await setDoubles(tx, accountId, changed);
  return changed.flatMap(({ ownerId, countedAt: at }) =>
    ownerId === null ? [] : { employeeId: ownerId, first: at, last: at },
  );
}
