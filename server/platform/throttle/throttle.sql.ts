import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';
import type { ThrottleState } from './rules.ts';

const row = z.object({
  key: z.string(),
  windowStart: z.number(),
  hits: z.int(),
  blockedUntil: z.number().nullable(),
  strikes: z.int(),
});

/**
 * Locks the states of some keys until the transaction ends and returns them; always in the same order, so that no two transactions wait for each
 * other.
 */
export async function lockThrottles(tx: Db, keys: readonly string[]): Promise<Map<string, ThrottleState>> {
  await tx.run(sql`
    insert into throttle (throttle_key, window_start, hits)
    select key, '-infinity'::timestamptz, 0 from unnest(${[...keys]}::text[]) key order by key
    on conflict (throttle_key) do nothing`);
  return lockKnownThrottles(tx, keys);
}

/** Does the same for those of the keys that exist. */
export async function lockKnownThrottles(tx: Db, keys: readonly string[]): Promise<Map<string, ThrottleState>> {
  const rows = await tx.rows(
    row,
    sql`select throttle_key as key, (case when isfinite(window_start) then extract(epoch from window_start) * 1000 else 0 end)::float8
          as "windowStart", hits::int, (extract(epoch from blocked_until) * 1000)::float8 as "blockedUntil", strikes::int
        from throttle where throttle_key = any(${[...keys]}::text[]) order by throttle_key for update`,
  );
  return new Map(rows.map(({ key, ...state }) => [key, state]));
}

export async function saveThrottle(tx: Db, key: string, { windowStart, hits, blockedUntil, strikes }: ThrottleState) {
  await tx.run(sql`
    update throttle set window_start = ${new Date(windowStart)}, hits = ${hits}, strikes = ${strikes},
      blocked_until = ${blockedUntil === null ? null : new Date(blockedUntil)}
    where throttle_key = ${key}`);
}

/** Deletes states without a try for a day, which have no effect any more. */
export const deleteOldThrottles = (db: Db, now: Date) =>
  db.run(sql`
    delete from throttle where window_start < ${now}::timestamptz - interval '1 day'
      and (blocked_until is null or blocked_until < ${now})`);
