import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../scripts/freePort.ts';

/** The first command of docs/operating.md as an operator types it; tests/api/commands.test.ts has those that come after it. */
test('npm start does what the page says', async () => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-commands-'));
  const { origin, said, stop } = await started({ DATA_DIR: join(folder, 'one') });
  const password = /user name admin, password (\S+)/.exec(said())?.[1] ?? '';
  expect(password, 'the first start prints the password of the administrator once').not.toBe('');
  const reply = await fetch(`${origin}/v2/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(reply.status).toBe(200);
  await stop();
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
