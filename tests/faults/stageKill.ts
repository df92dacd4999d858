import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ask, backUp, finished, startBackup } from './backupCalls.ts';
import { BACKUP_PLACES, type Place, RESTORE_PLACES, UPLOAD_PLACES } from './places.ts';
import { attlogLine, type FaultRow, pause, recoveryOf, ServerProcess, type Site } from './rig.ts';
import { type Share, saidOf, sharedOut } from './share.ts';
import { type Env, givenTwoStates, hashOf, startRestore, tally, uploaded, where } from './twoStates.ts';

const ENTRY = 'tests/faults/killedAt.ts';
/** Records enough for three slices of a backup, so that it can be killed between them. */
const PUNCHES = 5_000;
const LONGEST_MS = 120_000;
/** The sweep of every minute deletes uploads whose process died. */
const SWEPT_MS = 100_000;

type Trial = { server: ServerProcess; site: Site; complain(place: Place, what: string): void };

/** Kills the server at each place while `work` runs, starts it again, and has `judge` look. */
async function killAtEach<T>(
  { server, complain }: Trial,
  places: readonly Place[],
  work: (arm: () => Promise<unknown>) => Promise<T>,
  judge: (place: Place, asked: T | undefined) => Promise<void>,
): Promise<number[]> {
  const recoveries: number[] = [];
  for (const place of places) {
    const asked = await work(() => server.tell(place)).catch(() => undefined);
    if (!(await server.dies(LONGEST_MS))) {
      complain(place, 'was not reached');
      await server.end('SIGKILL');
    }
    recoveries.push(await server.start());
    console.log(`${place.name}: back`);
    await judge(place, asked).catch((error) => complain(place, String(error)));
  }
  return recoveries;
}

function complaints() {
  const all: string[] = [];
  return { all, complain: (place: Place, what: string) => void all.push(`${place.name}: ${what}`) };
}

