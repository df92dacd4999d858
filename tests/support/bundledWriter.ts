import pino from 'pino';
import { z } from 'zod';
import { openBundled } from '#server/platform/db/bundled/bundled.ts';
import { createDb, raw, sql } from '#server/platform/db/db.ts';
import { createPool } from '#server/platform/db/pool.ts';

/**
 * A process for fault tests: opens the bundled PostgreSQL of argv[2] and inserts numbers on several connections for ever. It prints each
 * number whose commit was acknowledged, after a first line `stored: ` with the numbers of earlier runs. With
 * `checkpoints` as argv[3] it makes one after the other meanwhile, each of some megabytes, and prints `checkpoint begins` and `checkpoint ends`.
 */
const bundled = await openBundled(process.argv[2] ?? '', pino({ level: 'silent' }));
// A disk that is busy with other work may take longer than a request in service waits.
const patience = { connectionTimeoutMillis: 240_000, query_timeout: 240_000 };
const db = createDb(createPool({ connectionString: bundled.connectionString, max: 4, ...patience }));
await db.run(sql`create table if not exists journal (n bigint primary key)`);
const { numbers } = await db.single(
  z.object({ numbers: z.array(z.int()) }),
  sql`select coalesce(array_agg(n::int4 order by n), '{}') as numbers from journal`,
);
process.stdout.write(`stored: ${numbers.join(' ')}\n`);

let next = (numbers.at(-1) ?? 0) + 1;
const write = async () => {
  for (;;) {
    const n = next++;
    await db.run(sql`insert into journal values (${n})`);
    process.stdout.write(`${n}\n`);
  }
};
const makeCheckpoints = async () => {
  await db.run(sql`create table if not exists ballast (text text)`);
  for (;;) {
    await db.run(sql`truncate ballast`);
    await db.run(sql`insert into ballast select repeat(md5(random()::text), 30) from generate_series(1, 4000)`);
    process.stdout.write('checkpoint begins\n');
    await db.run(raw('checkpoint'));
    process.stdout.write('checkpoint ends\n');
  }
};
const isChecking = process.argv[3] === 'checkpoints';
await Promise.all([write(), write(), write(), isChecking ? makeCheckpoints() : write()]);
