import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A place below tests/, as the pages write it: `api/session`, `unit/server/platform/mail`. */
const PLACE = /\b(?:unit|api|ui|e2e|faults)\/[\w./]*\w/;
/** The name of a test, or its beginning. */
const NAME = /(?<!\w)'([^']{4,})'|"([^"]{4,})"/;

function sourceOf(place: string): string | null {
  const path = join('tests', place);
  const found = ['.test.ts', '.test.tsx', '.spec.ts', '.ts'].map((end) => path + end).find((file) => existsSync(file));
  if (found) return readFileSync(found, 'utf8');
  if (!existsSync(path) || !statSync(path).isDirectory()) return null;
  return readdirSync(path)
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n');
}

test.each(['docs/security.md'])('every test that %s names exists, where it says', (page) => {
  const missing: string[] = [];
  const tables = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  for (const row of tables) {
    let place: string | undefined;
    for (const [word, single, double] of row.matchAll(new RegExp(`${PLACE.source}|${NAME.source}`, 'g'))) {
      const name = single ?? double;
      if (name === undefined) place = word;
      const source = place && sourceOf(place);
      if (source === null) missing.push(`there is no ${place}`);
      else if (name !== undefined && source && !source.includes(name)) missing.push(`${place}: '${name}'`);
    }
  }
  expect(missing).toEqual([]);
});
