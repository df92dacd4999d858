import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Two real builds that differ only in their version. */
export const OLD = '1.9.0';
export const NEW = '1.10.0';

export const buildDirectory = (version: string) => join(ROOT, '.tmp/e2e', version);

/** Returns the newest change of anything that a build depends on, epoch ms. */
function changedAt(): number {
  const newest = (path: string): number => {
    const info = statSync(path);
    if (!info.isDirectory()) return info.mtimeMs;
    return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
  };
  const inputs = [
    'src',
    'sw',
    'recorder',
    'contract',
    'build',
    'public',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ];
  return Math.max(...inputs.map((name) => newest(join(ROOT, name))));
}

/** Builds both versions when their sources are newer; Playwright's global setup. */
export default function buildBoth() {
  const wanted = String(changedAt());
  for (const version of [OLD, NEW]) {
    const directory = buildDirectory(version);
    const mark = join(directory, '.built');
    if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) continue;
    const env = { ...process.env, APP_VERSION: version, NODE_ENV: 'production' };
    for (const [root, outDir] of [
      [ROOT, directory],
      [join(ROOT, 'recorder'), join(directory, 'rc')],
    ] as const) {
      const options = ['build', root, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
      const { status, stderr } = spawnSync(process.execPath, [vite, ...options], { env, encoding: 'utf8', cwd: ROOT });
      if (status !== 0) throw new Error(`The web application ${version} could not be built:\n${stderr}`);
    }
    writeFileSync(mark, wanted);
  }
}
