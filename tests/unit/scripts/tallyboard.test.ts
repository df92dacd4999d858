import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const tallyboard = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/tallyboard.ts', ...args], { encoding: 'utf8' });
const COMMANDS = ['start', 'demo', 'backup', 'restore', 'user', 'key', 'audit', 'partition', 'doctor'];

test('help lists every command', () => {
  for (const args of [[], ['help'], ['--help']]) {
    const { status, stdout } = tallyboard(...args);
    expect(status).toBe(0);
    expect([...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)).toEqual(COMMANDS);
  }
});

test.each(COMMANDS)('%s --help says how it is called, and does nothing else', (name) => {
  const { status, stdout, stderr } = tallyboard(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^tallyboard ${name}\\b`));
});

test('an unknown command fails, with those there are', () => {
  const { status, stderr } = tallyboard('backups');
  expect(status).toBe(1);
  expect(stderr).toContain("There is no command 'backups'.");
  expect(stderr).toContain('backup');
});
