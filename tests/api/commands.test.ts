import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openInstance } from '#server/operations/instance/open.ts';
import { sql } from '#server/platform/db/db.ts';
import { giveDatabase, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { givenDevice, givenEmployee } from '#tests/support/factories.work.ts';
import { bareEnvironment, endProcesses, newFolder, type Started, started } from '#tests/support/processes.ts';
import { unzip, zip } from '#tests/support/zip.ts';

/** One installation with the `.env` that all its commands read. */
const folder = newFolder();
const dataDir = join(folder, 'data');
const whole = join(folder, 'tallyboard.zip');
const envFile = join(folder, '.env');
const ADMIN_PASSWORD = 'walnut river cloud';
const BASICS = { PORT: '0', ADMIN_PASSWORD, PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' };
let postgres: TestDatabase;
/** The administrator's password that `npm run user` gave. */
let given = '';

const configure = (variables: Record<string, string>) =>
  writeFileSync(
    envFile,
    Object.entries({ ...BASICS, ...variables })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
const run = (file: string, args: string[]): Started =>
  started(spawn(file, args, { env: { ...bareEnvironment(), ENV_FILE: envFile, npm_config_update_notifier: 'false' } }));
const npm = async (...args: string[]) => {
  const { ended, err, out } = run('npm', ['run', '--silent', ...args]);
  const code = await ended;
  return { code, out: out(), err: err().filter((line) => !line.startsWith('npm ')) };
};

const listening = z.object({ msg: z.literal('Tallyboard is listening'), address: z.string() });
async function start(): Promise<{ address: string; stop(): Promise<number | null> }> {
  const server = run(process.execPath, ['server/main.ts']);
  const address = await vi.waitFor(
    () => {
      const said = server.out().flatMap((line) => {
        const parsed = line.startsWith('{') ? listening.safeParse(JSON.parse(line)) : undefined;
        return parsed?.success ? [parsed.data.address] : [];
      });
      if (!said[0]) throw new Error(`not listening: ${server.err().join('\n')}`);
      return said[0];
    },
    { timeout: 240_000, interval: 100 },
  );
  return {
    address,
    stop() {
      server.child.kill('SIGTERM');
      return server.ended;
    },
  };
}
const logIn = async (address: string, password = ADMIN_PASSWORD) =>
  (
    await fetch(`${address}/v2/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  ).status;
/** Creates an account with a terminal in the running server's database; returns the terminal's serial number. */
async function givenTerminal() {
  const { db, close } = await openInstance(
    { dataDir, databaseUrl: undefined, databasePooler: undefined },
    { mayBeRunning: true },
  );
  const accountId = await givenAccount(db);
  await givenEmployee(db, accountId, { timeId: '7' });
  const { serialNumber } = await givenDevice(db, accountId);
  await close();
  return serialNumber;
}
/** Returns the commands of docs/operating.md, 'From the bundled PostgreSQL', without their comments. */
function documentedMove(): string[] {
  const [, chapter = ''] = readFileSync('docs/operating.md', 'utf8').split('### From the bundled PostgreSQL\n');
  const block = /(?:^ {4}.*\n)+/m.exec(chapter)?.[0] ?? '';
  return block.split('\n').flatMap((line) => line.replace(/ +#.*/, '').trim() || []);
}

beforeAll(async () => {
  postgres = await openTestDatabase();
  configure({ DATA_DIR: dataDir });
});
afterAll(async () => {
  endProcesses();
  await postgres.close();
});

describe('where there is no installation', () => {
  test.each([['backup', '--', whole], ['audit:check'], ['key', '--', 'replace'], ['user', '--', 'list']])(
    'npm run %s refuses, and makes nothing',
    async (...args) => {
      const { code, err } = await npm(...args);
      expect([code, err]).toEqual([
        1,
        [
          expect.stringContaining(
            `failed: DATA_DIR ${dataDir} holds no installation of Tallyboard, and DATABASE_URL is not set.`,
          ),
        ],
      ]);
      expect([existsSync(dataDir), existsSync(whole)]).toEqual([false, false]);
    },
  );
});

describe('the same .env is read by all', () => {
  test('backup and check open the installation of the running server, and say which one it is', async () => {
    await giveDatabase(dataDir);
    const { address, stop } = await start();
    expect(await logIn(address)).toBe(200);
    const which = `This is the bundled PostgreSQL of ${dataDir} (DATA_DIR): 0 accounts, no punches yet.`;
    const backup = await npm('backup', '--', whole);
    expect(backup).toEqual({ code: 0, err: [which], out: [expect.stringMatching(/^\d+ rows of \d+ tables are in /)] });
    const check = await npm('audit:check');
    expect(check).toEqual({ code: 0, err: [which], out: [expect.stringMatching(/^system: \d+ entries, \S+: right$/)] });
    const password = await npm('user', '--', 'password', 'admin');
    given = /^The password of admin is (\S+)$/.exec(password.out[0] ?? '')?.[1] ?? '';
    expect([await logIn(address), await logIn(address, given)]).toEqual([401, 200]);
    expect((await npm('user', '--', 'list')).out).toEqual(['admin (admin@localhost.localdomain)']);
    expect((await npm('user', '--', 'reset-options', 'admin')).out[0]).toContain('admin logs in with the password');
    expect((await npm('user', '--', 'require', 'off', 'system')).out).toEqual([
      'The account system requires no second factor any more.',
    ]);
    expect((await npm('user', '--', 'single-sign-on', 'off', 'system')).err).toContain(
      'The command failed: there is no account system that requires single sign-on.',
    );
    expect((await npm('user', '--', 'activate', 'nobody')).err).toContain(
      'The command failed: there is no user nobody.',
    );
    expect(await stop()).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('.tallyboard-backup'))).toEqual([]);
  });

  test('the documented move to PostgreSQL, to the letter, loses no punch that arrives during it', async () => {
    let server: Awaited<ReturnType<typeof start>> | undefined = await start();
    const serial = await givenTerminal();
    const journal: string[] = [];
    let isMoving = true;
    const punching = (async () => {
      for (let second = 0; isMoving; second++) {
        const at = new Date(Date.now() - 86_400_000 + second * 1_000).toISOString().slice(0, 19).replace('T', ' ');
        const address = `${server?.address}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;
        const reply = await fetch(address, { method: 'POST', body: `7\t${at}\t0\t1\n` }).catch(() => undefined);
        if (reply?.status === 200) journal.push(`7\t${at}\t0\t1`);
        await pause(20);
      }
    })();
    await vi.waitFor(() => expect(journal.length).toBeGreaterThan(10), 60_000);

    const moved = join(folder, 'moved.zip');
    for (const line of documentedMove()) {
      const [verb = '', , action = ''] = line.split(' ');
      if (line === 'systemctl stop tallyboard') {
        expect(await server?.stop()).toBe(0);
        server = undefined;
      } else if (line === 'systemctl start tallyboard') server = await start();
      else if (verb === 'echo') {
        configure({ DATA_DIR: dataDir, DATABASE_URL: postgres.connectionString });
      } else if (verb === 'npm') expect(await npm(action, '--', moved)).toMatchObject({ code: 0 });
      else throw new Error(`the test cannot run: ${line}`);
    }
    isMoving = false;
    await punching;

    const stored = await postgres.db.rows(z.object({ raw: z.string() }), sql`select raw from clock_record`);
    expect(journal.filter((line) => !stored.some(({ raw }) => raw === line))).toEqual([]);
    expect(await logIn(server?.address ?? '', given)).toBe(200);
    expect(await server?.stop()).toBe(0);
    const again = await npm('restore', '--', moved);
    expect([again.code, again.err]).toEqual([
      1,
      [expect.stringMatching(/^The restore failed: postgresql:\S* \(DATABASE_URL\) is not empty: /)],
    ]);
  });

  test('a restore that fails leaves nothing that blocks the next one', async () => {
    const fresh = join(folder, 'fresh');
    configure({ DATA_DIR: fresh });
    const files = await unzip(await readFile(whole));
    const damaged = join(folder, 'damaged.zip');
    files.set('tables/audit_entry.ndjson', Buffer.from(`${files.get('tables/audit_entry.ndjson')}{}\n`));
    await writeFile(damaged, await zip(files));
    const failed = await npm('restore', '--', damaged);
    expect([failed.code, failed.err.length]).toEqual([1, 1]);
    expect(existsSync(join(fresh, 'secret.key'))).toBe(false);
    expect((await npm('restore', '--', whole)).code).toBe(0);
    expect(readFileSync(join(fresh, 'secret.key'))).toEqual(readFileSync(join(dataDir, 'secret.key')));
    const { address, stop } = await start();
    expect(await logIn(address), 'the password of the installation that was backed up').toBe(200);
    expect(await stop()).toBe(0);
  });

  test('a restore never overwrites another key', async () => {
    const other = join(folder, 'other');
    configure({ DATA_DIR: other });
    mkdirSync(other);
    writeFileSync(join(other, 'secret.key'), `${Buffer.alloc(32, 9).toString('base64url')}\n`, { mode: 0o600 });
    const { code, err } = await npm('restore', '--', whole);
    expect([code, err]).toEqual([
      1,
      [`The restore failed: ${other}/secret.key is there already and differs: restore into an empty data directory.`],
    ]);
    rmSync(other, { recursive: true });
  });
});
