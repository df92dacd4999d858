import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unzip } from '#tests/support/zip.ts';
import { ask, backUp, finished, startBackup } from './backupCalls.ts';
import { Journal } from './journal.ts';
import { attlogLine, type FaultRow, givenSite, pause, recoveryOf, ServerProcess, type Site } from './rig.ts';

const ITEMS = ['Payroll Data', 'Employees', 'Clock Records', 'Users'];
type Env = Record<string, string>;
const where = (env: Env) => (env.DATABASE_URL ? 'PostgreSQL' : 'embedded');

/** Creates a site with two known states: the present one, and that of a backup. */
async function givenTwoStates(server: ServerProcess, punches: number) {
  const site = await givenSite(server, 'FAULT0002');
  const end = Date.now();
  const journal = new Journal();
  const post = (from: number, count: number) =>
    journal.post(
      server,
      site,
      Array.from({ length: count }, (_, n) => attlogLine(from + n, end)),
    );
  for (let from = 0; from < punches; from += 500) await post(from, 500);
  const archive = await backUp(server, site);
  await post(punches, 200);
  return { site, archive, journal };
}

async function uploaded(server: ServerProcess, site: Site, archive: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'backup.zip');
  const reply = await ask(server, site, `${site.accountId}/restore/upload`, { method: 'POST', body: form });
  return z.object({ restoreJobId: z.string() }).parse(await reply.json()).restoreJobId;
}

async function startRestore(server: ServerProcess, site: Site, archive: Buffer): Promise<string> {
  const path = `${site.accountId}/restore/${await uploaded(server, site, archive)}`;
  const body = JSON.stringify({ items: ITEMS, strategy: 'replace' });
  const start = () => ask(server, site, `${path}/start`, { method: 'POST', body });
  let reply = await start();
  // A job of a process that died blocks others until it has given no sign of life for a while.
  for (let tries = 0; reply.status === 409 && tries < 30; tries++) {
    await pause(1_000);
    reply = await start();
  }
  if (!reply.ok) throw new Error(`The restore was not started: ${await reply.text()}`);
  return `${path}/status`;
}

const hashOf = async (archive: Buffer) => {
  const files = await unzip(archive);
  files.delete('manifest.json');
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(name).update(content);
  return hash.digest('hex');
};

/** Counts outcomes: '31 Failed, 19 Successful'. */
function tally() {
  const counts = new Map<string, number>();
  return {
    add: (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    toString: () => [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '),
  };
}

/** Returns the duration of `work` without a fault: kills come at any moment of it, and a little later. */
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
    const lengthMs = await lengthOf(async () => finished(server, site, await startRestore(server, site, archive)));
    for (let kill = 0; kill < kills; kill++) {
      // New punches after a successful restore, so that there is something to lose.
      const more = attlogLine(100_000 + kill, Date.now());
      await journal.post(server, site, [more]);
      const before = await hashOf(await backUp(server, site));
      const path = await startRestore(server, site, archive);
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
