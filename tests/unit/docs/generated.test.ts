import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from '#server/platform/config.ts';
import { readExample } from '../../../build/reference/configuration.ts';
import { generatedPages } from '../../../build/reference/write.ts';

const pages = generatedPages('.');

test.each(Object.keys(pages))('%s is as `npm run docs` writes it', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(pages[path]);
});

test('no limit and no call is without a word about it', () => {
  const empty = Object.entries(pages).flatMap(([path, text]) =>
    /(limits|calls|metrics|configuration)\.md$/.test(path)
      ? text.split('\n').filter((line) => (path.endsWith('calls.md') ? /^\| `[^|]+ \| {2}\|/ : /\| {2}\|$/).test(line))
      : [],
  );
  expect(empty).toEqual([]);
});

test('.env.example names every variable once, and shows its default', () => {
  const shown = readExample(readFileSync('.env.example', 'utf8'));
  expect(shown.map(({ name }) => name).toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  for (const { name, example } of shown) if (VARIABLES[name] !== undefined) expect(example, name).toBe(VARIABLES[name]);
});
