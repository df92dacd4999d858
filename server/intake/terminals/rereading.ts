import { resetFirstRecord } from '../../attendance/records.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { localTime as clockAt, MINUTE, zoneOf } from '../../platform/zone.ts';
import { directionOf } from './line.ts';
import {
  endReading,
  type Position,
  type Reread,
  START,
  type StoredPunch,
  selectPunches,
  settleStandings,
  updatePunches,
} from './rereading.sql.ts';
import { instantOfLocal } from './time.ts';

/** A punch that was sent alone, and received within this time, was sent as it happened. */
const LIVE_MS = 2 * MINUTE;

type Known = {
  /** The instant of the previous punch. */
  previous: number | null;
  /** The terminal's clock was right by the stored instants, not by the present zone. */
  keepsTime: boolean;
};

/**
 * Reads stored punches again, in the order of their receipt, and returns those whose instant or direction changes. A wrong zone was also sent to the
 * terminals, and most set their clocks by it: what such a terminal recorded afterwards was read correctly. Punches that were sent as they happened
 * show which is the case, for themselves and for those that follow; without any, the present zone applies. @param known the state of each terminal,
 * kept from page to page.
 */
export function rereadPunches(punches: readonly StoredPunch[], known: Map<string, Known>): Reread[] {
  return punches.flatMap((punch) => {
    const state = known.get(punch.deviceId) ?? { previous: null, keepsTime: false };
    known.set(punch.deviceId, state);
    const at = instantOf(punch, state);
    state.previous = at;
    const direction = directionOf(punch.status, punch.keyTrust);
    const isSame = at === punch.at.getTime() && direction === punch.direction;
    return isSame ? [] : [{ id: punch.id, at: new Date(at).toISOString(), direction }];
  });
}

function instantOf({ localTime, at, receivedAt, isAlone, timeZone }: StoredPunch, state: Known): number {
  const was = at.getTime();
  if (localTime === null) return was;
  const zone = zoneOf(timeZone);
  // An instant that has this time on the zone's clock stays: of an hour that is there twice, what came before it decided at its receipt.
  const read = clockAt(zone, was) === localTime ? was : instantOfLocal(localTime, zone, state.previous);
  const isLive = (instant: number) => isAlone && Math.abs(instant - receivedAt.getTime()) <= LIVE_MS;
  if (isLive(read)) state.keepsTime = false;
  else if (isLive(was)) state.keepsTime = true;
  return state.keepsTime ? was : read;
}

/** Reads all punches of an account's marked terminals again, page by page, each in its own transaction; it does not derive the days. */
export async function rereadAccount(db: Db, accountId: string, signal: AbortSignal): Promise<void> {
  const known = new Map<string, Known>();
  for (let after: Position | null = START; after !== null; ) {
    const from: Position = after;
    after = await db.tenant(
      accountId,
      async (tx) => {
        await lockAccount(tx, accountId);
        return rereadPage(tx, accountId, from, known);
      },
      { deadlineMs: 120_000 },
    );
    signal.throwIfAborted();
  }
  await db.tenant(accountId, async (tx) => {
    await lockAccount(tx, accountId);
    // Duplicates of a punch that has moved away count again.
    await settleStandings(tx, accountId);
    await resetFirstRecord(tx, accountId);
    await endReading(tx, accountId);
  });
}

/** The number of punches that one transaction reads again. */
const PAGE = 2_000;

/** Reads one page; returns the position of its last punch, or null where it was the last page. */
async function rereadPage(tx: Db, accountId: string, after: Position, known: Map<string, Known>) {
  const punches = await selectPunches(tx, accountId, after, PAGE);
  const changed = rereadPunches(punches, known);
  if (changed.length > 0) {
    await updatePunches(tx, accountId, changed);
    await settleStandings(tx, accountId);
  }
  const last = punches.at(-1);
  if (!last || punches.length < PAGE) return null;
  return { receivedAt: last.receivedAt, id: last.id };
}
