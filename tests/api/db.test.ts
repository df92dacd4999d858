import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { inColumns } from '#server/platform/db/columns.ts';
import { createDb, type Db, named, sql } from '#server/platform/db/db.ts';
import { DatabaseUnavailable } from '#server/platform/db/errors.ts';
import { createPool, STATEMENT_DEADLINE_MS } from '#server/platform/db/pool.ts';
import { createReportPool } from '#server/reports/reportPool.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { givenEmployee } from '#tests/support/factories.work.ts';

let t: TestDatabase;
let db: Db;
beforeAll(async () => {
  t = await openTestDatabase();
  db = t.db;
  await db.run(sql`create table counter (n int not null)`);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.empty();
  await db.run(sql`delete from counter`);
  await db.run(sql`insert into counter values (0)`);
});

const n = z.object({ n: z.int() });
const counter = async (from: Db = db) => (await from.single(n, sql`select n from counter`)).n;

test('statements are not compiled, on the bundled server or another', async () => {
  expect(await db.single(z.object({ jit: z.string() }), sql`show jit`)).toEqual({ jit: 'off' });
});

describe('rows', () => {
  test('match their schema, or the statement fails as a bug and not as a refused request', async () => {
    await expect(db.rows(z.object({ n: z.string() }), sql`select n from counter`)).rejects.toThrow(
      'A row is not what its schema says',
    );
  });
  test('single requires exactly one', async () => {
    await expect(db.single(n, sql`select 1 as n where false`)).rejects.toThrow('Expected one row, got 0');
    await expect(db.single(n, sql`select generate_series(1, 2) as n`)).rejects.toThrow('Expected one row, got 2');
    expect(await db.first(n, sql`select 1 as n where false`)).toBeUndefined();
  });
  test('values never become SQL', async () => {
    const text = "'); delete from counter; --";
    expect(await db.single(z.object({ text: z.string() }), sql`select ${text}::text as text`)).toEqual({ text });
    expect(await counter()).toBe(0);
  });
  test('dates stay days, instants are ISO in UTC, counts are numbers', async () => {
    const row = await db.single(
      z.object({ day: z.string(), at: z.string(), count: z.number(), units: z.string(), never: z.null() }),
      sql`select date '2026-11-20' as day, timestamptz '2026-11-20 08:00+02' as at, count(*) as count, 1.50::numeric as units,
            null::timestamptz as never from counter`,
    );
    expect(row).toEqual({ day: '2026-11-20', at: '2026-11-20T06:00:00.000Z', count: 1, units: '1.50', never: null });
  });
  test('a bigint that no number can hold is an error, not another number', async () => {
    await expect(db.rows(z.any(), sql`select 9007199254740993::bigint as n`)).rejects.toThrow('too large');
  });
  test('read in columns equal rows read one by one, whatever their text', async () => {
    const read = inColumns({ nth: 'whole', text: 'text' });
    const row = z.object({ nth: z.int(), text: z.string() });
    const texts = ['', ' ', 'a\nb', '\\n', '\\', '\\b\n\\', 'é\t"🍊', "'", '\r\n'];
    const query = sql`select n::int as nth, t as text from unnest(${texts}::text[]) with ordinality as x(t, n)`;
    expect(await read(db, query)).toEqual(texts.map((text, i) => ({ nth: i + 1, text })));
    expect(await read(db, query)).toEqual(await db.rows(row, query));
    expect(await read(db, sql`select 1 as nth, '' as text where false`)).toEqual([]);
    expect(await read(db, sql`select 1 as nth, '' as text`)).toEqual([{ nth: 1, text: '' }]);
    await expect(read(db, sql`select 0.5 as nth, '' as text`)).rejects.toThrow();
    await expect(read(db, sql`select 1 as nth, null as text`)).rejects.toThrow('nulls');
  });
  test('run returns how many rows it touched', async () => {
    expect(await db.run(sql`update counter set n = 1 where n = 0`)).toBe(1);
    expect(await db.run(sql`update counter set n = 1 where n = 0`)).toBe(0);
  });
});

