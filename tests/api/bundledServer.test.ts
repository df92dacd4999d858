import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createSyncKey, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { createReadingKey } from '#contract/access/readingKeys.ts';
import { changePassword, logIn as logInCall } from '#contract/access/session.ts';
import { createUser } from '#contract/access/users.ts';
import { listPayPeriods } from '#contract/money/payFiles.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import { ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import { runningAddress } from '#server/platform/db/bundled/bundled.ts';
import { adminToken, givenSite, ServerProcess } from '#tests/faults/rig.ts';
import { giveDatabase } from '#tests/support/database.ts';
import { endProcesses, newFolder, startScript } from '#tests/support/processes.ts';
import { RELEASE_ENVIRONMENT } from '#tests/support/release.ts';

/** A whole server with its bundled PostgreSQL. */

const CHEAP = { PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' };
const WRONG = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"username":"a","password":"b"}',
};
const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(endProcesses);

async function givenServer(dataDir = join(newFolder(), 'data')): Promise<ServerProcess> {
  await giveDatabase(dataDir);
  const server = await ServerProcess.create(CHEAP, dataDir);
  undo.push(() => server.remove());
  await server.start();
  return server;
}
const killPostgres = ({ postmaster }: ServerProcess) => postmaster && process.kill(postmaster, 'SIGKILL');
/** A log-in reads and writes. */
const logIn = ({ origin }: ServerProcess) => fetch(`${origin}/v2/session`, WRONG);

test('while PostgreSQL is started again the answer is 503 with Retry-After, then the usual one', async () => {
  const server = await givenServer();
  expect((await logIn(server)).status).toBe(401);
  killPostgres(server);
  const answers: { status: number; retryAfter: string | null }[] = [];
  do {
    const { status, headers } = await logIn(server);
    answers.push({ status, retryAfter: headers.get('retry-after') });
    await pause(20);
  } while (answers.at(-1)?.status !== 401 && answers.length < 5_000);
  const refused = answers.slice(0, -1);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
  expect(answers.at(-1)).toEqual({ status: 401, retryAfter: null });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
});

test.runIf(canMount)(
  'a PostgreSQL that ended on a full disk: the disk is named, and it goes on once there is room',
  async () => {
    const mount = newFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', mount]);
    undo.push(() => execFileSync('umount', ['-l', mount]));
    const server = await givenServer(join(mount, 'data'));
    const ballast = join(mount, 'ballast');
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=1M 2>/dev/null || true`]);
    killPostgres(server);
    await expect.poll(() => server.postmaster).toBeUndefined();
    const refused = await logIn(server);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      errorCode: 'UNAVAILABLE',
      message: expect.stringContaining('disk is full'),
    });
    expect(await (await fetch(`${server.origin}/metrics`)).text()).toMatch(/^tallyboard_read_only 1$/m);
    rmSync(ballast);
    await expect.poll(async () => (await logIn(server)).status, { interval: 200 }).toBe(401);
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toEqual({ status: 'ready' });
  },
);

test('a request that does not end is cut off ten seconds after SIGTERM, and PostgreSQL ends in order', async () => {
  const server = await givenServer();
  const other = new Client({ connectionString: runningAddress(server.dataDir) });
  other.on('error', () => undefined);
  await other.connect();
  await other.query('begin; lock table account, session, app_user in access exclusive mode');
  const cutOff = logIn(server).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await pause(500);
  const asked = performance.now();
  await server.end('SIGTERM');
  const seconds = (performance.now() - asked) / 1_000;
  expect(seconds).toBeGreaterThan(9);
  expect(seconds).toBeLessThan(25);
  expect([503, 'cut off']).toContain(await cutOff);
  expect(server.postmaster).toBeUndefined();
  expect(server.output).toContain('still ran after 10 s');
  await other.end().catch(() => undefined);
});

test('a backup of 0.1 is restored beside the database of 0.1, which stays as it is', async () => {
  const dataDir = join(newFolder(), 'data');
  const kept = join(dataDir, 'database/base.bin');
  mkdirSync(join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  writeFileSync(kept, 'the files of 0.1');
  const restore = startScript('scripts/backup.ts', ['restore', 'tests/fixtures/0.1.0.zip'], {
    ...RELEASE_ENVIRONMENT,
    DATA_DIR: dataDir,
  });
  expect(await restore.ended, restore.err().join()).toBe(0);
  expect(restore.out().join()).toContain('are restored');
  expect(readFileSync(kept, 'utf8')).toBe('the files of 0.1');
  const server = await ServerProcess.create(RELEASE_ENVIRONMENT, dataDir);
  undo.push(() => server.remove());
  await server.start();
  expect((await logIn(server)).status).toBe(401);
});

test('no key is in the log, at its most talkative: neither used, refused nor sent to the wrong place', async () => {
  const server = await givenServer();
  await server.end('SIGTERM');
  await server.start({ LOG_LEVEL: 'trace' });
  const { call } = server;
  const { accountId } = await givenSite(server);
  const admin = await adminToken(server);
  const [username, first, password] = ['owner', 'until-the-first-log-in', 'seven green tractors'];
  const permissions = { api: [...ROLE_DEFAULTS.employer.permissions, 'Setup.MANAGE' as const] };
  const person = { firstName: 'O', lastName: 'Wner', username, email: 'owner@example.test', password: first };
  await call(createUser, { body: { accountId, ...person, permissions } }, admin);
  const { token: session } = await call(logInCall, { body: { username, password: first } });
  await call(changePassword, { body: { currentPassword: first, newPassword: password } }, session);
  const params = { accountId };
  await call(updateAccountSettings, { params, body: { allowedSystemIds: ['PAY'] } }, admin);
  const made = { description: 'Pay', rights: 'fetch' as const };
  const { key: fetches } = await call(createSyncKey, { params, body: made }, admin);
  const body = { name: 'BI', permissions: ['Account.GET_SYNC_STATUSES' as const] };
  const { key: reads } = await call(createReadingKey, { body }, session);
  expect((await call(getSyncStatus, { query: {} }, reads)).devices).toHaveLength(1);
  expect((await call(listPayPeriods, { params: { systemId: 'PAY' }, query: {} }, fetches)).results).toEqual([]);
  const statuses: number[] = [];
  for (const key of [reads, fetches, `${reads}x`])
    for (const path of [
      '/v2/session',
      '/v2/payroll/PAY/periods',
      '/v2/pay/files',
      `/v2/${key}`,
      `/v2/pay/files/${key}/lines?key=${key}`,
    ])
      statuses.push((await fetch(`${server.origin}${path}`, { headers: { authorization: key } })).status);
  expect(new Set(statuses)).toEqual(new Set([200, 401, 404]));
  await server.end('SIGTERM');
  expect(server.output).toContain('/v2/payroll/:systemId/periods');
  for (const key of [reads, fetches]) expect(server.output).not.toContain(key.slice(-43));
});
