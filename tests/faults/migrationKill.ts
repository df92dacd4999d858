import { Client } from 'pg';
import { readMigrations } from '#server/db/migrate.ts';
import { Journal } from './journal.ts';
import { placesOfMigrations } from './places.ts';
import { attlogLine, type FaultRow, givenSite, recoveryOf, ServerProcess } from './rig.ts';
import { type Share, saidOf, sharedOut } from './share.ts';
import { type Env, where } from './twoStates.ts';

/**
 * SIGKILL of a server that brings its database up to date, around and within each migration, on one database from an empty one on: the next
 * start finds whole migrations only, and goes on.
 */
export async function killInMigrations(share: Share, env: Env = {}): Promise<FaultRow> {
  const server = await ServerProcess.create(env, undefined, 'tests/faults/killedAt.ts');
  const migrations = await readMigrations();
  const killed = sharedOut(migrations, share);
  const failures: string[] = [];
  let kills = 0;
  try {
    for (const place of placesOfMigrations(killed)) {
      const reached = await server.start({ KILL_AT: JSON.stringify(place) }).then(
        () => false,
        (error: Error) => error.message.includes('SIGKILL'),
      );
      if (!reached) failures.push(`${place.name}: was not reached: ${server.output}`);
      await server.end('SIGKILL');
      kills++;
      const done = migrations.filter(({ name }) => name < place.name.slice(0, name.length)).length;
      const expected = done + (place.at === 'after commit' ? 1 : 0);
      const stored = env.DATABASE_URL ? await countMigrations(env.DATABASE_URL) : expected;
      if (stored !== expected) failures.push(`${place.name}: ${stored} migrations are there, not ${expected}`);
    }
    const recovery = await server.start();
    const site = await givenSite(server);
    const journal = new Journal();
    const lines = Array.from({ length: 100 }, (_, n) => attlogLine(n, Date.now()));
    await journal.post(server, site, lines);
    const { lost, doubled } = await journal.judge(server, site);
    for (const failure of failures) console.error(failure);
    return {
      fault: `SIGKILL in each migration, ${where(env)}${saidOf(share)}`,
      tried: `${kills} kills around and within ${killed.length} migrations`,
      acknowledged: journal.acknowledged,
      ...{ lost, doubled, serverErrors: failures.length },
      recovery: recoveryOf([recovery]),
    };
  } finally {
    await server.remove();
  }
}

async function countMigrations(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from schema_migration');
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