describe('transactions', () => {
  test('in which the failure of a statement was hidden are not reported as done', async () => {
    const hiding = db.tx(async (tx) => {
      await tx.run(sql`update counter set n = 5`);
      await tx.run(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(hiding).rejects.toThrow('rolled back');
    expect(await counter()).toBe(0);
  });
  test('that throw leave nothing behind, and their error is thrown on', async () => {
    const failing = db.tx(async (tx) => {
      await tx.run(sql`update counter set n = 5`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await counter()).toBe(0);
  });

  test('200 concurrent read-then-write increments under a lock lose none', async () => {
    const increment = () =>
      db.tx(async (tx) => {
        const row = await tx.single(n, sql`select n from counter where ${true} for update`);
        await tx.run(sql`update counter set n = ${row.n + 1}`);
      });
    await Promise.all(Array.from({ length: 200 }, increment));
    expect(await counter()).toBe(200);
  });

  test('statements of several connections with different parameters do not mix', async () => {
    const asked = Array.from({ length: 300 }, (_, i) =>
      i % 2
        ? db
            .single(z.object({ v: z.string() }), sql`select ${`text ${i}`}::text as v`)
            .then(({ v }) => v === `text ${i}`)
        : db
            .single(z.object({ a: z.int(), b: z.int() }), sql`select ${i}::int as a, ${i + 1}::int as b`)
            .then(({ a, b }) => a === i && b === i + 1),
    );
    expect((await Promise.all(asked)).every(Boolean)).toBe(true);
  });

  test('a statement prepared under a name serves every connection, even after one of them made a mistake', async () => {
    const double = (value: number | string) => named('test.double', sql`select ${value}::int * 2 as n`);
    await Promise.all(Array.from({ length: 6 }, () => db.tx((tx) => tx.single(n, double(1)))));
    await expect(db.single(n, double('no number'))).rejects.toThrow('invalid input syntax');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => db.single(n, double(i))));
    expect(answers.map((answer) => answer.n)).toEqual(Array.from({ length: 40 }, (_, i) => i * 2));
  });

  test('an inner one that fails is undone alone', async () => {
    await db.tx(async (tx) => {
      await tx.run(sql`update counter set n = 1`);
      const inner = tx.tx(async (deeper) => {
        await deeper.run(sql`update counter set n = 2`);
        await deeper.run(sql`select 1 / 0`);
      });
      await expect(inner).rejects.toThrow('division by zero');
      expect(await counter(tx)).toBe(1);
    });
    expect(await counter()).toBe(1);
  });

  test('a serialization failure is run again', async () => {
    let tries = 0;
    await db.tx(async (tx) => {
      await tx.run(sql`update counter set n = n + 1`);
      if (++tries < 3) throw Object.assign(new Error('could not serialize'), { code: '40001' });
    });
    expect([tries, await counter()]).toEqual([3, 1]);
  });

  test('a conflict that does not end is given up', async () => {
    let tries = 0;
    const stubborn = db.tx(async () => {
      tries++;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    await expect(stubborn).rejects.toThrow('deadlock');
    expect(tries).toBe(4);
  });

  test('using the outer database inside a transaction is refused instead of waiting for itself', async () => {
    await expect(db.tx(async () => counter())).rejects.toThrow('use the Db that it gives');
    await expect(db.tx(async () => db.tx(counter))).rejects.toThrow('use the Db that it gives');
    // Work that the transaction started and that runs after it may use other connections again.
    let later: Promise<number> = Promise.resolve(-1);
    const over = Promise.withResolvers<void>();
    await db.tx(async () => {
      later = over.promise.then(() => counter());
    });
    over.resolve();
    expect(await later).toBe(0);
  });

  test('a snapshot writes nothing', async () => {
    await expect(db.tx((tx) => tx.run(sql`update counter set n = 9`), { snapshot: true })).rejects.toThrow('read-only');
    expect(await counter()).toBe(0);
  });

  test('a client that dies during one blocks nobody and leaves nothing', async () => {
    const client = await t.pool.connect();
    await client.query('begin');
    await client.query('update counter set n = 77');
    client.release(new Error('dropped by the test'));
    expect(await counter()).toBe(0);
    await db.run(sql`update counter set n = 1`);
    expect(await counter()).toBe(1);
  });
});

describe('streams', () => {
  const series = (count: number) => sql`select i as n from generate_series(1, ${count}::int) i order by i`;

  test.each([0, 1, 999, 1_000, 1_001, 2_500])('%i rows come in order, in batches of at most 1,000', async (count) => {
    const sizes: number[] = [];
    const seen: number[] = [];
    for await (const batch of db.stream(n, series(count))) {
      sizes.push(batch.length);
      seen.push(...batch.map((row) => row.n));
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(1_000);
  });

  test('two streams of one transaction take turns', async () => {
    const pairs = await db.tx(async (tx) => {
      const [left, right] = [tx.stream(n, series(4), 2), tx.stream(n, series(4), 2)];
      return [await left.next(), await right.next(), await left.next(), await right.next()].map(
        ({ value }) => value[0].n,
      );
    });
    expect(pairs).toEqual([1, 1, 3, 3]);
  });

  test('one that is left early returns its connection', async () => {
    for (let i = 0; i < 12; i++)
      for await (const batch of db.stream(n, series(5_000))) {
        expect(batch).toHaveLength(1_000);
        break;
      }
    expect(await counter()).toBe(0);
  });
});

describe('a tenant', () => {
  const names = (from: Db) =>
    from.rows(z.object({ number: z.string() }), sql`select number from employee order by number`);

  test('sees, changes and creates only its own rows, even if the statement forgets the account', async () => {
    const [ours, theirs] = [await givenAccount(db), await givenAccount(db)];
    await givenEmployee(db, ours, { number: 'ours' });
    await givenEmployee(db, theirs, { number: 'theirs' });

    expect(await db.tenant(ours, names)).toEqual([{ number: 'ours' }]);
    expect(await db.tenant(ours, (tx) => tx.run(sql`update employee set first_name = 'X'`))).toBe(1);
    expect(await db.tenant(ours, (tx) => tx.run(sql`delete from employee where number = 'theirs'`))).toBe(0);
    await expect(db.tenant(ours, (tx) => givenEmployee(tx, theirs))).rejects.toThrow('row-level security');
    expect(await names(db)).toEqual([{ number: 'ours' }, { number: 'theirs' }]);
  });

  test('is reset on its connection at once', async () => {
    const account = await givenAccount(db);
    await db.tenant(account, names);
    const role = z.object({ role: z.string(), account: z.string().nullable() });
    const now = await db.single(
      role,
      sql`select current_user::text as role, nullif(current_setting('app.account_id', true), '') as account`,
    );
    expect(now.role).not.toBe('tb_app');
    expect(now.account).toBeNull();
  });

  test('inside a system transaction lasts as long as its part of it', async () => {
    const [ours, theirs] = [await givenAccount(db), await givenAccount(db)];
    await givenEmployee(db, theirs, { number: 'theirs' });
    await db.tx(async (tx) => {
      expect(await tx.tenant(ours, names)).toEqual([]);
      expect(await names(tx)).toEqual([{ number: 'theirs' }]);
      await expect(tx.tenant(ours, (own) => own.run(sql`select * from login_name`))).rejects.toThrow(
        'permission denied',
      );
      expect(await names(tx)).toEqual([{ number: 'theirs' }]);
    });
  });

  test('cannot become another, nor the system', async () => {
    const [ours, theirs] = [await givenAccount(db), await givenAccount(db)];
    await givenEmployee(db, theirs, { number: 'theirs' });
    await expect(db.tenant(ours, async (tx) => tx.tenant(theirs, names))).rejects.toThrow('cannot become');
    expect(await db.tenant(ours, (tx) => tx.tx(names))).toEqual([]);
    await expect(db.tenant("x' or true --", names)).rejects.toThrow('Not an account id');
  });

  test('sees nothing on a connection that never had an account, and fails not', async () => {
    await givenEmployee(db, await givenAccount(db), { number: 'theirs' });
    const pool = createPool({ connectionString: t.connectionString, max: 1 });
    const seen = await createDb(pool).tx(async (tx) => {
      await tx.run(sql`set local role tb_app`);
      return names(tx);
    });
    await pool.end();
    expect(seen).toEqual([]);
  });

  test('reads no lookup table of the system and changes no trail', async () => {
    const account = await givenAccount(db);
    await expect(db.tenant(account, (tx) => tx.run(sql`select * from session`))).rejects.toThrow('permission denied');
    await expect(db.tenant(account, (tx) => tx.run(sql`delete from audit_entry`))).rejects.toThrow('permission denied');
    await expect(db.tenant(account, (tx) => tx.run(sql`update audit_entry set action = 'x'`))).rejects.toThrow(
      'permission denied',
    );
  });
});

test('a database that is not there is unavailable, not a bug', async () => {
  const gone = createPool({ host: '127.0.0.1', port: 1, user: 'x', max: 1 });
  const asked = createDb(gone).single(n, sql`select 1 as n`);
  await expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(createDb(gone).tx(counter)).rejects.toMatchObject({ retryAfterSeconds: 2 });
  await gone.end();
});

test('where a statement takes its 30 s, a report waits for its one connection, and others give up', async () => {
  const { connectionString } = t;
  const waiting = async (pool: Pool) => {
    const db = createDb(pool);
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const held = db.tx(async () => {
      begun.resolve();
      await slow.promise;
    });
    await begun.promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const next = db.single(n, sql`select 1 as n`).then(
      () => 'answered',
      (error: Error) => error.constructor.name,
    );
    await vi.advanceTimersByTimeAsync(STATEMENT_DEADLINE_MS);
    vi.useRealTimers();
    slow.resolve();
    await held;
    const end = await next;
    await pool.end();
    return end;
  };
  expect(await waiting(createReportPool({ connectionString, kind: 'bundled' }))).toBe('answered');
  expect(await waiting(createPool({ connectionString, max: 1 }))).toBe('DatabaseUnavailable');
});
