import type { Db } from '../db/db.ts';
import { unlessUnavailable } from '../db/errors.ts';
import { refusalOf } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { type OwedTry, THROTTLES, type ThrottleName, takeBack, tryOnce } from './rules.ts';
import { lockKnownThrottles, lockThrottles, saveThrottle } from './throttle.sql.ts';

/** One counter: a limit, and who is counted. */
export type ThrottleKey = { name: ThrottleName; subject: string };
/** `waitSeconds` 0: continue. `began`: this try started the block (it is recorded in the trail; the next ones are not). */
export type Tried = { waitSeconds: number; began: boolean };

export type Throttle = {
  /**
   * Counts one try with every counter before its outcome is known; none is counted when one of them refuses. Its time is that at which the counters
   * are locked, not that of the request, whose body may have come late.
   */
  tryOnce(keys: readonly ThrottleKey[]): Promise<Tried>;
  /**
   * Takes the try back because it was right. When the database is unavailable at that moment, this process takes it back with the next try that it
   * counts, of any user.
   */
  takeBack(keys: readonly ThrottleKey[]): Promise<void>;
  /** Returns what `check` says of a counted try. When it could not be done (503), nobody learned whether the try was right, and it is taken back. */
  takeBackIfUnavailable<T>(keys: readonly ThrottleKey[], check: Promise<T>): Promise<T>;
  /** Takes the try back within the transaction that it leads to, and fails with it. */
  takeBackWithin(tx: Db, keys: readonly ThrottleKey[]): Promise<void>;
};

/** Counters of tries in the database, shared by all processes and kept over restarts. */
export function createThrottle({
  db,
  secrets,
  clock,
  owedTries,
}: Pick<Services, 'db' | 'secrets' | 'clock' | 'owedTries'>): Throttle {
  // People may type a password in place of a user name, so only its HMAC is stored.
  const stored = ({ name, subject }: ThrottleKey) =>
    `${name}:${secrets.hmac('throttle', subject).toString('base64url')}`;
  const takeBackWithin = async (tx: Db, keys: readonly ThrottleKey[]) => {
    for (const [key, state] of await lockKnownThrottles(tx, keys.map(stored)))
      await saveThrottle(tx, key, takeBack(state));
  };
  /**
   * Runs `fn` in a transaction that takes tries back. When it fails they are owed, unless its commit may have been done: a try that is taken back twice
   * would hide a wrong one.
   */
  const takingBack = async <T>(tries: readonly OwedTry[], fn: (tx: Db) => Promise<T>): Promise<T> => {
    let mayBeDone = false;
    const work = async (tx: Db) => {
      mayBeDone = false;
      const result = await fn(tx);
      mayBeDone = true;
      return result;
    };
    try {
      return await db.tx(work, { essential: true });
    } catch (error) {
      if (!mayBeDone) owedTries.push(...tries);
      throw error;
    }
  };
  const takeBackNow = (keys: readonly ThrottleKey[]) => {
    const at = clock.now().getTime();
    const tries = keys.map((key) => ({ key: stored(key), at }));
    return unlessUnavailable(takingBack(tries, (tx) => takeBackWithin(tx, keys)));
  };
  return {
    tryOnce: (keys) => {
      const owed = owedTries.splice(0);
      return takingBack(owed, async (tx) => {
        const states = await lockThrottles(tx, [...keys.map(stored), ...owed.map(({ key }) => key)]);
        for (const { key, at } of owed) {
          const state = states.get(key);
          // A window that began afterwards does not count it.
          if (!state || state.windowStart > at) continue;
          states.set(key, takeBack(state));
          await saveThrottle(tx, key, takeBack(state));
        }
        const now = clock.now().getTime();
        const tries = keys.map((key) => {
          const before = states.get(stored(key)) ?? null;
          return { key, before, ...tryOnce(before?.windowStart ? before : null, THROTTLES[key.name], now) };
        });
        const waitMs = Math.max(0, ...tries.map((each) => each.waitMs));
        const changed = tries.filter((each) => waitMs > 0 === each.waitMs > 0 && each.next !== each.before);
        for (const { key, next } of changed) await saveThrottle(tx, stored(key), next);
        return { waitSeconds: Math.ceil(waitMs / 1_000), began: waitMs > 0 && changed.length > 0 };
      });
    },
    takeBack: takeBackNow,
    takeBackIfUnavailable: (keys, check) =>
      check.catch(async (error) => {
        if (refusalOf(error)?.errorCode === 'UNAVAILABLE') await takeBackNow(keys);
        throw error;
      }),
    takeBackWithin,
  };
}
