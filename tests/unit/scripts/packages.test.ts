import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A machine of an operator: packages that start services are not installed by a test. */
let bin = '';
let asked = '';
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'tallyboard-packages-'));
  asked = join(bin, 'asked');
  writeFileSync(asked, '');
  // Every command that could be asked for is missing, but for a package manager that writes down what it is asked for.
  writeFileSync(join(bin, 'apt-get'), `#!/bin/sh\necho "$@" >> ${asked}\n`);
  writeFileSync(join(bin, 'which'), `#!/bin/sh\n[ "$1" = apt-get ] && echo ${bin}/apt-get\n`);
  for (const name of ['apt-get', 'which']) chmodSync(join(bin, name), 0o755);
  vi.stubEnv('PATH', bin);
  vi.resetModules();
  vi.doMock('node:fs', async (actual) => ({
    ...(await actual<typeof import('node:fs')>()),
    existsSync: () => false,
    globSync: () => [],
  }));
  Object.defineProperty(process, 'getuid', { value: () => 0, configurable: true });
});
const { getuid } = process;
afterEach(() => {
  Object.defineProperty(process, 'getuid', { value: getuid, configurable: true });
  vi.doUnmock('node:fs');
  vi.unstubAllEnvs();
  rmSync(bin, { recursive: true, force: true });
});

const installed = () => readFileSync(asked, 'utf8');
const pooler = async () => (await import('../../../scripts/pgbouncer.ts')).hasPooler();
const postgres = async () => (await import('../../../scripts/postgres.ts')).startPostgres().catch(() => undefined);

test.each([
  ['PgBouncer', pooler],
  ['PostgreSQL', postgres],
])('%s is installed where CI says so, and nowhere else', async (_, need) => {
  vi.stubEnv('CI', undefined);
  await need();
  expect(installed()).toBe('');
  vi.stubEnv('CI', 'true');
  await need();
  expect(installed()).toMatch(/install -y -q (pgbouncer|postgresql)/);
});
