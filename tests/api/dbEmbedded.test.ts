import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { composeServices } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { createDb, type Db, sql } from '#server/db/db.ts';
import { DURABLE_START, DurableNodeFS } from '#server/db/embedded/durableFs.ts';
import { type Embedded, openEmbedded } from '#server/db/embedded/embedded.ts';
import { analyzeChanged, checkpoint, vacuumAll, walPosition } from '#server/db/embedded/maintenance.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import { migrate } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { createPasswordHasher } from '#server/session/passwordHash.ts';
import { givenAdmin } from '#tests/support/factories.ts';
import { createInProcessJobs } from '#tests/support/jobs.ts';

const log = pino({ level: 'silent' });
const HOLDER = { firstName: 'A', lastName: 'B', contactNo: '1', emailAddr: 'a@b.test' };
const directories: string[] = [];
const children: ChildProcess[] = [];
const emptyDir = () => {
  const directory = mkdtempSync(join(tmpdir(), 'tb-embedded-'));
  directories.push(directory);
  return directory;
};
let template = '';
/** Returns a copy of a data directory that was started once, because a first start takes seconds. */
const newDir = () => {
  const directory = emptyDir();
  cpSync(template, directory, { recursive: true });
  return directory;
};
beforeAll(async () => {
  template = emptyDir();
  const first = await openEmbedded(template, log);
  await first.close();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

async function withDatabase(
  directory: string,
  use: (db: Db, embedded: Embedded) => Promise<void>,
  options?: Parameters<typeof openEmbedded>[2],
) {
  const embedded = await openEmbedded(directory, log, options);
  const pool = createPool({ connectionString: embedded.connectionString, max: 4, onError: () => undefined });
  try {
    await use(createDb(pool), embedded);
  } finally {
    await pool.end();
    await embedded.close();
  }
}

const n = z.object({ n: z.int() });
const run = (script: string, args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, NODE_OPTIONS: '', ...env } });
  children.push(child);
  return child;
};

