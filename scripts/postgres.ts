import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './freePort.ts';
import { ask, installSystemPackage } from './run.ts';

export type RunningPostgres = {
  url: string;
  /** Starts a synchronous standby of this server: from then on a commit waits for both. */
  addStandby(): Promise<Standby>;
  /** Stops the server as a crash would and starts it again. */
  restart(): void;
  /** Stops the server as a crash would. */
  halt(): void;
  stop(): void;
};

export type Standby = {
  url: string;
  /** Makes it the primary; the old one must be stopped already. */
  promote(): void;
};

/** Returns the folder of initdb and pg_ctl; undefined where PostgreSQL is not installed. */
export function postgresBinaries(): string | undefined {
  const onPath = ask('which', ['initdb']);
  // A link in PATH is not in the folder with the other tools, so it is resolved.
  if (onPath) return dirname(realpathSync(onPath));
  return globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse().map(dirname)[0];
}

/** For tests that survive no crash: each commit waits for no disk. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Starts a PostgreSQL in a temporary folder, on a free port of loopback and not as root. Throws with what is missing. */
export async function startPostgres({ isDurable = true } = {}): Promise<RunningPostgres> {
  let bin = postgresBinaries();
  // Its package starts a server, so that it is installed only where tests run by themselves.
  if (!bin && process.env.CI && (await installSystemPackage('postgresql'))) bin = postgresBinaries();
  if (!bin)
    throw new Error('PostgreSQL is not installed: install the package postgresql (initdb and pg_ctl are needed).');
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  // initdb refuses to run as root; Debian's package has made a user for it.
  const asRoot = process.getuid?.() === 0;
  const pg = (tool: string, args: string[]) => {
    const command = join(bin, tool);
    const [file, all] = asRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
    const { status, stderr, stdout } = spawnSync(file as string, all as string[], { encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(`${tool} failed: ${stderr || stdout}`);
  };
  pg('initdb', ['-D', data, '-U', 'tallyboard', '--auth=trust', '--encoding=UTF8', '--no-sync']);
  const serve = (directory: string, at: number) => {
    const settings = ['max_connections=200', ...(isDurable ? [] : NOT_DURABLE)].map((one) => `-c ${one}`).join(' ');
    const options = `-p ${at} -h 127.0.0.1 -k ${folder} ${settings}`;
    pg('pg_ctl', ['-D', directory, '-l', `${directory}.log`, '-w', '-o', options, 'start']);
  };
  const start = () => serve(data, port);
  const halt = (directory: string) => {
    if (existsSync(join(directory, 'postmaster.pid'))) pg('pg_ctl', ['-D', directory, '-m', 'immediate', 'stop']);
  };
  const urlAt = (at: number) => `postgresql://tallyboard@127.0.0.1:${at}/postgres`;
  const standby = join(folder, 'standby');
  const stop = () => {
    process.off('exit', stop);
    halt(standby);
    halt(data);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  start();
  return {
    url: urlAt(port),
    async addStandby() {
      const at = await freePort();
      pg('pg_basebackup', ['-d', urlAt(port), '-D', standby, '-R', '-X', 'stream', '-c', 'fast']);
      serve(standby, at);
      const set = (setting: string) => pg('psql', ['-d', urlAt(port), '-qc', setting]);
      set("alter system set synchronous_standby_names = '*'");
      set('select pg_reload_conf()');
      return { url: urlAt(at), promote: () => pg('pg_ctl', ['-D', standby, '-w', 'promote']) };
    },
    restart() {
      pg('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      start();
    },
    halt: () => halt(data),
    stop,
  };
}
