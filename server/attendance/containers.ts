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
  /** `back`: it was taken back, or delivered, so the container is empty. `right`: a user said that it counts, full or not. `void`: it does not count. */
  says: 'count' | 'back' | 'right' | 'void';
};

/**
 * Returns the scans of one container that find it full: of two, the later. Only the order of their instants matters, not that of their arrival. One that a user
 * said is right is among them, so that it is found twice again once that is undone.
 */
export function doublesOf(scans: readonly Scan[]): Set<string> {
  const doubles = new Set<string>();
  let until = Number.NEGATIVE_INFINITY;
  for (const scan of [...scans].sort((a, b) => a.at - b.at || (a.order < b.order ? -1 : 1)))
    if (scan.says === 'back') until = Number.NEGATIVE_INFINITY;
    else if (scan.says !== 'void') {
      if (scan.at < until) doubles.add(scan.id);
      if (scan.says === 'right' || !doubles.has(scan.id)) until = scan.until;
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
