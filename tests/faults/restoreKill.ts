import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, backUp, finished, startBackup } from './backupCalls.ts';
import { attlogLine, type FaultRow, pause, recoveryOf, ServerProcess } from './rig.ts';
import { type Env, givenTwoStates, hashOf, startRestore, tally, uploaded, where } from './twoStates.ts';

/** Returns the time, ms, within which kills come: the duration of `work` without a fault and a little more, so that some come when it is done. */
async function lengthOf(work: () => Promise<unknown>) {
  const asked = performance.now();
  await work();
  return (performance.now() - asked) * 1.1;
}

/**
 * SIGKILL at random moments of a restore: afterwards the account must be the former one or the restored one, completely, and its status must say
 * which.
 */
export async function killDuringRestore(kills: number, env: Env = {}, punches = 3_000): Promise<FaultRow> {
  const server = await ServerProcess.create(env);
  const recoveries: number[] = [];
  const outcomes = tally();
  let torn = 0;
  let stuck = 0;
  try {
    await server.start();
    const { site, archive, journal } = await givenTwoStates(server, punches);
    const restored = await hashOf(archive);
    const lengthMs = await lengthOf(async () =>
      finished(server, site, await startRestore(server, site, await uploaded(server, site, archive))),
    );
    for (let kill = 0; kill < kills; kill++) {
      // New punches after a successful restore, so that there is something to lose.
      const more = attlogLine(100_000 + kill, Date.now());
      await journal.post(server, site, [more]);
      const before = await hashOf(await backUp(server, site));
      const path = await startRestore(server, site, await uploaded(server, site, archive));
      await pause(Math.random() * lengthMs);
      await server.end('SIGKILL');
      recoveries.push(await server.start());
      const outcome = await finished(server, site, path).catch(() => 'stuck');
      outcomes.add(outcome);
      if (outcome === 'stuck') stuck++;
      const after = await hashOf(await backUp(server, site));
      if (after !== (outcome === 'Successful' ? restored : before)) torn++;
    }
    return {
      fault: `SIGKILL during restore (replace), ${where(env)}`,
      tried: `${kills} kills: ${outcomes}`,
      acknowledged: journal.acknowledged,
      lost: torn,
      doubled: 0,
      serverErrors: stuck,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}

/** SIGKILL while a backup is written: its status must be Failed, and no part of a file may be offered or left. */
export async function killDuringBackup(kills: number, env: Env = {}, punches = 5_000): Promise<FaultRow> {
  const server = await ServerProcess.create(env);
  const recoveries: number[] = [];
  const outcomes = tally();
  const wrong = tally();
  let stuck = 0;
  let partial = 0;
  const note = (what: string) => {
    partial++;
    wrong.add(what);
  };
  try {
    await server.start();
    const { site, journal } = await givenTwoStates(server, punches);
    const folder = join(server.dataDir, 'backups', site.accountId);
    const whole = await hashOf(await backUp(server, site));
    const lengthMs = await lengthOf(() => backUp(server, site));
    for (let kill = 0; kill < kills; kill++) {
      const backupJobId = await startBackup(server, site);
      await pause(Math.random() * lengthMs);
      await server.end('SIGKILL');
      recoveries.push(await server.start());
      const path = `${site.accountId}/backup/${backupJobId}`;
      const outcome = await finished(server, site, `${path}/status`).catch(() => 'stuck');
      outcomes.add(outcome);
      if (outcome === 'stuck') stuck++;
      const isThere = existsSync(join(folder, `${backupJobId}.zip`));
      if (isThere !== (outcome === 'Successful'))
        note(isThere ? 'a file of a failed one' : 'no file of a successful one');
      if (outcome === 'Successful') {
        const archive = Buffer.from(await (await ask(server, site, `${path}/download`)).arrayBuffer());
        if ((await hashOf(archive)) !== whole) note('another content');
        await ask(server, site, path, { method: 'DELETE' });
      }
    }
    const left = readdirSync(folder);
    const { lost, doubled } = await journal.judge(server, site);
    return {
      fault: `SIGKILL during backup, ${where(env)}`,
      tried: `${kills} kills: ${[outcomes, wrong].filter(String).join('; wrong: ')}`,
      acknowledged: journal.acknowledged,
      lost: partial + left.length + lost,
      doubled,
      serverErrors: stuck,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}
