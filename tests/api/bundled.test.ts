import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#server/platform/config.ts';
import { findBinaries, nativeDirectory } from '#server/platform/db/bundled/binaries.ts';
import { openBundled, runningAddress } from '#server/platform/db/bundled/bundled.ts';
import { prepareCluster, readPassword, writeSettings } from '#server/platform/db/bundled/cluster.ts';
import { addressOf, startPostmaster } from '#server/platform/db/bundled/postmaster.ts';
import { SERVER_ROLE, SUPERUSER } from '#server/platform/db/bundled/serverRole.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createDb, type Db, raw, sql } from '#server/platform/db/db.ts';
import { FORMER_FIRST, migrate } from '#server/platform/db/migrate.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { asSuperuser, giveDatabase } from '#tests/support/database.ts';
import { endProcesses, newFolder, started, startScript } from '#tests/support/processes.ts';

/** The bundled PostgreSQL as a process. */

const log = pino({ level: 'silent' });
afterAll(endProcesses);

async function givenDataDir(folder = newFolder()): Promise<string> {
  const dataDir = join(folder, 'data');
  await giveDatabase(dataDir);
  return dataDir;
}
const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
async function ask(connectionString: string) {
  const pool = createPool({ connectionString, max: 1 });
  const one = await createDb(pool).single(z.object({ one: z.int() }), sql`select 1 as one`);
  await pool.end();
  return one;
}

