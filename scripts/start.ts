import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '#server/main.ts';
import { buildIfStale } from './build.ts';

/**
 * `npm start`: variables of .env are read (the environment's own win), the web application is built when it is missing or stale, then
 * the server runs until it is told to end.
 */
const file = join(import.meta.dirname, '../.env');
if (existsSync(file)) process.loadEnvFile(file);
try {
  await buildIfStale();
} catch (error) {
  console.error(`Tallyboard cannot start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
await main();
