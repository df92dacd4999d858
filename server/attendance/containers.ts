import type { Db } from '../platform/db/db.ts';
import { type SelectedScan, selectScans, setStandings, type TouchedContainer } from './containers.sql.ts';
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
  /** Its present one, which an entry that takes back what is not among the scans retains. */
  standing: Standing;
  /**
   * `back`: an entry was taken back; `delivered`: the container is empty. `right`: a user said that it counts, full or not. `void`: it does not count. An entry
   * that takes back and is void is no scan.
   */
  says: 'count' | 'back' | 'delivered' | 'right' | 'void';
};
/** `duplicate`: it found the container full. `taken-back`: an entry, and the one that takes it back; neither counts, whatever the office made of it. */
export type Standing = 'counted' | 'duplicate' | 'taken-back';

/**
 * Returns which scans of one container count. Of two that count a full one the later is a duplicate. Only the order of their instants matters, not that of
 * their arrival. One that a user said is right may be a duplicate too, so that it is found twice again once that is undone.
 */
export function standingsOf(scans: readonly Scan[]): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  const counted = new Map<string, Scan[]>();
  let full: Scan | undefined;
  for (const scan of [...scans].sort((a, b) => a.at - b.at || (a.order < b.order ? -1 : 1))) {
    const { id, says } = scan;
    if (says === 'delivered') full = undefined;
    else if (says === 'back') {
      const taken = counted.get(scan.by)?.pop();
      for (const one of taken ? [taken, scan] : []) standings.set(one.id, 'taken-back');
      if (taken === undefined) standings.set(id, scan.standing === 'duplicate' ? 'duplicate' : 'counted');
      if (taken ? taken === full : standings.get(id) === 'counted') full = undefined;
    } else {
      const isTwice = says !== 'void' && full !== undefined && scan.at < full.until;
      standings.set(id, isTwice ? 'duplicate' : 'counted');
      if (says === 'right' || (says === 'count' && !isTwice)) full = scan;
      counted.set(scan.by, [...(counted.get(scan.by) ?? []), scan]);
    }
  }
  return standings;
}

const standingsOfAll = (scans: readonly SelectedScan[]) =>
  new Map([...Map.groupBy(scans, ({ container }) => container).values()].flatMap((some) => [...standingsOf(some)]));

/** Returns the scans of some containers from which it can be decided which of them count: all, where an entry takes back one that is further back. */
async function scansOf(tx: Db, accountId: string, touched: readonly TouchedContainer[]): Promise<SelectedScan[]> {
  const scans = await selectScans(tx, accountId, touched);
  const standings = standingsOfAll(scans);
  const cut = new Set(
    scans.flatMap(({ id, container, says }) =>
      says === 'back' && standings.get(id) !== 'taken-back' ? [container] : [],
    ),
  );
  if (cut.size === 0) return scans;
  const whole = [...cut].map((container) => ({ container, at: '-infinity' }));
  return [...scans.filter(({ container }) => !cut.has(container)), ...(await selectScans(tx, accountId, whole))];
}

/** Decides anew which entries of some containers count, and returns the employees of those for which that changed. */
export async function settleContainers(
  tx: Db,
  accountId: string,
  touched: readonly TouchedContainer[],
): Promise<Touched[]> {
  if (touched.length === 0) return [];
  const scans = await scansOf(tx, accountId, touched);
  const standings = standingsOfAll(scans);
  const changed = scans.flatMap((one) => {
    const standing = standings.get(one.id);
    return standing === undefined || standing === one.standing ? [] : { ...one, standing };
  });
  if (changed.length > 0) await setStandings(tx, accountId, changed);
  return changed.flatMap(({ ownerId, countedAt: at }) =>
    ownerId === null ? [] : { employeeId: ownerId, first: at, last: at },
  );
}
