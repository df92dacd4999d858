import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { checkPlace } from '#server/main.ts';
import { readConfig } from '#server/platform/config.ts';
import { sql } from '#server/platform/db/db.ts';
import { protectTenantTables } from '#server/platform/db/rowLevelSecurity.ts';
import { giveDatabase, openTestDatabase } from '#tests/support/database.ts';
import {
  bareEnvironment,
  endProcesses,
  newFolder,
  type Started,
  started,
  startScript,
} from '#tests/support/processes.ts';

const START = 'scripts/start.ts';
const SERVER = 'server/main.ts';
const file = join(newFolder(), 'file');
writeFileSync(file, '');
const anInstallation = { DATA_DIR: join(newFolder(), 'data'), PORT: '0', LOG_LEVEL: 'error' };
/** This test takes half a minute, so it starts before the others. */
let unreachable: Started;
beforeAll(() => {
  unreachable = startScript(SERVER, [], {
    ...anInstallation,
    LOG_LEVEL: 'warn',
    DATABASE_URL: 'postgresql://tally:secret@127.0.0.1:1/tally',
  });
});
afterAll(endProcesses);

/** Starts the server and returns its standard error once it has exited. */
async function refusalOf(script: string, variables: Record<string, string>): Promise<string[]> {
  const { ended, err } = startScript(script, [], { ...anInstallation, ...variables });
  expect(await ended).toBe(1);
  return err();
}
/** A message of PostgreSQL's protocol: an ErrorResponse. */
function refused(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
const withReason = (reason: string) => `Tallyboard cannot start: ${reason}`;

const MISSPELT = 'DATABSE_URL is not a variable of Tallyboard, DATABASE_URL is: correct it, or remove it';

describe('a wrong configuration is one line that names the variable', () => {
  test.each([
    [{ DATABSE_URL: 'postgresql://x/y' }, MISSPELT],
    [{ TIMEZONE: 'UTC' }, 'TIMEZONE is not a variable of Tallyboard, TIME_ZONE is: correct it, or remove it'],
    [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgresql://'],
    [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE must be an IANA time zone such as Europe/Paris'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must begin with smtp:// or smtps://'],
    [{ PUBLIC_URL: 'tally.example' }, 'PUBLIC_URL must be an http or https address'],
    [{ TERMINAL_URL: '192.168.1.5:8080' }, 'TERMINAL_URL must be an http or https address'],
    [{ SESSION_TTL: 'long' }, 'SESSION_TTL must be a whole number from 1 to 86400'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ DATA_DIR: file }, `DATA_DIR ${file} cannot be used: it is a file, not a directory (EEXIST)`],
    [
      { DATA_DIR: `${file}/data` },
      `DATA_DIR ${file}/data cannot be used: a part of it is a file, not a directory (ENOTDIR)`,
    ],
    [
      { HOST: '192.0.2.1' },
      'HOST 192.0.2.1 is no address of this machine. 0.0.0.0 means all it has, 127.0.0.1 itself alone.',
    ],
    [
      { HOST: 'no-such-host.invalid' },
      'HOST no-such-host.invalid is not known here. It is an address of this machine, or 0.0.0.0 for all it has.',
    ],
  ])('%o', async (variables, reason) => {
    // What scripts/start.ts does with the variables before anything else.
    const check = async () => checkPlace(readConfig({ ...anInstallation, ...variables }));
    await expect(check()).rejects.toThrow(expect.objectContaining({ message: reason }));
  });
});

describe('npm start ends with it', () => {
  test('a variable that does not exist', async () => {
    expect(await refusalOf(START, { DATABSE_URL: 'postgresql://x/y' })).toEqual([withReason(MISSPELT)]);
  });

  test('a place that cannot be used', async () => {
    expect(await refusalOf(START, { DATA_DIR: file })).toEqual([
      withReason(`DATA_DIR ${file} cannot be used: it is a file, not a directory (EEXIST)`),
    ]);
  });

  // Mounting needs root.
  const readOnly = ['-m', 'sh', '-c', 'mount -t tmpfs -o ro,mode=700 none "$DATA_DIR" && exec "$@"', 'sh'];
  const unshare = (command: string[], dataDir: string) =>
    spawn('unshare', [...readOnly, ...command], {
      env: { ...bareEnvironment(), DATA_DIR: dataDir, ENV_FILE: '/dev/null', PORT: '0' },
    });
  test('a file system that is mounted read-only', async ({ skip }) => {
    const dataDir = newFolder();
    if ((await started(unshare(['true'], dataDir)).ended) !== 0) skip('nothing can be mounted here');
    const { ended, err } = started(unshare([process.execPath, START], dataDir));
    expect([await ended, err()]).toEqual([
      1,
      [withReason(`DATA_DIR ${dataDir} cannot be used: it is on a file system that is mounted read-only (EROFS)`)],
    ]);
  });

  test('all errors are reported at once', async () => {
    const said = await refusalOf(START, { PORT: 'x', TRUST_PROXY: 'nginx', MAIL_FROM: 'nobody', DEVICE_PER_USER: '2' });
    expect(said.map((line) => line.split(' ')[3]).sort()).toEqual([
      'DEVICE_PER_USER',
      'MAIL_FROM',
      'PORT',
      'TRUST_PROXY',
    ]);
  });

  test('a file of variables that cannot be read', async () => {
    const { ended, err } = started(
      spawn(process.execPath, [START], { env: { ...bareEnvironment(), ENV_FILE: '/no/such/.env' } }),
    );
    expect([await ended, err()[0]]).toEqual([1, expect.stringContaining('ENV_FILE: /no/such/.env cannot be read')]);
  });
});

describe('an error that only the database shows stops the server with one line', () => {
  test('a wrong password', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).end(refused('28P01', 'password authentication failed for user "tally"')),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo; // listening on TCP
    const said = await refusalOf(SERVER, {
      DATABASE_URL: `postgresql://tally:secret@127.0.0.1:${port}/farm?sslmode=disable`,
    });
    server.close();
    expect(said).toEqual([
      withReason(
        `DATABASE_URL: postgresql://127.0.0.1:${port}/farm cannot be used: password authentication failed for user "tally".`,
      ),
    ]);
  });

  test('a user who may not create the tenants’ role', async () => {
    const { db, close } = await openTestDatabase();
    // Roles are of the whole server: this one is undone with the transaction.
    const undone = new Error('undone');
    const tried = db.tx(async (tx) => {
      await tx.run(sql`create role weak`);
      await tx.run(sql`grant weak to current_user with set true`);
      await tx.run(sql`set local role weak`);
      await expect(tx.tx(protectTenantTables)).rejects.toThrow(
        /^DATABASE_URL: its user may not .* alter role USER createrole/,
      );
      throw undone;
    });
    await expect(tried).rejects.toBe(undone);
    await close();
  });

  test('a port that another program has, before the password of the first administrator is shown', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo; // listening on TCP
    const dataDir = join(newFolder(), 'data');
    await giveDatabase(dataDir);
    const server = startScript(SERVER, [], { ...anInstallation, DATA_DIR: dataDir, PORT: `${port}` });
    expect(await server.ended).toBe(1);
    other.close();
    expect(server.err()).toEqual([
      withReason(`port ${port} of 127.0.0.1 is in use by another program. Choose another PORT, or stop that one.`),
    ]);
    expect(server.out().join()).not.toContain('password');
  });

  test('another instance key than the database’s, until it is replaced deliberately', async () => {
    const dataDir = join(newFolder(), 'data');
    await giveDatabase(dataDir);
    const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
    const run = async (byte: number | undefined) => {
      const server = startScript(SERVER, [], {
        ...anInstallation,
        DATA_DIR: dataDir,
        ...(byte !== undefined && { SECRET_KEY: key(byte) }),
        LOG_LEVEL: 'info',
      });
      await Promise.race([
        server.ended,
        vi.waitFor(() => expect(server.out().join()).toContain('is listening'), 240_000),
      ]);
      server.child.kill('SIGTERM');
      return { code: await server.ended, said: server.err() };
    };
    expect(await run(1)).toEqual({ code: 0, said: [] });
    const refused = await run(2);
    expect(refused.code).toBe(1);
    expect(refused.said).toEqual([
      expect.stringMatching(
        /^Tallyboard cannot start: SECRET_KEY or DATA_DIR\/secret.key is the key [0-9a-f]{16}, this database belongs to the key [0-9a-f]{16}: /,
      ),
    ]);
    const missing = await run(undefined);
    expect(missing.said).toEqual([
      expect.stringMatching(
        /^Tallyboard cannot start: \S+\/secret.key is missing and SECRET_KEY is not set, but this database belongs to the key [0-9a-f]{16}: /,
      ),
    ]);
    expect(existsSync(join(dataDir, 'secret.key')), 'a refused start writes no other key').toBe(false);
    const unchanged = startScript('scripts/key.ts', ['replace'], { DATA_DIR: dataDir, SECRET_KEY: key(1) });
    expect([await unchanged.ended, unchanged.out()]).toEqual([0, [expect.stringContaining('already')]]);
    const replaced = startScript('scripts/key.ts', ['replace'], { DATA_DIR: dataDir, SECRET_KEY: key(2) });
    expect(await replaced.ended).toBe(0);
    expect(await run(2)).toEqual({ code: 0, said: [] });
  });

  test('a host that does not answer: one line at first, one after half a minute', async () => {
    expect(await unreachable.ended).toBe(1);
    const reason = 'DATABASE_URL: postgresql://127.0.0.1:1/tally cannot be used: connect ECONNREFUSED 127.0.0.1:1.';
    expect(unreachable.err()).toEqual([withReason(reason)]);
    const logged = unreachable.out().map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
    expect(logged).toEqual([`${reason} Trying for 30 s.`]);
  });
});