/** SIGKILL at every named place of a backup: it says that it failed, or is whole; no part of a file is offered or left. */
export async function killBackupAtEach(share: Share, env: Env = {}): Promise<FaultRow> {
  const server = await ServerProcess.create(env, undefined, ENTRY);
  const outcomes = tally();
  const { all, complain } = complaints();
  const places = sharedOut(BACKUP_PLACES, share);
  try {
    await server.start();
    const { site, journal } = await givenTwoStates(server, PUNCHES);
    const folder = join(server.dataDir, 'backups', site.accountId);
    const whole = await hashOf(await backUp(server, site));
    const start = async (arm: () => Promise<unknown>) => {
      await arm();
      return startBackup(server, site);
    };
    const judge = async (place: Place, backupJobId?: string) => {
      if (!backupJobId) return complain(place, 'the backup was not begun');
      const path = `${site.accountId}/backup/${backupJobId}`;
      const outcome = await finished(server, site, `${path}/status`);
      outcomes.add(outcome);
      const isThere = existsSync(join(folder, `${backupJobId}.zip`));
      if (isThere !== (outcome === 'Successful'))
        complain(place, `${outcome}, and its file is ${isThere ? '' : 'not '}there`);
      if (outcome !== 'Successful') return;
      const archive = Buffer.from(await (await ask(server, site, `${path}/download`)).arrayBuffer());
      if ((await hashOf(archive)) !== whole) complain(place, 'another content');
      await ask(server, site, path, { method: 'DELETE' });
    };
    const recoveries = await killAtEach({ server, site, complain }, places, start, judge);
    const left = readdirSync(folder);
    const { lost, doubled } = await journal.judge(server, site);
    for (const complaint of all) console.error(complaint);
    return {
      fault: `SIGKILL at each named place of a backup, ${where(env)}${saidOf(share)}`,
      tried: `${places.length} places: ${outcomes}`,
      acknowledged: journal.acknowledged,
      lost: left.length + lost,
      doubled,
      serverErrors: all.length,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}

const listed = z.object({
  results: z.array(z.object({ restoreJobId: z.string(), status: z.string() })),
});

/**
 * SIGKILL at every named place of an upload and of a restore (replace): afterwards the account is the old one or the restored one, whole, and
 * its status says which; no upload is left.
 */
export async function killRestoreAtEach(share: Share, env: Env = {}): Promise<FaultRow> {
  const server = await ServerProcess.create(env, undefined, ENTRY);
  const outcomes = tally();
  const { all, complain } = complaints();
  const places = sharedOut([...UPLOAD_PLACES, ...RESTORE_PLACES], share);
  const [ofUpload, ofRestore] = [true, false].map((is) =>
    places.filter((place) => UPLOAD_PLACES.includes(place) === is),
  );
  try {
    await server.start();
    const { site, archive, journal } = await givenTwoStates(server, PUNCHES);
    const trial = { server, site, complain };
    const restored = await hashOf(archive);
    const contents = async () => hashOf(await backUp(server, site));
    const compare = async (place: Place, outcome: string, before: string) => {
      outcomes.add(outcome);
      if ((await contents()) !== (outcome === 'Successful' ? restored : before))
        complain(place, `${outcome}, and the account is another`);
    };

    const old = await contents();
    const upload = async (arm: () => Promise<unknown>) => {
      await arm();
      return uploaded(server, site, archive);
    };
    const judgeUpload = async (place: Place) => {
      const path = `${site.accountId}/restore`;
      const { results } = listed.parse(await (await ask(server, site, path)).json());
      if ((await contents()) !== old) complain(place, 'the account is another');
      outcomes.add(results.length > 0 ? 'offered' : 'not offered');
      for (const { restoreJobId, status } of results) {
        if (status !== 'Not Started') complain(place, `an upload is ${status}`);
        // What is offered is whole; it is not started here, so that the account stays as it is.
        await ask(server, site, `${path}/${restoreJobId}/rehearse`, {
          method: 'POST',
          body: JSON.stringify({ items: ['Clock Records'], strategy: 'replace' }),
        }).then((reply) => reply.ok || complain(place, `it cannot be rehearsed: ${reply.status}`));
      }
    };
    const recoveries = await killAtEach(trial, ofUpload ?? [], upload, judgeUpload);

    let before = '';
    const restore = async (arm: () => Promise<unknown>) => {
      // Something to lose: a restore that went through is followed by a new punch.
      await journal.post(server, site, [attlogLine(100_000 + recoveries.length, Date.now())]);
      before = await contents();
      const restoreJobId = await uploaded(server, site, archive);
      await arm();
      return startRestore(server, site, restoreJobId);
    };
    const judgeRestore = async (place: Place, path?: string) => {
      if (path) return compare(place, await finished(server, site, path), before);
      // Its process died before it answered: it runs, or waits to be started.
      const { results } = listed.parse(await (await ask(server, site, `${site.accountId}/restore`)).json());
      const running = results.find(({ status }) => status === 'In Progress');
      if (!running) return compare(place, 'Not Started', before);
      const status = `${site.accountId}/restore/${running.restoreJobId}/status`;
      return compare(place, await finished(server, site, status), before);
    };
    recoveries.push(...(await killAtEach(trial, ofRestore ?? [], restore, judgeRestore)));
    const left = await leftIn(join(server.dataDir, 'uploads', site.accountId));
    if (left.length > 0) all.push(`uploads are left: ${left}`);
    for (const complaint of all) console.error(complaint);
    return {
      fault: `SIGKILL at each named place of an upload and a restore (replace), ${where(env)}${saidOf(share)}`,
      tried: `${places.length} places: ${outcomes}`,
      acknowledged: journal.acknowledged,
      ...{ lost: all.length, doubled: 0, serverErrors: 0 },
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}

/** The first upload makes the folder, and a part of the places may have none. */
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Returns the files of a folder when the sweep has had its time. */
async function leftIn(folder: string): Promise<string[]> {
  for (const until = performance.now() + SWEPT_MS; performance.now() < until; await pause(1_000))
    if (filesIn(folder).length === 0) return [];
  return filesIn(folder);
}
