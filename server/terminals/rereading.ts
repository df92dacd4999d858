import { resetFirstRecord } from '../attendance/records.sql.ts';
import { MINUTE, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { createPace, untilDone } from '../db/pace.ts';
import { lockAccount } from '../tenant/account.ts';
import { directionOf } from './attlog.ts';
import {
  forgetClocks,
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
    const direction = directionOf(punch.status, punch.trustsKeys);
    const isSame = at === punch.at.getTime() && direction === punch.direction;
    return isSame ? [] : [{ id: punch.id, at: new Date(at).toISOString(), direction }];
  });
}

function instantOf({ localTime, at, receivedAt, isAlone, timeZone }: StoredPunch, state: Known): number {
  const was = at.getTime();
  if (localTime === null) return was;
  const read = instantOfLocal(localTime, zoneOf(timeZone), state.previous);
  const isLive = (instant: number) => isAlone && Math.abs(instant - receivedAt.getTime()) <= LIVE_MS;
  if (isLive(read)) state.keepsTime = false;
  else if (isLive(was)) state.keepsTime = true;
  return state.keepsTime ? was : read;
}

/** Reads all punches of an account's terminals again, page by page, each in its own transaction; it does not derive the days. */
export async function rereadAccount(db: Db, accountId: string, signal: AbortSignal): Promise<void> {
  const known = new Map<string, Known>();
  const pace = createPace({ first: 500, most: 5_000 });
  let after = START;
  await untilDone(pace, async (limit) => {
    const page = await db.tenant(
      accountId,
      async (tx) => {
        await lockAccount(tx, accountId);
        return pace.keep(() => rereadPage(tx, accountId, { after, limit, known }));
      },
      { deadlineMs: 120_000 },
    );
    after = page.last;
    signal.throwIfAborted();
    return page.seen;
  });
  await db.tenant(accountId, async (tx) => {
    await lockAccount(tx, accountId);
    // Duplicates of a punch that has moved away count again.
    await settleStandings(tx, accountId);
    await resetFirstRecord(tx, accountId);
    await forgetClocks(tx, accountId);
  });
}

type Page = { after: Position; limit: number; known: Map<string, Known> };

/** Reads one page; returns how many punches it had (at most `limit`), and the position of the last one. */
async function rereadPage(tx: Db, accountId: string, { after, limit, known }: Page) {
  const punches = await selectPunches(tx, accountId, after, limit);
  const changed = rereadPunches(punches, known);
  if (changed.length > 0) {
    await updatePunches(tx, accountId, changed);
    await settleStandings(tx, accountId);
  }
  const last = punches.at(-1);
  const position = last && { receivedAt: last.receivedAt, localTime: last.localTime ?? '', id: last.id };
  return { seen: punches.length, last: position ?? after };
}
