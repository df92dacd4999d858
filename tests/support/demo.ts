import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DEMO_LOGINS } from '#server/operations/demo/setUp.ts';
import { freePort } from '../../scripts/freePort.ts';

export type Demo = { origin: string; stop: () => Promise<void> };

/** Runs the newcomer's first command on a free port with a data directory of its own; resolves when it has printed its log-ins. */
export async function startDemo(): Promise<Demo> {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-demo-'));
  const port = await freePort();
  const demo: ChildProcess = spawn(process.execPath, ['scripts/demo.ts'], {
    env: { ...process.env, PORT: String(port), DEMO_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    demo.stdout?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Tallyboard demo:')) resolve();
    });
    demo.once('exit', () => reject(new Error(`The demo ended: ${said}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      if (demo.exitCode !== null) throw new Error(`The demo ended by itself: ${demo.exitCode}`);
      const gone = once(demo, 'exit');
      demo.kill('SIGTERM');
      await gone;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Logs in and waits for the area. `password`: by default the demo's. */
export async function logIn(page: Page, origin: string, username: string, password?: string) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page
    .getByLabel('Password', { exact: true })
    .fill(password ?? (username === 'admin' ? DEMO_LOGINS.admin : DEMO_LOGINS.employer));
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}