test('PostgreSQL never runs as root, also below a directory that only root may enter', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o700);
  const dataDir = await givenDataDir(folder);
  const bundled = await openBundled(dataDir, log);
  expect(await ask(bundled.connectionString)).toEqual({ one: 1 });
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${postmasterOf(dataDir)}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
    // At most CAP_DAC_READ_SEARCH (bit 2), with which it writes no file of another user.
    expect(Number.parseInt(/^CapEff:\s+(\S+)/m.exec(status)?.[1] ?? 'f', 16) & ~4).toBe(0);
  }
  await bundled.close();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test.runIf(process.getuid?.() === 0)('an ordinary user who may not write into the project', async () => {
  const folder = newFolder();
  const dataDir = await givenDataDir(folder);
  const [uid, gid] = ['65534', '65534'];
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  const script = [process.execPath, 'tests/support/bundledWriter.ts', dataDir];
  const become = ['--reuid', uid, '--regid', gid, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'];
  const writer = started(spawn('setpriv', [...become, ...script], { env: { PATH: process.env.PATH, HOME: folder } }));
  await vi.waitFor(() => expect(writer.out().length, writer.err().join()).toBeGreaterThan(1), 240_000);
  const status = readFileSync(`/proc/${postmasterOf(dataDir)}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(uid);
  await expectNoSuperuser(runningAddress(dataDir) ?? '');
  writer.child.kill('SIGKILL');
  await writer.ended;
});

test.runIf(process.platform === 'linux')('a package whose links no script has made', () => {
  const native = join(newFolder(), 'native');
  for (const folder of ['bin', 'lib'])
    cpSync(join(nativeDirectory(), folder), join(native, folder), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
  const version = (env: NodeJS.ProcessEnv) =>
    execFileSync(postgres, ['--version'], { env, encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(join(native, 'pg-symlinks.json'), readFileSync(join(nativeDirectory(), 'pg-symlinks.json')));
  const { postgres, env } = findBinaries(join(newFolder(), 'postgres.lib'), native);
  expect(() => version({})).toThrow('cannot open shared object file');
  expect(version(env)).toContain('(PostgreSQL) 18.');
});

/** Statements with which a superuser reads and writes files of the machine, starts programs or takes more rights. */
const FORBIDDEN = [
  `copy (select 1) to program 'cat'`,
  `copy journal from program 'head -c 30 /etc/passwd'`,
  `copy journal from '/etc/passwd'`,
  `copy journal to '/tmp/journal'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  `alter system set archive_command = 'cat'`,
  `create function crash() returns int language c as 'libc', 'abort'`,
  `create role other superuser`,
  `alter role ${SERVER_ROLE} superuser`,
  `grant pg_execute_server_program to ${SERVER_ROLE}`,
  `set role ${SUPERUSER}`,
  `set session authorization ${SUPERUSER}`,
  `select rolpassword from pg_authid`,
];

async function expectNoSuperuser(connectionString: string) {
  const pool = createPool({ connectionString, max: 1 });
  const db = createDb(pool);
  await db.run(raw('create table if not exists journal (n bigint primary key)'));
  const role = sql`select rolname::text as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as may,
    (select count(*)::int from pg_roles where rolsuper and rolcanlogin) as superusers
    from pg_roles where rolname = current_user`;
  const row = await db.single(z.object({ name: z.string(), may: z.boolean(), superusers: z.int() }), role);
  expect(row).toEqual({ name: SERVER_ROLE, may: false, superusers: 0 });
  for (const statement of FORBIDDEN)
    await expect(db.run(raw(statement)), statement).rejects.toThrow(/permission denied|must be superuser/);
  await pool.end();
}

test('the server logs in without the rights of a superuser, from the first start', async () => {
  const dataDir = join(newFolder(), 'data');
  const bundled = await openBundled(dataDir, log, { isDurable: false });
  await expectNoSuperuser(bundled.connectionString);
  await bundled.close();
});

test('a data directory from before the baseline is refused with one line, and stays as it was', async () => {
  const dataDir = join(newFolder(), 'data');
  const cluster = await prepareCluster(dataDir, { isDurable: false });
  writeSettings(cluster, {});
  const rolesOf = async (change?: (db: Db) => Promise<unknown>) => {
    const postmaster = await startPostmaster(cluster, log);
    const pool = createPool({
      connectionString: addressOf(cluster.directory, readPassword(dataDir), SUPERUSER) ?? '',
      max: 1,
    });
    const db = createDb(pool);
    await change?.(db);
    const roles = await db.rows(
      z.object({ name: z.string() }),
      sql`select rolname::text as name from pg_roles where not starts_with(rolname, 'pg_') order by 1`,
    );
    await pool.end();
    await postmaster.stop();
    return roles.map(({ name }) => name);
  };
  // As its server, the superuser, left it.
  const before = await rolesOf(async (db) => {
    await migrate(db);
    await db.run(sql`update schema_migration set checksum = ${FORMER_FIRST} where number = 1`);
  });
  expect(before).toEqual(['tallyboard', 'tb_app']);
  for (const open of [() => openBundled(dataDir, log), () => openDatabase(readConfig({ DATA_DIR: dataDir }), log)])
    await expect(open()).rejects.toThrow(
      /^The database was written by [^\n]*npm run backup -- FILE[^\n]*docs\/operating\.md/,
    );
  expect(await rolesOf()).toEqual(before);
});

test('a start where the tenants’ role was exempted from row level security is refused', async () => {
  const dataDir = await givenDataDir();
  await asSuperuser(dataDir, ['alter role tb_app bypassrls']);
  await expect(openDatabase(readConfig({ DATA_DIR: dataDir }), log)).rejects.toThrow('exempt');
});

test('it allows the connections that are configured, and some more', async () => {
  const dataDir = await givenDataDir();
  const variables = { DATA_DIR: dataDir, DATABASE_CONNECTIONS: '60', DATABASE_INGEST_CONNECTIONS: '30' };
  const { db, close, stats } = await openDatabase(readConfig(variables), log);
  const { most } = await db.single(
    z.object({ most: z.int() }),
    sql`select current_setting('max_connections')::int as most`,
  );
  expect(stats().most).toBe(92);
  expect(most).toBeGreaterThanOrEqual(112);
  await close();
});

test('a start that fails leaves no directory of a socket', async () => {
  const [folder, temporary] = [newFolder(), newFolder()];
  const dataDir = join(folder, 'x'.repeat(120 - folder.length - 1));
  await giveDatabase(dataDir);
  vi.stubEnv('TMPDIR', temporary);
  await expect(openBundled(dataDir, log, { settings: { shared_buffers: 'much' } })).rejects.toThrow('does not start');
  vi.unstubAllEnvs();
  expect(readdirSync(temporary)).toEqual([]);
});

test('a data directory whose path has 120 characters, where no socket would fit', async () => {
  const folder = newFolder();
  const dataDir = join(folder, 'x'.repeat(120 - folder.length - 1));
  await giveDatabase(dataDir);
  const bundled = await openBundled(dataDir, log);
  expect(await ask(bundled.connectionString)).toEqual({ one: 1 });
  await bundled.close();
});

test('no other user of the machine, and no network, reaches it', async () => {
  const dataDir = await givenDataDir();
  const bundled = await openBundled(dataDir, log);
  const pool = createPool({ connectionString: bundled.connectionString, max: 1 });
  const setting = (name: string) =>
    createDb(pool).single(z.object({ value: z.string() }), sql`select current_setting(${name}) as value`);
  expect(await setting('listen_addresses')).toEqual({ value: '' });
  expect(await setting('unix_socket_permissions')).toEqual({ value: '0700' });
  expect(await setting('data_checksums')).toEqual({ value: 'on' });
  expect(await setting('fsync')).toEqual({ value: 'on' });
  await pool.end();
  const wrong = createPool({ connectionString: bundled.connectionString.replace(/:[^:@/]+@/, ':wrong@'), max: 1 });
  await expect(createDb(wrong).run(sql`select 1`)).rejects.toThrow('password authentication failed');
  await wrong.end();
  await bundled.close();
});

test('a second server on the same data directory ends at once and names the first one’s process', async () => {
  const dataDir = await givenDataDir();
  const first = startScript('server/main.ts', [], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' });
  await vi.waitFor(() => expect(first.out().join()).toContain('is listening'), 240_000);
  const second = startScript('server/main.ts', [], { DATA_DIR: dataDir, PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.err().join()).toContain(`is in use by another Tallyboard (process ${first.child.pid})`);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

test('where the server is killed its PostgreSQL ends, and the next start has everything that was acknowledged', async () => {
  const dataDir = await givenDataDir();
  const live = async () => {
    const writer = started(spawn(process.execPath, ['tests/support/bundledWriter.ts', dataDir]));
    await vi.waitFor(() => expect(writer.out().length).toBeGreaterThan(20), 240_000);
    const pid = postmasterOf(dataDir);
    writer.child.kill('SIGKILL');
    await writer.ended;
    const [first = '', ...acknowledged] = writer.out();
    return { pid, stored: first.replace('stored: ', '').split(' ').filter(Boolean), acknowledged };
  };
  const before = await live();
  await vi.waitFor(() => expect(isAlive(before.pid)).toBe(false), 60_000);
  const after = await live();
  expect(before.acknowledged.filter((n) => !after.stored.includes(n))).toEqual([]);
  expect(new Set(after.stored).size).toBe(after.stored.length);
  await vi.waitFor(() => expect(isAlive(after.pid)).toBe(false), 60_000);
});

test('a PostgreSQL that ends by itself is started again, three times in ten minutes; then the server is told', async () => {
  const dataDir = await givenDataDir();
  const lost: string[] = [];
  const bundled = await openBundled(dataDir, log, { onLost: ({ message }) => lost.push(message) });
  for (let times = 1; times <= 3; times++) {
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    await vi.waitFor(() => expect(bundled.restarts).toBe(times), 240_000);
    expect(await ask(bundled.connectionString)).toEqual({ one: 1 });
  }
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await vi.waitFor(() => expect(lost).toHaveLength(1), 240_000);
  expect(lost[0]).toContain('4 times within ten minutes');
  await bundled.close();
});

test('with little space nothing is saved but what is essential', async () => {
  const dataDir = await givenDataDir();
  const bundled = await openBundled(dataDir, log, { minFreeBytes: Number.MAX_SAFE_INTEGER });
  const pool = createPool({ connectionString: bundled.connectionString, max: 1 });
  const db = createDb(pool);
  await expect(db.run(sql`create table refused (n int)`)).rejects.toThrow('read-only');
  await db.tx((tx) => tx.run(sql`create table essential (n int)`), { essential: true });
  await pool.end();
  await bundled.close();
});

test('the database of version 0.1 is refused in one line and never touched', async () => {
  const dataDir = join(newFolder(), 'data');
  mkdirSync(join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '18\n');
  const server = startScript('server/main.ts', [], { DATA_DIR: dataDir, PORT: '0' });
  expect(await server.ended).toBe(1);
  expect(server.err()).toEqual([
    expect.stringMatching(/^Tallyboard cannot start: \S+database was written by Tallyboard 0\.1: make a backup/),
  ]);
  expect(readdirSync(join(dataDir, 'database'))).toEqual(['PG_VERSION']);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('the cluster of another major version is refused in one line', async () => {
  const dataDir = await givenDataDir();
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await expect(openBundled(dataDir, log)).rejects.toThrow(
    /is of PostgreSQL 17, this version of Tallyboard runs 18: make a backup/,
  );
});
