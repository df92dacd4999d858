import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A user of the system, by number. */
export type Account = { uid: number; gid: number; name: string };
/** Starts a program under the account of the database. */
export type Launch = (file: string, args: string[], options: SpawnOptions) => ChildProcess;

/**
 * Returns the account of the database's processes: the owner of `directory` if it exists, else `postgres` where the system has that user, else
 * `nobody`. PostgreSQL refuses to run as root; undefined where the server itself is not root.
 */
export function accountFor(directory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(directory) ? statSync(directory) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` };
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid), name };
  }
  return { uid: 65_534, gid: 65_534, name: 'nobody' };
}

/** Gives a directory of the database, and what is in it, to its account: a copy that root made belongs to root. */
export function giveTo(account: Account | undefined, directory: string) {
  if (!account) return;
  chownSync(directory, account.uid, account.gid);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
}

/**
 * With one of these the account reaches the programs and the data below directories that only root may enter. It reads every file then, and with the
 * second also writes them, so the first that suffices is granted, and only where the account cannot reach them without.
 */
const CAPABILITIES = ['-all,+dac_read_search', '-all,+dac_override'];
const setpriv = ({ uid, gid }: Account, capability: string) => [
  ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
  ...['--inh-caps', capability, '--ambient-caps', capability, '--bounding-set', capability],
];

/**
 * Returns how programs are started for `account`. Throws one line where it can reach neither `program` nor `directory`, which must exist. `env`: what
 * the program needs.
 */
export function launcher(
  account: Account | undefined,
  program: string,
  directory: string,
  env: NodeJS.ProcessEnv,
): Launch {
  if (!account) return spawn;
  const probe = ['-c', 'cd "$0" && exec "$1" --version', directory, program];
  const { uid, gid, name } = account;
  if (spawnSync('/bin/sh', probe, { uid, gid, env }).status === 0)
    return (file, args, options) => spawn(file, args, { ...options, uid, gid });
  const capability = CAPABILITIES.find(
    (one) => spawnSync('setpriv', [...setpriv(account, one), '/bin/sh', ...probe], { env }).status === 0,
  );
  if (capability)
    return (file, args, options) => spawn('setpriv', [...setpriv(account, capability), file, ...args], options);
  throw new Error(
    `PostgreSQL does not run as root, and ${name} cannot reach ${directory} or ${program}: start Tallyboard as an ordinary user, install setpriv (util-linux), or set DATABASE_URL.`,
  );
}
