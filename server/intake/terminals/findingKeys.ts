import { readEvents } from '../../attendance/fact.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, localDateOf, zoneOf } from '../../platform/zone.ts';
import { doubtKeys, noteAsked, selectCandidates, selectDays, selectKeys, trustKeys } from './keys.sql.ts';
import { type KeyedDay, verdictOn } from './keys.ts';

/** Finds out, once a night, whether the keys of terminals agree with the days of the people who clock on them. */

/** As many days as people may need to get used to keys, or to leave them. */
const LOOKED_AT_DAYS = 14;
/** Before this hour of the account's day a night's shift may not be over. */
const FROM_HOUR_MS = 3 * 3_600_000;

export async function findKeys(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  for (const { accountId, deviceId, timeZone, keyTrust, askedOn } of await selectCandidates(db)) {
    signal.throwIfAborted();
    const today = localDateOf(zoneOf(timeZone), now.getTime() - FROM_HOUR_MS);
    if (askedOn === today) continue;
    await db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const of = { accountId, deviceId };
      const { verdict, count } = verdictOn(await keyedDays(tx, of, today), keyTrust);
      if (verdict === 'trust') await trustKeys(tx, of, today, { keyed: count.telling, punches: count.punches }, now);
      else if (verdict === 'doubt') await doubtKeys(tx, of, today, count, now);
      else await noteAsked(tx, of, today);
      // Its exceptions are listed anew.
      if (verdict !== null) await raiseDataVersion(tx, accountId, now);
    });
  }
}

/** Returns the days before `today` of those who clocked on a terminal, with its keys. */
async function keyedDays(tx: Db, of: { accountId: string; deviceId: string }, today: string): Promise<KeyedDay[]> {
  const from = addDays(today, -LOOKED_AT_DAYS);
  const keys = new Map<string, number>();
  for (const { person, at, status } of await selectKeys(tx, of, from)) keys.set(`${person} ${at}`, status);
  const days = await selectDays(tx, of, { from, to: addDays(today, -1) });
  return days.map(({ person, day, events }) => ({
    person,
    day,
    keys: readEvents(events).map(({ at }) => keys.get(`${person} ${at / 1000}`) ?? null),
  }));
}
