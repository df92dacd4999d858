import { describeContents } from '#server/operations/instance/instance.sql.ts';
import { type OpenInstance, openInstance } from '#server/operations/instance/open.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { readEnvironment } from '#server/platform/environment.ts';

/** Returns how a command is called: 'npm run backup --' in the source, 'tallyboard backup' in the installed package. */
export const called = (name: string) =>
  import.meta.filename.endsWith('.ts') ? `npm run ${name} --` : `tallyboard ${name}`;

/** Opens the installation that the server would open with the same variables, and names it on standard error. */
export async function openConfigured(): Promise<OpenInstance & { config: Config }> {
  const config = readConfig(readEnvironment());
  const opened = await openInstance(config, { mayBeRunning: true });
  await sayWhich(opened);
  return { ...opened, config };
}

/** Prints, for example, 'This is the bundled PostgreSQL of /data (DATA_DIR): 3 accounts, last punch 2026-11-20T10:00:00.000Z.' */
export async function sayWhich({ db, place }: OpenInstance): Promise<void> {
  const { accounts, lastRecord } = await describeContents(db);
  const count = `${accounts} account${accounts === 1 ? '' : 's'}`;
  console.error(`This is ${place}: ${count}, ${lastRecord ? `last punch ${lastRecord}` : 'no punches yet'}.`);
}

/** Runs an operator's command; on failure prints one line per reason and exits with 1. */
export async function command(what: string, run: () => Promise<void>): Promise<never> {
  try {
    await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    for (const line of message.split('\n')) console.error(`${what} failed: ${line}`);
    process.exit(1);
  }
  process.exit();
}
