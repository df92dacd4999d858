import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { privateDataDir } from '../dataDir.ts';
import { type Account, accountFor, giveTo, type Launch, launcher } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { SUPERUSER } from './serverRole.ts';

/** The files of a PostgreSQL, and how it is run. */
export type Cluster = {
  /** It was made just now, and has only its superuser. */
  isNew: boolean;
  directory: string;
  settings: Record<string, string>;
  binaries: Binaries;
  launch: Launch;
  account: Account | undefined;
};

/** The major version of the pinned packages. */
const MAJOR = '18';
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b]);
/** The longest path of a Unix socket on macOS, which is the shortest of all. */
const MAX_SOCKET_PATH = 103;

/** Returns the directory of the bundled PostgreSQL of a data directory. */
export const clusterDir = (dataDir: string) => join(dataDir, 'postgres');
const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password');
export const readPassword = (dataDir: string) => readFileSync(passwordFile(dataDir), 'utf8').trim();

/**
 * Returns the PostgreSQL of a data directory that this process has locked, made now if there is none. It is made under another name, so that an
 * interrupted first start leaves nothing that looks whole. Throws one line where that is impossible. `isDurable`: false for tests only.
 */
export async function prepareCluster(dataDir: string, { isDurable = true } = {}): Promise<Cluster> {
  privateDataDir(dataDir);
  if (NETWORK_FILE_SYSTEMS.has(statfsSync(dataDir).type))
    throw new Error(
      `${dataDir} is on a network file system, which may lose what PostgreSQL writes: use a local disk or DATABASE_URL.`,
    );
  const directory = clusterDir(dataDir);
  const fresh = `${directory}.new`;
  const isNew = !existsSync(directory);
  const version = isNew ? MAJOR : readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR)
    throw new Error(
      `${directory} is of PostgreSQL ${version}, this version of Tallyboard runs ${MAJOR}: make a backup with the version that wrote it and restore it here (docs/operating.md, A new major version of PostgreSQL).`,
    );
  const binaries = findBinaries(join(dataDir, 'postgres.lib'));
  const account = accountFor(directory);
  if (isNew) {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    if (account) chownSync(fresh, account.uid, account.gid);
  } else if (account && statSync(directory).uid === 0) giveTo(account, directory);
  const launch = launcher(account, binaries.postgres, isNew ? fresh : directory, plainEnvironment(binaries));
  if (isNew) await initialise({ directory: fresh, binaries, launch, account }, dataDir, isDurable);
  if (isNew) renameSync(fresh, directory);
  if (isNew && isDurable) syncDirectory(dataDir);
  return { isNew, directory, binaries, launch, account, settings: await settingsOf(directory, account) };
}

async function initialise(
  { directory, binaries, launch, account }: Omit<Cluster, 'isNew' | 'settings'>,
  dataDir: string,
  isDurable: boolean,
) {
  const passwords = passwordFile(dataDir);
  writeFileSync(passwords, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  if (account) chownSync(passwords, account.uid, account.gid);
  const options = ['--no-locale', '-E', 'UTF8', '-k', '-A', 'scram-sha-256', '-U', SUPERUSER, '--no-instructions'];
  const child = launch(
    binaries.initdb,
    ['-D', directory, ...options, `--pwfile=${passwords}`, ...(isDurable ? [] : ['--no-sync'])],
    { env: plainEnvironment(binaries), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = child.stderr ? text(child.stderr) : Promise.resolve('');
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb of the bundled PostgreSQL failed: ${(await said).trim().split('\n')[0]}`);
  // initdb has synced its files before.
  appendFileSync(join(directory, 'postgresql.conf'), "\ninclude = 'tallyboard.conf'\n", { flush: true });
}

/** Returns the variables of the database's processes: none of the installation's secrets, and none that PostgreSQL would read (PGDATA, PGPORT). */
export function plainEnvironment({ env }: Binaries) {
  const { PATH, TMPDIR, SystemRoot, TEMP } = process.env;
  return { PATH, TMPDIR, SystemRoot, TEMP, LC_ALL: 'C', ...env };
}

/** Returns what is the same at every start of this process. */
async function settingsOf(directory: string, account: Account | undefined): Promise<Record<string, string>> {
  return {
    ...(await addressOf(directory, account)),
    max_connections: '40',
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    // Its memory would come from /dev/shm, of which a container has 64 MB; and other requests need the processors as well.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // The server handles failed statements; their text and details hold personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
}

async function addressOf(directory: string, account: Account | undefined): Promise<Record<string, string>> {
  if (process.platform === 'win32')
    return { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' };
  const isShort = join(directory, '.s.PGSQL.5432').length <= MAX_SOCKET_PATH;
  const socketDir = isShort ? directory : mkdtempSync(join(tmpdir(), 'tallyboard-'));
  if (account && !isShort) chownSync(socketDir, account.uid, account.gid);
  return { listen_addresses: '', port: '5432', unix_socket_directories: socketDir, unix_socket_permissions: '0700' };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 5432;
}

/** Removes the directory of the socket where it is not the cluster's own. */
export function removeSocketDir({ directory, settings: { unix_socket_directories: socketDir } }: Cluster) {
  if (socketDir && socketDir !== directory) rmSync(socketDir, { recursive: true, force: true });
}

const readOnlyFiles = (directory: string) => ({
  on: join(directory, 'tallyboard.readonly.conf'),
  off: join(directory, 'tallyboard.readonly.off'),
});

/** Writes the settings into the file that postgresql.conf includes. */
export function writeSettings({ directory, settings, account }: Cluster, more: Record<string, string>) {
  const { on, off } = readOnlyFiles(directory);
  const lines = Object.entries({ ...settings, ...more }).map(([name, value]) => `${name} = '${value}'\n`);
  const write = (path: string, text: string) => {
    writeFileSync(path, text, { mode: 0o600 });
    if (account) chownSync(path, account.uid, account.gid);
  };
  write(join(directory, 'tallyboard.conf'), `${lines.join('')}include_if_exists = '${basename(on)}'\n`);
  if (!existsSync(on)) write(off, "default_transaction_read_only = 'on'\n");
}

/** Takes effect when PostgreSQL reads its settings. A file is renamed only, because a full disk has no room to write one. */
export function setReadOnly({ directory }: Cluster, isReadOnly: boolean) {
  const { on, off } = readOnlyFiles(directory);
  const [from, to] = isReadOnly ? [off, on] : [on, off];
  if (existsSync(from)) renameSync(from, to);
}

function syncDirectory(directory: string) {
  if (process.platform === 'win32') return;
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
