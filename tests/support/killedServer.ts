import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import pino from 'pino';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { composeServices } from '#server/compose.ts';
import { readConfig } from '#server/platform/config.ts';
import { createDb } from '#server/platform/db/db.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { createInProcessJobs } from './jobs.ts';

/**
 * A server process on the database of argv[2]: answers the one POST that a line of standard input contains as JSON, and prints status and body. With
 * `diesAt` it kills itself just before that statement of the request, counted from 1.
 */
const [connectionString = '', dataDir = '', now = ''] = process.argv.slice(2);
const request = z.object({ url: z.string(), token: z.string(), body: z.unknown(), diesAt: z.int().optional() });

const log = pino({ level: 'silent' });
const clock = { now: () => new Date(now) };
const pool = createPool({ connectionString, max: 4 });
const db = createDb(pool);
const config = readConfig({ DATA_DIR: dataDir, PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' });
const jobs = createInProcessJobs();
const app = await buildApp(composeServices({ config, clock, db, connectionString, jobs, log }));
await app.ready();

const [line] = await once(createInterface({ input: process.stdin }), 'line');
const { url, token, body, diesAt } = request.parse(JSON.parse(String(line)));
let sent = 0;
const query: (...args: unknown[]) => unknown = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    sent += 1;
    if (sent === diesAt) process.kill(process.pid, 'SIGKILL');
    return query.apply(this, args);
  },
});
const answer = await app.inject({
  method: 'POST',
  url,
  headers: { authorization: token, 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});
process.stdout.write(`${answer.statusCode} ${answer.body}\n`);
await app.close();
await pool.end();
process.exit(0);