describe('durability', () => {
  test('every commit waits for the disk, a read does not', async () => {
    let syncs = 0;
    const durable = await PGlite.create({
      fs: new DurableNodeFS(join(newDir(), 'database'), {
        onSync: () => syncs++,
        onNoSpace: () => undefined,
        onSyncFailed: () => undefined,
      }),
      startParams: DURABLE_START,
    });
    await durable.exec('create table t (n int)');
    syncs = 0;
    for (let i = 0; i < 20; i++) await durable.exec(`insert into t values (${i})`);
    expect(syncs).toBeGreaterThanOrEqual(20);
    syncs = 0;
    await durable.query('select count(*) from t');
    expect(syncs).toBe(0);
    await durable.close();
    expect(DURABLE_START).not.toContain('-F');
    expect(PGlite.defaultStartParams).toContain('-F');
  });

  test('kill -9 during inserts loses nothing that was acknowledged, and the next start is not blocked', async () => {
    const directory = newDir();
    const acknowledged = new Set<number>();
    for (let life = 0; life < 3; life++) {
      const child = run('tests/support/embeddedWriter.ts', [directory]);
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      let stored: number[] | undefined;
      let enough = 0;
      for await (const line of lines) {
        if (line.startsWith('stored: ')) {
          stored = line.slice(8).split(' ').filter(Boolean).map(Number);
          const kept = new Set(stored);
          expect([...acknowledged].filter((number) => !kept.has(number))).toEqual([]);
          expect(stored.length).toBe(kept.size);
          // The last process only reads.
          if (life === 2) child.kill('SIGKILL');
        } else {
          acknowledged.add(Number(line));
          if (++enough === 40 + 37 * life) child.kill('SIGKILL');
        }
      }
      expect(stored).toBeDefined();
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(40 + 77);
  });
});

describe('one process only', () => {
  test('a second one is refused with one line that names the first, which goes on', async () => {
    const directory = newDir();
    await withDatabase(directory, async (db) => {
      const second = run('server/main.ts', [], { DATA_DIR: directory, PORT: '0' });
      let said = '';
      second.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      const [code] = await once(second, 'close');
      expect(code).toBe(1);
      expect(said.trim().split('\n')).toEqual([
        `Tallyboard cannot start: ${directory} is in use by another Tallyboard (process ${process.pid}). Stop it first, or give this one its own DATA_DIR.`,
      ]);
      expect(await db.single(n, sql`select 1 as n`)).toEqual({ n: 1 });
    });
  });

  test('after a clean end the directory is free, and only its owner can look into it', async () => {
    const directory = newDir();
    await withDatabase(directory, async (db) => void (await db.run(sql`create table kept as select 7 as n`)));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    await withDatabase(directory, async (db) => expect(await db.single(n, sql`select n from kept`)).toEqual({ n: 7 }));
  });
});

describe('the watchdog', () => {
  test('ends a statement beyond its deadline, opens the database again, and loses nothing', async () => {
    await withDatabase(newDir(), async (db, embedded) => {
      await db.run(sql`create table t as select 1 as n`);
      const late = db.tx((tx) => tx.run(sql`select pg_sleep(20)`), { deadlineMs: 600 });
      await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable);
      await expect.poll(() => embedded.reopened).toBe(1);
      expect(await db.single(n, sql`select n from t`)).toEqual({ n: 1 });
    });
  });

  test.skipIf(process.platform !== 'linux')('who closes it while it is being opened again has it closed', async () => {
    const directory = newDir();
    const hung = Promise.withResolvers<void>();
    const openAgain = Promise.withResolvers<void>();
    const write = (line: string) => {
      if (line.includes('is opened again')) hung.resolve();
      if (line.includes('is open again')) openAgain.resolve();
    };
    const telling = pino({ level: 'info' }, { write });
    const embedded = await openEmbedded(directory, telling);
    const pool = createPool({ connectionString: embedded.connectionString, max: 1, onError: () => undefined });
    const late = createDb(pool).tx((tx) => tx.run(sql`select pg_sleep(20)`), { deadlineMs: 300 });
    await Promise.all([expect(late).rejects.toBeInstanceOf(DatabaseUnavailable), hung.promise]);
    await pool.end();
    // The timer of the first attempt is as short and was set earlier, so the thread is starting by now.
    await new Promise((resolve) => setTimeout(resolve));
    await embedded.close();
    // From here on the directory can be removed, even once the thread is running, because nobody uses it.
    await openAgain.promise;
    const held = readdirSync('/proc/self/fd').filter((fd) => {
      const path = join('/proc/self/fd', fd);
      return existsSync(path) && readlinkSync(path).startsWith(directory);
    });
    expect(held).toEqual([]);
  });

  test('leaves a statement alone that may take longer, while the event loop goes on', async () => {
    await withDatabase(newDir(), async (db, embedded) => {
      let ticks = 0;
      const timer = setInterval(() => ticks++, 20);
      const patient = db.tx((tx) => tx.single(n, sql`select 5 as n from pg_sleep(1.5)`), { deadlineMs: 20_000 });
      expect(await patient).toEqual({ n: 5 });
      clearInterval(timer);
      // One is enough, because there were none while the event loop was blocked.
      expect(ticks).toBeGreaterThan(5);
      expect(embedded.reopened).toBe(0);
    });
  });
});

