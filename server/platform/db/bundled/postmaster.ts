import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Cluster, plainEnvironment } from './cluster.ts';
import { SERVER_ROLE } from './serverRole.ts';

export type Postmaster = {
  /** Resolves to the reason once the process has ended. */
  ended: Promise<string>;
  /** Makes it read its settings again. */
  reload(): void;
  /** Ends it: connections are closed and everything is written, within 30 s. */
  stop(): Promise<void>;
};

/** A start after a crash replays the log, which may take minutes. */
const START_MS = 10 * 60_000;
const SAY_AFTER_MS = 5_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;
/** Processes of a PostgreSQL that was killed notice it within seconds; until then another one refuses to start. */
const STILL_IN_USE = /still in use|already exists/;
const IN_USE_MS = 60_000;

/** Starts PostgreSQL and resolves once it accepts connections; throws one line with its own reason where it ends before. */
export async function startPostmaster(cluster: Cluster, log: FastifyBaseLogger): Promise<Postmaster> {
  for (const until = performance.now() + IN_USE_MS; ; await pause(250)) {
    const started = run(cluster, log);
    const failure = await Promise.race([started.ended, untilReady(cluster, started.child, log)]);
    if (failure === undefined) return started;
    await started.stop();
    if (!STILL_IN_USE.test(failure) || performance.now() > until)
      throw new Error(`The bundled PostgreSQL of ${cluster.directory} does not start: ${failure}`);
  }
}

function run(cluster: Cluster, log: FastifyBaseLogger): Postmaster & { child: ChildProcess } {
  const { binaries, directory, launch } = cluster;
  const child = launch(binaries.postgres, ['-D', directory], {
    env: plainEnvironment(binaries),
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a session of its own: Ctrl+C ends the server first, which ends the database.
    detached: true,
  });
  const guard = child.pid && process.platform !== 'win32' ? watchServer(child.pid) : undefined;
  let fatal = '';
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      fatal = logLine(line, log) ?? fatal;
    });
  const ended = once(child, 'close').then(
    ([code, signal]) => {
      guard?.kill('SIGKILL');
      return signal ? `it was ended by ${signal}` : fatal || `it ended with code ${code}`;
    },
    (error: Error) => error.message,
  );
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  return {
    child,
    ended,
    reload: () => void (!isOver && child.pid && signal(cluster, child.pid, 'HUP')),
    async stop() {
      if (!isOver && child.pid) await stopProcess(cluster, child.pid, () => isOver);
      await ended;
    },
  };
}

/** Ends PostgreSQL when this process ends without having done it: the pipe to the watching shell closes even at SIGKILL. */
function watchServer(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.unref();
  return guard;
}

/** Passes a line of PostgreSQL's log on; returns the reason where it says why PostgreSQL ends. */
function logLine(line: string, log: FastifyBaseLogger): string | undefined {
  const [, level, text] = /^(DEBUG|INFO|NOTICE|WARNING|ERROR|LOG|FATAL|PANIC): {2}(.*)$/.exec(line) ?? [];
  if (level === 'PANIC') log.error({ postgres: line }, 'the bundled PostgreSQL reports');
  else if (level === 'WARNING' || level === 'FATAL') log.warn({ postgres: line }, 'the bundled PostgreSQL reports');
  else log.debug({ postgres: line }, 'the bundled PostgreSQL reports');
  return level === 'FATAL' || level === 'PANIC' || level === undefined ? (text ?? line) : undefined;
}

async function untilReady({ directory }: Cluster, child: ChildProcess, log: FastifyBaseLogger) {
  let hasSaid = false;
  for (const started = performance.now(); ; await pause(20)) {
    const { pid, status } = readPostmasterFile(directory) ?? {};
    if (pid === child.pid && status === 'ready') return;
    const took = performance.now() - started;
    if (took > START_MS) return 'it was not ready after ten minutes';
    if (took > SAY_AFTER_MS && !hasSaid && child.exitCode === null) {
      hasSaid = true;
      log.warn('the bundled PostgreSQL is starting: after a crash it first reads its log, which may take minutes');
    }
    // Its end is reported with its reason.
    if (child.exitCode !== null || child.signalCode !== null) return new Promise<undefined>(() => undefined);
  }
}

/** Returns what a running PostgreSQL says about itself in postmaster.pid; undefined where there is none, or it has only begun to start. */
function readPostmasterFile(directory: string) {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, socketDir, , , status] = lines;
    return { pid: Number(pid), port, socketDir, status: status?.trim() };
  } catch {
    return undefined;
  }
}

/** Returns the address of the PostgreSQL that runs in a directory, for a role; undefined where none does. */
export function addressOf(directory: string, password: string, role = SERVER_ROLE): string | undefined {
  const file = readPostmasterFile(directory);
  if (!file?.port) return undefined;
  const user = `${role}:${password}`;
  return file.socketDir
    ? `postgresql://${user}@/postgres?host=${encodeURIComponent(file.socketDir)}&port=${file.port}`
    : `postgresql://${user}@127.0.0.1:${file.port}/postgres`;
}

/** Ends the PostgreSQL that a killed server has left in the directory; the caller has locked it, so nobody uses that one any more. */
export async function stopFormer(cluster: Cluster, log: FastifyBaseLogger) {
  const pid = readPostmasterFile(cluster.directory)?.pid;
  const isGone = () => !pid || !isPostmaster(pid, cluster.directory);
  if (!pid || isGone()) return;
  log.warn({ pid }, 'the PostgreSQL of a server that was killed is stopped first');
  await stopProcess(cluster, pid, isGone);
}

/** A process id alone may be another process's by now. */
function isPostmaster(pid: number, directory: string): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(directory);
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(directory);
  } catch {
    return false;
  }
}

async function stopProcess(cluster: Cluster, pid: number, isGone: () => boolean) {
  for (const [name, ms] of [
    ['INT', FAST_STOP_MS],
    ['QUIT', IMMEDIATE_STOP_MS],
    ['KILL', IMMEDIATE_STOP_MS],
  ] as const) {
    signal(cluster, pid, name);
    for (const until = performance.now() + ms; performance.now() < until; await pause(20)) if (isGone()) return;
  }
}

/** PostgreSQL on Windows has signals of its own. */
function signal({ binaries }: Cluster, pid: number, name: 'INT' | 'QUIT' | 'KILL' | 'HUP') {
  try {
    if (process.platform === 'win32') execFileSync(binaries.pgCtl, ['kill', name, String(pid)]);
    else process.kill(pid, `SIG${name}`);
  } catch {
    // It has ended meanwhile.
  }
}
