import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ask, installSystemPackage } from './run.ts';

export type RunningPostgres = {
  url: string;
  /** Stops it as a crash would and starts it again. */
  restart(): void;
  stop(): void;
};

function binaries(): string | undefined {
  const onPath = ask('which', ['initdb']);
  if (onPath) return dirname(onPath);
  return globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse().map(dirname)[0];
}

/** A real PostgreSQL in a temporary folder on a free port of loopback, not as root. Throws with what is missing. */
export async function startPostgres(): Promise<RunningPostgres> {
  let bin = binaries();
  if (!bin && (await installSystemPackage('postgresql'))) bin = binaries();
  if (!bin)
    throw new Error('PostgreSQL is not installed: install the package postgresql (initdb and pg_ctl are needed).');
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  // initdb refuses to run as root: the package made a user for it.
  const asRoot = process.getuid?.() === 0;
  const pg = (tool: string, args: string[]) => {
    const command = join(bin, tool);
    const [file, all] = asRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
    const { status, stderr, stdout } = spawnSync(file as string, all as string[], { encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(`${tool} failed: ${stderr || stdout}`);
  };
  pg('initdb', ['-D', data, '-U', 'tallyboard', '--auth=trust', '--encoding=UTF8', '--no-sync']);
  const server = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200`;
  const start = () => pg('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', server, 'start']);
  start();
  return {
    url: `postgresql://tallyboard@127.0.0.1:${port}/postgres`,
    restart() {
      pg('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      start();
    },
    stop() {
      if (existsSync(join(data, 'postmaster.pid'))) pg('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
