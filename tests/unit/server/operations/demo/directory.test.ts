import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ForeignDirectory, openDemoDirectory } from '#server/operations/demo/directory.ts';
import { lockDataDir } from '#server/platform/db/bundled/lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tb-demo-directory-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keep = (name: string) => {
  const directory = join(folder, name);
  mkdirSync(join(directory, 'db'), { recursive: true });
  writeFileSync(join(directory, 'db', 'records'), 'a year of punches');
  return directory;
};

test('a directory that is not there, or is empty, becomes the demo’s; the next demo starts afresh in it', () => {
  for (const directory of [join(folder, 'new'), mkdtempSync(join(folder, 'empty-'))]) {
    const data = openDemoDirectory(directory);
    writeFileSync(join(data, 'records'), 'of the demo');
    expect(readdirSync(openDemoDirectory(directory))).toEqual([]);
  }
});

test('a demo that runs keeps its data when another one is started in its directory', () => {
  const directory = join(folder, 'demo');
  const data = openDemoDirectory(directory);
  const lock = lockDataDir(data);
  writeFileSync(join(data, 'records'), 'of the demo');
  expect(() => openDemoDirectory(directory)).toThrow(/is running in .* already\. Stop it first/);
  expect(existsSync(join(data, 'records'))).toBe(true);
  lock.release();
  expect(readdirSync(openDemoDirectory(directory))).toEqual([]);
});

test('a directory that the demo did not make is refused, and nothing in it is touched', () => {
  const directory = keep('farm');
  expect(() => openDemoDirectory(directory)).toThrow(ForeignDirectory);
  const link = join(folder, 'link');
  symlinkSync(directory, link);
  expect(() => openDemoDirectory(link)).toThrow(ForeignDirectory);
  expect(existsSync(join(directory, 'db', 'records'))).toBe(true);
  expect(readdirSync(directory)).toEqual(['db']);
});

test('`npm run demo` with DATA_DIR and DATABASE_URL of an installation leaves it alone, and refuses its directory', () => {
  const installation = keep('farm');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/demo.ts'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATA_DIR: installation,
      DATABASE_URL: 'postgres://farm@db.invalid/farm',
      DEMO_DIR: installation,
    },
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('name another directory in DEMO_DIR')]);
  expect(existsSync(join(installation, 'db', 'records'))).toBe(true);
});
