import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { dumpInstance } from '#server/instance/dump.ts';
import { loadInstance } from '#server/instance/load.ts';

/** `npm run backup -- FILE` and `npm run restore -- FILE`: the whole installation, see docs/operating.md. */
const [what, path] = process.argv.slice(2);
try {
  if (!path || (what !== 'backup' && what !== 'restore'))
    throw new Error('say where the file is: npm run backup -- FILE.zip');
  const config = readConfig(process.env);
  const { tables, madeAt } =
    what === 'backup' ? await dumpInstance(config, path, systemClock.now()) : await loadInstance(config, path);
  const rows = tables.reduce((sum, { count }) => sum + count, 0);
  console.log(
    what === 'backup'
      ? `${rows} rows of ${tables.length} tables are in ${path}.`
      : `${rows} rows as of ${madeAt} are restored.`,
  );
  process.exit(0);
} catch (error) {
  console.error(`The ${what ?? 'backup'} failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
