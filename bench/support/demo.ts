import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/freePort.ts';

/** The demo farm in another process with a directory of its own, and a user who may see its dashboard. */
export type Demo = { origin: string; username: string; password: string; close: () => Promise<void> };

const READY = 'The dashboard moves by itself';
const READY_MS = 180_000;

/** Starts the demo, or uses the running one whose address is in BENCH_DEMO. */
export async function openDemo(): Promise<Demo> {
  const farm = { username: 'employer', password: 'demo-employer' };
  if (process.env.BENCH_DEMO) return { ...farm, origin: process.env.BENCH_DEMO, close: async () => undefined };
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-demo-'));
  const port = Number(process.env.BENCH_PORT ?? (await freePort()));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/demo.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), DEMO_DIR: directory },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const isReady = await new Promise<boolean>((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes(READY)) resolve(true);
    });
    void ended.then(() => resolve(false));
    setTimeout(() => resolve(false), READY_MS).unref();
  });
  if (isReady) return { ...farm, origin: `http://127.0.0.1:${port}`, close };
  await close();
  throw new Error('The demo did not start');
}
