import {
  accountProblems,
  directoryProblems,
  doubtfulSettings,
  missingSettings,
  networkProblems,
} from '#server/operations/doctor/doctor.ts';
import { openInstance } from '#server/operations/instance/open.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { readEnvironment } from '#server/platform/environment.ts';
import { command, sayWhich } from './instance.ts';

/** `npm run doctor`: prints what is wrong with an installation, a line each; exit code 1 where something is. See docs/operating.md. */
await command('The command', async () => {
  const config = readConfig(readEnvironment());
  const found = [
    ...doubtfulSettings(config),
    ...missingSettings(config),
    ...(await directoryProblems(config)),
    ...(await networkProblems(config, systemClock)),
  ];
  try {
    const opened = await openInstance(config, { mayBeRunning: true });
    try {
      await sayWhich(opened);
      found.push(...(await accountProblems(opened.db)));
    } finally {
      await opened.close();
    }
  } catch (error) {
    found.push(`The database: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const line of found) console.log(line);
  if (found.length > 0)
    throw new Error(found.length === 1 ? '1 thing to look at' : `${found.length} things to look at`);
  console.log('All is well.');
});
