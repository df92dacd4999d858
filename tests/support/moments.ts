import { vi } from 'vitest';
import { z } from 'zod';
import { type Db, sql } from '#server/platform/db/db.ts';

/** Runs something completely after the next transaction was requested and before it begins; resolves to its result. */
export function beforeNextTransaction<T>(db: Db, act: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const tx = db.tx.bind(db);
  vi.spyOn(db, 'tx').mockImplementationOnce(async (...asked) => {
    resolve(await act());
    return tx(...asked);
  });
  return promise;
}

/**
 * Starts something when the next transaction has done everything except its commit, and lets it proceed as far as it can: to its end or, on
 * PostgreSQL, until it waits for a lock of the transaction. Resolves to its result.
 */
export function beforeNextCommit<T>(db: Db, act: () => Promise<T>): Promise<T> {
  const tx = db.tx.bind(db);
  const { promise: reached, resolve: begin } = Promise.withResolvers<void>();
  let isDone = false;
  // Chained outside the transaction, as another request would be.
  const done = reached.then(act).finally(() => {
    isDone = true;
  });
  const halted = reached.then(async () => {
    await vi.waitUntil(async () => isDone || (await countWaiting(db)) > 0, 60_000);
  });
  vi.spyOn(db, 'tx').mockImplementationOnce((run, ...options) =>
    tx(
      async (own) => {
        const answer = await run(own);
        begin();
        await halted;
        return answer;
      },
      ...options,
    ),
  );
  return done;
}

/** Returns how many sessions of a PostgreSQL database wait for a lock. */
export const countWaiting = async (db: Db): Promise<number> =>
  (
    await db.single(
      z.object({ waiting: z.int() }),
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).waiting;
