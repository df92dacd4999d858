import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { readEnvironment } from '#server/environment.ts';
import { dumpInstance } from '#server/instance/dump.ts';
import { loadInstance } from '#server/instance/load.ts';
import { openInstance } from '#server/instance/open.ts';
import { command, sayWhich } from './instance.ts';

/** `npm run backup -- FILE` and `npm run restore -- FILE`: for the whole installation, see docs/operating.md. */
const [what, path] = process.argv.slice(2);
await command(what === 'restore' ? 'The restore' : 'The backup', async () => {
  if (!path || (what !== 'backup' && what !== 'restore'))
    throw new Error('say where the file is: npm run backup -- FILE.zip');
  const config = readConfig(readEnvironment());
  const { tables, madeAt } =
    what === 'backup'
      ? await dumpInstance(config, path, systemClock.now(), sayWhich)
      : await loadInstance(config, path);
  const rows = tables.reduce((sum, { count }) => sum + count, 0);
  if (what === 'backup') return console.log(`${rows} rows of ${tables.length} tables are in ${path}.`);
  console.log(`${rows} rows as of ${madeAt} are restored.`);
  const restored = await openInstance(config, { mayBeRunning: false });
  await sayWhich(restored);
  await restored.close();
});
