import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { composeServices } from '#server/compose.ts';
import { readConfig } from '#server/platform/config.ts';
import { createDb } from '#server/platform/db/db.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { createInProcessJobs } from './jobs.ts';
import { UNLIMITED } from './limits.ts';

/** A second server process on the database of argv[2], whose clock stands: prints its address once it listens, and ends with its standard input. */
const [connectionString = '', dataDir = '', now = ''] = process.argv.slice(2);
const db = createDb(createPool({ connectionString, max: 10 }));
const config = { ...readConfig({ DATA_DIR: dataDir }), rateLimits: UNLIMITED };
const clock = { now: () => new Date(now) };
const log = pino({ level: 'silent' });
const services = composeServices({ config, clock, db, connectionString, jobs: createInProcessJobs(), log });
const app = await buildApp(services);
process.stdin.resume().on('end', () => process.exit(0));
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
