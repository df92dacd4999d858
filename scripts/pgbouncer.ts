import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, installSystemPackage } from './run.ts';

const PATHS = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'];
const binary = () => ask('which', ['pgbouncer']) ?? PATHS.find((path) => existsSync(path));

/** A PgBouncer in transaction mode in front of a PostgreSQL. */
export type RunningPooler = { url(databaseUrl: string): string; stop(): void };

/** Returns true if PgBouncer is installed. Its package starts a service, so that it is installed only where tests run by themselves (CI). */
export const hasPooler = async () =>
  binary() !== undefined ||
  (Boolean(process.env.CI) && (await installSystemPackage('pgbouncer')) && binary() !== undefined);

/** Starts a PgBouncer on a free port of loopback in front of the PostgreSQL at `url`. Throws where it is not installed. */
export async function startPooler(url: string, port: number): Promise<RunningPooler> {
  const file = binary();
  if (!file) throw new Error('PgBouncer is not installed: install the package pgbouncer.');
  const { hostname, port: behind, username } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pgbouncer-'));
  chmodSync(folder, 0o777);
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`);
  writeFileSync(
    path,
    `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
logfile = ${folder}/log
pidfile = ${folder}/pid
`,
  );
  // PgBouncer refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  const child: ChildProcess = asRoot
    ? spawn('runuser', ['-u', 'postgres', '--', file, path], { stdio: 'ignore' })
    : spawn(file, [path], { stdio: 'ignore' });
  return {
    url(databaseUrl) {
      const to = new URL(databaseUrl);
      to.port = String(port);
      return to.href;
    },
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
