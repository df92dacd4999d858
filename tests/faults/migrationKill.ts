import { Client } from 'pg';
import { checkAudit } from '#contract/platform/audit.ts';
import { readMigrations } from '#server/platform/db/migrate.ts';
import { Journal } from './journal.ts';
import { OldRelease } from './oldRelease.ts';
import { placesOfMigrations } from './places.ts';
import { attlogLine, type FaultRow, givenSite, recoveryOf, ServerProcess, type Site } from './rig.ts';
import { type Share, saidOf, sharedOut } from './share.ts';
import { type Env, where } from './twoStates.ts';

/**
 * SIGKILL of a server that brings its database up to date, around and within each migration, on one database from an empty one on, which gets the
 * data of a farm of 0.2.0 once it has the baseline: the next start finds whole migrations only, and goes on; the farm's punches are there.
 */
export async function killInMigrations(share: Share, env: Env = {}): Promise<FaultRow> {
  const server = await ServerProcess.create(env, undefined, 'tests/faults/killedAt.ts');
  const [migrations, release] = [await readMigrations(), await OldRelease.read()];
  const killed = sharedOut(migrations, share);
  const failures: string[] = [];
  let kills = 0;
  let isFilled = false;
  const database = { databaseUrl: env.DATABASE_URL, databasePooler: undefined, dataDir: server.dataDir };
  const fill = async () => {
    isFilled = true;
    await release.load(database, migrations);
  };
  try {
    for (const place of placesOfMigrations(killed)) {
      if (!isFilled && Number.parseInt(place.name, 10) > release.migrations) await fill();
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
    if (!isFilled) await fill();
    const recovery = await server.start();
    const site = await givenSite(server);
    const journal = new Journal();
    const lines = Array.from({ length: 100 }, (_, n) => attlogLine(n, Date.now()));
    await journal.post(server, site, lines);
    const own = await journal.judge(server, site);
    const farm: Site = { ...site, accountId: release.accountId, serial: release.accountId };
    const old = await release.journal.judge(server, farm);
    failures.push(...(await trailProblems(server, farm)));
    for (const failure of failures) console.error(failure);
    return {
      fault: `SIGKILL in each migration, ${where(env)}${saidOf(share)}`,
      tried: `${kills} kills around and within ${killed.length} migrations, with data from the ${release.migrations}th on`,
      acknowledged: journal.acknowledged + release.journal.acknowledged,
      ...{ lost: own.lost + old.lost, doubled: own.doubled + old.doubled, serverErrors: failures.length },
      recovery: recoveryOf([recovery]),
    };
  } finally {
    await server.remove();
  }
}

/** Returns what is inconsistent in the audit trail of an account; nothing of a good one. */
async function trailProblems({ call }: ServerProcess, { token, accountId }: Site): Promise<string[]> {
  const { problem } = await call(checkAudit, { params: { accountId }, query: {} }, token);
  return problem ? [`the audit trail: ${problem.reason}`] : [];
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
