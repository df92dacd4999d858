import { dumpInstance, type InstanceManifest } from '#server/operations/instance/dump.ts';
import { loadInstance } from '#server/operations/instance/load.ts';
import { openInstance } from '#server/operations/instance/open.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { counted } from '#server/platform/counted.ts';
import { readEnvironment } from '#server/platform/environment.ts';
import { called, command, sayWhich } from './instance.ts';

/** `npm run backup -- FILE` and `npm run restore -- FILE`: for the whole installation, see docs/operating.md. */
const [what, path] = process.argv.slice(2);
await command(what === 'restore' ? 'The restore' : 'The backup', async () => {
  if (!path || (what !== 'backup' && what !== 'restore'))
    throw new Error(`say where the file is: ${called(what === 'restore' ? 'restore' : 'backup')} FILE.zip`);
  const config = readConfig(readEnvironment());
  const rowsOf = ({ tables }: InstanceManifest) => tables.reduce((sum, { count }) => sum + count, 0);
  if (what === 'backup') {
    const made = await dumpInstance(config, path, systemClock.now(), sayWhich);
    return console.log(`${rowsOf(made)} rows of ${made.tables.length} tables are in ${path}.`);
  }
  const loaded = await loadInstance(config, path, systemClock.now());
  console.log(`${rowsOf(loaded)} rows as of ${loaded.madeAt} are restored.`);
  console.log(`${counted(loaded.terminalsAsked, 'terminal is', 'terminals are')} asked for what they still hold.`);
  const restored = await openInstance(config, { mayBeRunning: false });
  await sayWhich(restored);
  await restored.close();
});
