import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER_ROLE } from '#server/platform/db/bundled/serverRole.ts';
import { asSuperuser, giveDatabase } from '#tests/support/database.ts';
import { Journal } from './journal.ts';
import { attlogLine, type FaultRow, givenSite, pause, recoveryOf, ServerProcess } from './rig.ts';

/** Both faults need root, because they mount file systems; without it they say so and pass. */
const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const sh = (command: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
};
const skipped = (fault: string): FaultRow => ({
  ...{ fault, tried: 'skipped: needs root on Linux, mkfs.ext4 and python3' },
  ...{ acknowledged: 0, lost: 0, doubled: 0, serverErrors: 0, recovery: 'none needed' },
});

/** EXT4_IOC_SHUTDOWN without flushing the journal: what the disk has not confirmed is lost, as at a power failure. */
const CUT = `import fcntl, os, struct, sys
if not os.path.ismount(sys.argv[1]): sys.exit('not mounted: it would be the file system of this machine')
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), (2 << 30) | (4 << 16) | (ord('X') << 8) | 125, struct.pack('I', 2))`;

type Life = {
  acknowledged: number[];
  stored: number[];
  openMs: number;
  /** How long checkpoints took, ms, and whether one was under way at its end. */
  checkpoints: number[];
  isWithinCheckpoint: boolean;
  /** The errors of the writer, which ends by itself after one. */
  said: string;
};
type Cut = { mount: string; fromStartMs?: number; fromOpeningMs?: number; fromCheckpointMs?: number };

/**
 * Power cuts while four connections insert into the same bundled PostgreSQL: what was acknowledged must be there after each. The first cuts
 * come during the first start, before anything is acknowledged; the next start must succeed nevertheless.
 */
export const powerCuts = (cuts: number): Promise<FaultRow> =>
  cutThePower('power cut, bundled', cuts, (cut) =>
    // The first two within the first start, later ones while it writes.
    cut < 2 ? { fromStartMs: 1_200 + 1_500 * cut } : { fromOpeningMs: Math.random() * 3_000 },
  );

/** The same, each cut within a checkpoint: the writer says when one begins. The first life tells how long they take. */
export const powerCutsInCheckpoints = (cuts: number): Promise<FaultRow> =>
  cutThePower(
    'power cut during a checkpoint, bundled',
    cuts,
    (_, longestMs) => ({ fromCheckpointMs: Math.random() * longestMs }),
    async (dataDir) => {
      await giveDatabase(dataDir);
      await asSuperuser(dataDir, [`grant pg_checkpoint to ${SERVER_ROLE}`]);
    },
  );

async function cutThePower(
  fault: string,
  cuts: number,
  momentOf: (cut: number, checkpointMs: number) => Omit<Cut, 'mount'>,
  prepare?: (dataDir: string) => Promise<void>,
): Promise<FaultRow> {
  if (!canMount || spawnSync('which', ['mkfs.ext4', 'python3']).status !== 0) return skipped(fault);
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-power-'));
  const [image, mount] = [join(folder, 'image'), join(folder, 'mount')];
  mkdirSync(mount);
  writeFileSync(image, '');
  truncateSync(image, 1_500_000_000);
  sh('mkfs.ext4', '-q', '-F', image);
  const acknowledged = new Set<number>();
  const openings: number[] = [];
  let lost = 0;
  let doubled = 0;
  let within = 0;
  let checkpointMs = 0;
  try {
    for (let cut = 0; cut <= cuts; cut++) {
      sh('mount', '-o', 'loop', image, mount);
      if (cut === 0) await prepare?.(join(mount, 'data'));
      const isLast = cut === cuts;
      const life = await live(join(mount, 'data'), isLast ? undefined : { mount, ...momentOf(cut, checkpointMs) });
      checkpointMs = life.checkpoints[0] ?? checkpointMs;
      if (life.isWithinCheckpoint) within++;
      if (life.openMs > 0) {
        openings.push(life.openMs);
        const kept = new Set(life.stored);
        lost += [...acknowledged].filter((n) => !kept.has(n)).length;
        doubled += life.stored.length - kept.size;
      } else if (isLast) throw new Error(`The database did not open after the last cut: ${life.said}`);
      for (const n of life.acknowledged) acknowledged.add(n);
      await unmount(mount);
    }
  } finally {
    spawnSync('umount', ['-l', mount]);
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    ...{ fault, acknowledged: acknowledged.size },
    tried: `${cuts} cuts${within > 0 ? `, ${within} within a checkpoint` : ''}, ${openings.length} openings`,
    ...{ lost, doubled, serverErrors: 0, recovery: recoveryOf(openings) },
  };
}

/** Waits for a PostgreSQL that notices the end of its writer, and ends, a moment later. */
async function unmount(mount: string) {
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(100))
    if (spawnSync('umount', [mount]).status === 0) return;
  sh('umount', mount);
}

