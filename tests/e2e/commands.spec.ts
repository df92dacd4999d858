import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { freePort } from '../../scripts/freePort.ts';

const npm = promisify(execFile);

/**
 * The commands of docs/operating.md as an operator types them: start, back everything up while it runs, restore on 'a new machine', start
 * again. (Its `npm ci` is what brought these tests here.)
 */
test('npm start, npm run backup and npm run restore do what the page says', async () => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-commands-'));
  const file = join(folder, 'tallyboard.zip');
  const first = await started({ DATA_DIR: join(folder, 'one') });
  const password = /user name admin, password (\S+)/.exec(first.said())?.[1] ?? '';
  expect(password, 'the first start prints the password of the administrator once').not.toBe('');
  const logsIn = async (origin: string) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${origin}/v2/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: 'admin', password }),
    });
    return reply.status;
  };
  expect(await logsIn(first.origin)).toBe(200);
  const one = { ...process.env, DATA_DIR: join(folder, 'one') };
  expect((await npm('npm', ['run', 'backup', '--', file], { env: one })).stdout).toMatch(/\d+ rows of \d+ tables/);
  await first.stop();

  const two = { ...process.env, DATA_DIR: join(folder, 'two') };
  expect((await npm('npm', ['run', 'restore', '--', file], { env: two })).stdout).toMatch(
    /\d+ rows as of .+ are restored/,
  );
  const second = await started({ DATA_DIR: join(folder, 'two') });
  expect(await logsIn(second.origin), 'the password of the first one').toBe(200);
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function started(env: Record<string, string>) {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const server: ChildProcess = spawn('npm', ['start'], {
    env: { ...process.env, ...env, PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status, { timeout: 120_000 })
    .toBe(200);
  return {
    origin,
    said: () => output,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      // npm forwards the signal to the server.
      server.kill('SIGTERM');
      await gone;
      await expect.poll(() => fetch(`${origin}/healthz`).then(Boolean, () => false), 'nothing runs on').toBe(false);
    },
  };
}
