import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run dev`: the demo's server with its farm (on PORT, 8080 by default), and Vite's page that reloads as files change, at http://localhost:4160. */
const ROOT = join(import.meta.dirname, '..');
const vite = [join(ROOT, 'node_modules/vite/bin/vite.js'), ROOT];
const children = [[join(ROOT, 'scripts/demo.ts')], vite].map((args) =>
  spawn(process.execPath, args, { stdio: 'inherit', env: process.env }),
);
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stop();
  });
