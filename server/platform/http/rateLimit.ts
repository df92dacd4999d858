import { words } from '#contract/platform/words.ts';
import { tooMany } from './errors.ts';

/** A bucket that refills evenly: `perMinute` sustained, `burst` at once. */
export type Limit = { perMinute: number; burst: number };
export const LIMITS = {
  /** Calls without a session, per address; several tablets may share one. */
  public: { perMinute: 120, burst: 240 },
  /** Unknown tokens of one address, counted before the database is asked: tabs whose sessions have ended ask a few times each. */
  unknownToken: { perMinute: 240, burst: 300 },
  /** Of one session: the calls of a user's open pages. */
  session: { perMinute: 600, burst: 600 },
  /** Of one sync key: a payroll program may catch up with many calls at once, and then call once a second. */
  payroll: { perMinute: 60, burst: 300 },
  /** Of one key that reads figures: a dashboard asks for a dozen at a time. */
  reader: { perMinute: 60, burst: 120 },
  /** Of one account: lists and workbooks that are read and previewed, again with each column that is chosen otherwise. */
  import: { perMinute: 30, burst: 40 },
  /** Of one account: reports, exports and backups, which all read a lot. */
  report: { perMinute: 10, burst: 10 },
  /** Of one link that shows days without a log-in, whose page reads a lot. */
  link: { perMinute: 6, burst: 12 },
  /** Of one user: changes of the set-up. */
  setup: { perMinute: 60, burst: 60 },
  /** Of one user: previews of changes of the set-up, which dialogs ask for while people type. */
  preview: { perMinute: 60, burst: 60 },
  /** Of one user: acts of correction. */
  correction: { perMinute: 60, burst: 60 },
  /** Of one phone or tablet: it may deliver days of records after a time without network. */
  device: { perMinute: 1_200, burst: 200 },
  /** Of one phone or tablet: whole lists of employees and lookups; a program that never sends a cursor may catch up with many deliveries at once. */
  wholeList: { perMinute: 4, burst: 30 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export type RateLimiter<Kind extends string = LimitName> = {
  take(kind: Kind, key: string, now: Date): void;
  /** Like `take`, but takes nothing. */
  refuseIfSpent(kind: Kind, key: string, now: Date): void;
};

const MAX_KEYS = 50_000;

/**
 * Returns a limiter that protects this process from a flood. Each process counts for itself, so several of them together allow that many times as
 * much. Limits that must hold across processes (log-in attempts) are counted in the database.
 */
export function createRateLimiter<Kind extends string = LimitName>(
  // Without a given `limits`, Kind is LimitName.
  limits: Record<Kind, Limit> = LIMITS as Record<Kind, Limit>,
): RateLimiter<Kind> {
  const buckets = new Map<string, { tokens: number; at: number }>();
  /** Returns what is left of a bucket; throws when nothing is. */
  const left = (kind: Kind, key: string, at: number): number => {
    const { perMinute, burst } = limits[kind];
    const known = buckets.get(`${kind} ${key}`);
    const tokens = known ? Math.min(burst, known.tokens + (Math.max(0, at - known.at) * perMinute) / 60_000) : burst;
    if (tokens < 1)
      throw tooMany(((1 - tokens) * 60) / perMinute, words('Too many requests. Please wait and try again.'));
    return tokens;
  };
  return {
    refuseIfSpent(kind, key, now) {
      left(kind, key, now.getTime());
    },
    take(kind, key, now) {
      const id = `${kind} ${key}`;
      const at = now.getTime();
      const tokens = left(kind, key, at);
      // Re-inserting keeps the map in order of use, so that the oldest is dropped first.
      buckets.delete(id);
      buckets.set(id, { tokens: tokens - 1, at });
      if (buckets.size > MAX_KEYS)
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
    },
  };
}