/** Runs the writer once: until the cut or, without one, until it has reported what is stored. */
async function live(dataDir: string, cut?: Cut): Promise<Life> {
  const started = performance.now();
  const mode = cut?.fromCheckpointMs === undefined ? [] : ['checkpoints'];
  const child: ChildProcess = spawn(process.execPath, ['tests/support/bundledWriter.ts', dataDir, ...mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const life: Life = { acknowledged: [], stored: [], openMs: 0, checkpoints: [], isWithinCheckpoint: false, said: '' };
  child.stderr?.on('data', (chunk) => {
    life.said += chunk;
  });
  const done = new Promise((resolve) => child.once('exit', resolve));
  let begunAt: number | undefined;
  let isCut = false;
  let cutting: NodeJS.Timeout | undefined;
  let uncut: unknown;
  const cutNow = (mount: string) => {
    try {
      sh('python3', '-c', CUT, mount);
      isCut = true;
      life.isWithinCheckpoint = begunAt !== undefined;
    } catch (error) {
      uncut = error;
    }
    // A little later, so that a wrong acknowledgement would still be sent.
    setTimeout(() => child.kill('SIGKILL'), 100);
  };
  const cutAfter = (ms: number | undefined) => {
    if (cut && ms !== undefined) cutting = setTimeout(() => cutNow(cut.mount), ms);
  };
  const noteCheckpoint = (isBegin: boolean) => {
    if (begunAt !== undefined) life.checkpoints.push(performance.now() - begunAt);
    begunAt = isBegin ? performance.now() : undefined;
    // The first says how long they take here.
    if (isBegin && life.checkpoints.length === 1) cutAfter(cut?.fromCheckpointMs);
  };
  cutAfter(cut?.fromStartMs);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line.startsWith('stored: ')) {
      life.openMs = performance.now() - started;
      life.stored = line.slice(8).split(' ').filter(Boolean).map(Number);
      if (cut) cutAfter(cut.fromOpeningMs);
      else child.kill('SIGKILL');
    } else if (line.startsWith('checkpoint ')) {
      if (!isCut) noteCheckpoint(line === 'checkpoint begins');
    } else life.acknowledged.push(Number(line));
  }
  await done;
  // A writer that ended by itself: the cut would come when its file system is no longer mounted, or in the next life.
  clearTimeout(cutting);
  if (cut && !isCut) throw uncut ?? new Error(`The writer ended by itself: ${life.said}`);
  return life;
}

/**
 * The disk fills up while a terminal delivers: deliveries must be refused, not lost; the server must stay alive, and continue without help when there
 * is space again. `answerMs`: the longest time that an answer may take.
 */
export async function fullDisk(rounds: number, answerMs: number): Promise<FaultRow> {
  const fault = 'full disk, bundled';
  if (!canMount) return skipped(fault);
  const mount = mkdtempSync(join(tmpdir(), 'tallyboard-disk-'));
  sh('mount', '-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', mount);
  const server = await ServerProcess.create({}, join(mount, 'data'));
  const ballast = join(mount, 'ballast');
  const health: number[] = [];
  const recovered: number[] = [];
  let index = 0;
  const journal = new Journal();
  let refused = 0;
  let slow = 0;
  const end = Date.now();
  const deliver = async () => {
    const lines = Array.from({ length: 20 }, (_, i) => attlogLine(index + i, end));
    const asked = performance.now();
    const outcome = await journal.post(server, site, lines);
    if (performance.now() - asked > answerMs) slow++;
    // Refused records are sent again, as a terminal does.
    if (outcome === 'acknowledged') index += lines.length;
    else refused++;
    return outcome;
  };
  let site = { token: '', accountId: '', serial: '' };
  try {
    await server.start();
    site = await givenSite(server);
    for (let round = 0; round < rounds; round++) {
      await deliver();
      // All but a few megabytes in every second round: more than the reserve, so that writes fail half-way.
      const { status } = spawnSync('sh', [
        '-c',
        `dd if=/dev/zero of=${ballast} bs=1M ${round % 2 ? '' : 'count=350'} 2>/dev/null`,
      ]);
      if (round % 2 === 0 && status !== 0) throw new Error('The disk could not be filled');
      for (let i = 0; i < 15; i++) {
        await deliver();
        const asked = performance.now();
        await fetch(`${server.origin}/healthz`);
        health.push(performance.now() - asked);
        await pause(100);
      }
      rmSync(ballast);
      const freed = performance.now();
      while ((await deliver()) !== 'acknowledged' && performance.now() - freed < 30_000) await pause(100);
      recovered.push(performance.now() - freed);
    }
    const { lost, doubled } = await journal.judge(server, site);
    return {
      ...{
        fault,
        tried: `${rounds} times, ${refused} refused, /healthz worst ${Math.round(Math.max(...health))} ms`,
        acknowledged: journal.acknowledged,
      },
      ...{ lost, doubled },
      ...{ serverErrors: slow + (refused === 0 ? 1 : 0), recovery: recoveryOf(recovered) },
    };
  } finally {
    await server.end('SIGKILL');
    spawnSync('umount', ['-l', mount]);
    rmSync(mount, { recursive: true, force: true });
  }
}
