import { checkPlace, main } from '#server/main.ts';
import { readConfig } from '#server/platform/config.ts';
import { readEnvironment } from '#server/platform/environment.ts';
import { buildIfStale } from './build.ts';

/**
 * `npm start`: reads and checks the variables, builds the web application when it is missing or stale, then runs the server until it is told to stop.
 */
try {
  await checkPlace(readConfig(readEnvironment()));
  await buildIfStale();
} catch (error) {
  const lines = error instanceof Error ? error.message : String(error);
  for (const line of lines.split('\n')) console.error(`Tallyboard cannot start: ${line}`);
  process.exit(1);
}
await main();
