import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Db, sql } from '#server/platform/db/db.ts';
import { createJobs, type RunningJobs } from '#server/platform/jobs/boss.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const log = pino({ level: 'silent' });
let t: TestDatabase;
let db: Db;
const started: RunningJobs[] = [];
beforeAll(async () => {
  t = await openTestDatabase();
  db = t.db;
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop(2_000);
  await db.run(sql`drop schema if exists pgboss cascade`);
});
afterAll(() => t.close());

/** One process of several that share the database. */
async function aProcess(define: (jobs: RunningJobs) => void): Promise<RunningJobs> {
  const jobs = createJobs({ connectionString: t.connectionString, isBundled: true, log });
  define(jobs);
  await jobs.start();
  started.push(jobs);
  return jobs;
}
/** A queue that is polled so rarely that only a message wakes it within `BEFORE_POLL`. */
const RARELY = { pollSeconds: 300 };
const BEFORE_POLL = { timeout: 120_000 };

/** Returns the states of the jobs of a name; when none is open, no further run can follow. */
const statesOf = async (name: string) =>
  (
    await db.rows(
      z.object({ state: z.string() }),
      sql`select state::text as state from pgboss.job where name = ${name} order by created_on, id`,
    )
  ).map(({ state }) => state);

describe('a job', () => {
  test('runs once with what was sent, soon, although the queue is rarely polled', async () => {
    const seen: unknown[] = [];
    const jobs = await aProcess((j) => j.define('greet', async (data) => void seen.push(data), RARELY));
    await jobs.send('greet', { name: 'Ann', at: new Date('2026-11-20T08:00:00Z') });
    await expect.poll(() => seen, BEFORE_POLL).toEqual([{ name: 'Ann', at: '2026-11-20T08:00:00.000Z' }]);
  });

  test('is followed at once by the next waiting one', async () => {
    const seen: number[] = [];
    const jobs = await aProcess((j) =>
      j.define('count', async (data) => void seen.push((data as { n: number }).n), RARELY),
    );
    for (let i = 1; i <= 5; i++) await jobs.send('count', { n: i });
    await expect.poll(() => seen.length, BEFORE_POLL).toBe(5);
  });

  test('that fails is repeated as often as it may be, and no more', async () => {
    const tries: number[] = [];
    const jobs = await aProcess((j) =>
      j.define(
        'fail',
        async (_data, { retryCount }) => {
          tries.push(retryCount);
          throw new Error('not today');
        },
        { retryLimit: 2, retryDelay: 1, pollSeconds: 0.5 },
      ),
    );
    await jobs.send('fail', {});
    await expect.poll(() => tries).toEqual([0, 1, 2]);
    await expect.poll(() => statesOf('fail')).toEqual(['failed']);
    expect(tries).toEqual([0, 1, 2]);
  });

  test('of one key waits once, and one more may wait while it runs', async () => {
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const jobs = await aProcess((j) =>
      j.define(
        'rebuild',
        async (data) => {
          seen.push((data as { by: string }).by);
          await gate.promise;
        },
        { concurrency: 2 },
      ),
    );
    await jobs.send('rebuild', { by: 'first' }, { singletonKey: 'acme' });
    await expect.poll(() => seen).toEqual(['first']);
    await jobs.send('rebuild', { by: 'second' }, { singletonKey: 'acme' });
    await jobs.send('rebuild', { by: 'third' }, { singletonKey: 'acme' });
    gate.resolve();
    await expect.poll(() => seen).toEqual(['first', 'second']);
    await expect.poll(() => statesOf('rebuild')).toEqual(['completed', 'completed']);
    expect(seen).toEqual(['first', 'second']);
  });

  test('sent in a transaction exists exactly when the transaction does', async () => {
    const seen: string[] = [];
    const jobs = await aProcess((j) =>
      j.define('tell', async (data) => void seen.push((data as { what: string }).what), { pollSeconds: 0.5 }),
    );
    await db.tx(async (tx) => {
      await jobs.send('tell', { what: 'kept' }, { tx });
      await tx.run(sql`select 1`);
    });
    const undone = db.tx(async (tx) => {
      await jobs.send('tell', { what: 'undone' }, { tx });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await expect.poll(() => seen).toEqual(['kept']);
    await expect.poll(() => statesOf('tell')).toEqual(['completed']);
    expect(seen).toEqual(['kept']);
  });

  test('is done by one of several processes', async () => {
    const seen: string[] = [];
    const define = (j: RunningJobs) =>
      j.define('share', async (data) => void seen.push(`${(data as { n: number }).n}`), { pollSeconds: 0.5 });
    const [one] = [await aProcess(define), await aProcess(define)];
    for (let n = 0; n < 12; n++) await one.send('share', { n });
    await expect.poll(() => seen.length).toBe(12);
    expect(new Set(seen).size).toBe(12);
  });

  test('that nobody defined cannot be sent, nor one defined twice', async () => {
    const jobs = await aProcess((j) => j.define('known', async () => undefined));
    await expect(jobs.send('unknown', {})).rejects.toThrow('There is no job unknown');
    expect(() => jobs.define('known', async () => undefined)).toThrow('defined twice');
  });
});

test('a check every minute also runs while a clock that was set back catches up', async () => {
  await aProcess((j) => j.define('first', async () => {}));
  await db.run(sql`update pgboss.version set cron_on = now() + interval '1 hour'`);
  let looks = 0;
  await aProcess((j) => {
    j.define('look', async () => void looks++);
    j.schedule('look', '* * * * *');
  });
  await expect.poll(() => looks).toBe(1);
});

test('a schedule that is no longer defined is forgotten at the next start', async () => {
  const first = await aProcess((j) => {
    j.define('old', async () => undefined);
    j.schedule('old', '7 * * * *');
  });
  await first.stop(1_000);
  started.pop();
  const kept = () => db.run(sql`select 1 from pgboss.schedule`);
  expect(await kept()).toBe(1);
  await aProcess((j) => j.define('old', async () => undefined));
  expect(await kept()).toBe(0);
});