describe('the disk', () => {
  test('when it is nearly full nothing is written any more, and reading goes on', async () => {
    const directory = newDir();
    await withDatabase(directory, async (db) => void (await db.run(sql`create table t as select 1 as n`)));
    await withDatabase(
      directory,
      async (db) => {
        expect(await db.single(n, sql`select n from t`)).toEqual({ n: 1 });
        await expect(db.run(sql`insert into t values (2)`)).rejects.toBeInstanceOf(DatabaseUnavailable);
        await expect(db.tx((tx) => tx.run(sql`insert into t values (2)`))).rejects.toBeInstanceOf(DatabaseUnavailable);
        expect(await db.single(n, sql`select count(*) as n from t`)).toEqual({ n: 1 });
      },
      { minFreeBytes: Number.MAX_SAFE_INTEGER },
    );
  });

  test('while the disk is nearly full people can log in and look, and a refused save says why', async () => {
    const directory = newDir();
    const password = 'walnut river cloud';
    const config = readConfig({ DATA_DIR: directory, PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' });
    await withDatabase(directory, async (db) => {
      await migrate(db);
      const passwordHash = await createPasswordHasher(config.passwordCost).hash(password);
      await givenAdmin(db, { username: 'ada', passwordHash });
    });
    const low = async (db: Db, { connectionString }: Embedded) => {
      const jobs = createInProcessJobs();
      const app = await buildApp(composeServices({ config, clock: systemClock, db, connectionString, jobs, log }));
      const headers = { 'content-type': 'application/json' };
      const body = (payload: object) => ({ method: 'POST' as const, headers, payload });
      expect((await app.inject('/readyz')).json()).toEqual({ status: 'read-only' });
      const wrong = await app.inject({ url: '/v2/session', ...body({ username: 'ada', password: 'no' }) });
      expect(wrong.json().errorCode).toBe('INVALID_CREDENTIALS');
      const login = await app.inject({ url: '/v2/session', ...body({ username: 'ada', password }) });
      expect(login.statusCode).toBe(200);
      const authorization = login.json().token;
      const list = await app.inject({ url: '/v2/account?startRow=0&endRow=10', headers: { authorization } });
      expect(list.statusCode).toBe(200);
      const { payload, method } = body({ code: 'farm', name: 'Farm', isActive: true, holder: HOLDER });
      const saved = await app.inject({ url: '/v2/account', method, payload, headers: { ...headers, authorization } });
      expect([saved.statusCode, saved.json().message]).toEqual([
        503,
        'The disk is full: nothing can be saved until there is room.',
      ]);
      const metrics = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
      expect(metrics.body).toMatch(/^tallyboard_read_only 1$/m);
      const out = await app.inject({ url: '/v2/session', method: 'DELETE', headers: { authorization } });
      expect(out.statusCode).toBe(200);
      await app.close();
    };
    await withDatabase(directory, low, { minFreeBytes: Number.MAX_SAFE_INTEGER });
  });

  test('a checkpoint truncates the log of what is written, and vacuum reaches every table', async () => {
    await withDatabase(newDir(), async (db) => {
      await db.run(sql`create table t as select i as n from generate_series(1, 50000) i`);
      const before = await walPosition(db);
      expect(before.sinceCheckpoint).toBeGreaterThan(1_000_000);
      await checkpoint(db);
      expect((await walPosition(db)).sinceCheckpoint).toBeLessThan(100_000);
      await vacuumAll(db);
      const known = await db.single(
        z.object({ rows: z.number() }),
        sql`select reltuples::float8 as rows from pg_class where relname = 't'`,
      );
      expect(known.rows).toBe(50_000);
    });
  });

  test('the log of one large transaction is released, not kept for the next', async () => {
    const directory = newDir();
    await withDatabase(directory, async (db) => {
      const kept = () =>
        db.single(z.object({ bytes: z.number() }), sql`select sum(size)::float8 as bytes from pg_ls_waldir()`);
      await db.run(sql`create table large (n int, filler text)`);
      // A statement of a request has 30 s, which this may exceed on a busy disk.
      await db.tx(
        (tx) => tx.run(sql`insert into large select i, repeat(md5(i::text), 30) from generate_series(1, 300000) i`),
        { deadlineMs: 240_000 },
      );
      const before = (await kept()).bytes;
      expect(before).toBeGreaterThan(256e6);
      for (let round = 0; round < 2; round++) await checkpoint(db);
      expect((await kept()).bytes).toBeLessThan(200e6);
    });
  });

  test('a table that changed much is analysed, and then left alone until it changes again', async () => {
    await withDatabase(newDir(), async (db) => {
      const table = z.object({ rows: z.number(), looks: z.number() });
      const afterLook = async () => {
        // Otherwise PostgreSQL reports its counts of changes up to a second later.
        await db.run(sql`select pg_stat_force_next_flush()`);
        await analyzeChanged(db);
        await db.run(sql`select pg_stat_force_next_flush()`);
        return db.single(
          table,
          sql`select reltuples::float8 as rows, s.analyze_count::float8 as looks
              from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = 't'`,
        );
      };
      await db.run(sql`create table t as select i as n from generate_series(1, 10000) i`);
      expect(await afterLook()).toEqual({ rows: 10_000, looks: 1 });
      await db.run(sql`insert into t select generate_series(1, 400)`);
      expect((await afterLook()).looks).toBe(1);
      await db.run(sql`insert into t select generate_series(1, 2000)`);
      expect(await afterLook()).toEqual({ rows: 12_400, looks: 2 });
    });
  });

  test('a database of another major version is refused with one clear line', async () => {
    const directory = emptyDir();
    mkdirSync(join(directory, 'database'));
    writeFileSync(join(directory, 'database/PG_VERSION'), '17\n');
    await expect(openEmbedded(directory, log)).rejects.toThrow(
      /is of PostgreSQL 17, this version of Tallyboard opens 18: [^\n]+$/,
    );
  });

  test('an interrupted first start does not block the next', async () => {
    const directory = emptyDir();
    mkdirSync(join(directory, 'database.new'));
    writeFileSync(join(directory, 'database.new/PG_VERSION'), '18\n');
    await withDatabase(directory, async (db) => expect(await db.single(n, sql`select 1 as n`)).toEqual({ n: 1 }));
  });
});