test('npm start passes SIGTERM on to the server: nothing is left running', async () => {
  const folder = newFolder();
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', type: 'module', scripts }));
  mkdirSync(join(folder, 'scripts'));
  chmodSync(join(folder, 'scripts'), 0o755);
  writeFileSync(
    join(folder, 'scripts/start.ts'),
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); }); setInterval(() => {}, 1_000); console.log('ready');`,
  );
  const npm = started(spawn('npm', ['start'], { cwd: folder }));
  await vi.waitFor(() => expect(npm.out()).toContain('ready'), 240_000);
  npm.child.kill('SIGTERM');
  await npm.ended;
  expect(npm.out()).toContain('stopped');
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
test.runIf(canMount)('a start on a disk that is nearly full waits for room, and then goes on', async () => {
  const mount = join(newFolder(), 'disk');
  mkdirSync(mount);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', mount]).status !== 0) return;
  try {
    const filler = join(mount, 'filler');
    writeFileSync(filler, Buffer.alloc(460 * 1024 * 1024));
    const variables = { ...anInstallation, LOG_LEVEL: 'info', DATA_DIR: join(mount, 'data') };
    const { child, out, ended } = startScript(SERVER, [], variables);
    const says = (text: string) => vi.waitFor(() => expect(out().join('\n')).toContain(text), { timeout: 60_000 });
    await says('less than 256 MB are free on its disk. Make room: Tallyboard waits');
    expect(child.exitCode).toBeNull();
    rmSync(filler);
    await says('Tallyboard is listening');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    spawnSync('umount', ['-l', mount]);
  }
});
