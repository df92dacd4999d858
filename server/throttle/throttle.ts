import { unlessUnavailable } from '../db/errors.ts';
import type { Services } from '../services.ts';
import { THROTTLES, type ThrottleName, takeBack, tryOnce } from './rules.ts';
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
  /** Takes the try back because it was right. When the database is unavailable at that moment, the try counts until its window ends. */
  takeBack(keys: readonly ThrottleKey[]): Promise<void>;
};

/** Counters of tries in the database, shared by all processes and kept over restarts (S-03). */
export function createThrottle({ db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>): Throttle {
  // People may type a password in place of a user name, so only its HMAC is stored.
  const stored = ({ name, subject }: ThrottleKey) =>
    `${name}:${secrets.hmac('throttle', subject).toString('base64url')}`;
  return {
    tryOnce: (keys) =>
      db.tx(
        async (tx) => {
          const states = await lockThrottles(tx, keys.map(stored));
          const now = clock.now().getTime();
          const tries = keys.map((key) => {
            const before = states.get(stored(key)) ?? null;
            return { key, before, ...tryOnce(before?.windowStart ? before : null, THROTTLES[key.name], now) };
          });
          const waitMs = Math.max(0, ...tries.map((each) => each.waitMs));
          const changed = tries.filter((each) => waitMs > 0 === each.waitMs > 0 && each.next !== each.before);
          for (const { key, next } of changed) await saveThrottle(tx, stored(key), next);
          return { waitSeconds: Math.ceil(waitMs / 1_000), began: waitMs > 0 && changed.length > 0 };
        },
        { essential: true },
      ),
    takeBack: (keys) =>
      unlessUnavailable(
        db.tx(
          async (tx) => {
            for (const [key, state] of await lockKnownThrottles(tx, keys.map(stored)))
              await saveThrottle(tx, key, takeBack(state));
          },
          { essential: true },
        ),
      ),
  };
}
