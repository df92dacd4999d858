import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the image contains everything that its scripts import', () => {
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(/\/app\/(scripts\/\w+\.ts)/g)].map(([, path]) => path ?? '');
  expect(copied).toContain('scripts/backup.ts');
  const imported = copied.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/from '\.\/(\w+\.ts)'/g)].map(([, name]) => `scripts/${name}`),
  );
  expect(imported.length).toBeGreaterThan(0);
  expect(copied).toEqual(expect.arrayContaining(imported));
});
