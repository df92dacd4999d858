import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { tooNewIn } from '#tests/support/browserData.ts';
import { buildDirectory, OLD } from '#tests/support/e2e.builds.ts';

/** Features that are used only where the browser has them, or whose absence does no harm. */
const GUARDED = new Set([
  // ky checks for it before it uses it.
  'AbortSignal.any',
  // Chrome before 124 rejects with AbortError instead of TimeoutError; both callers treat any failure alike.
  'AbortSignal.timeout',
  // The badge decoder checks for it before it uses it.
  'Symbol.dispose',
  // Zod checks for them before it uses them.
  'Error.captureStackTrace',
  'URL.canParse',
]);

const directory = buildDirectory(OLD);
/** The built scripts of the dashboard and of the Recorder. */
const scripts = ['assets', 'rc/assets'].flatMap((folder) =>
  readdirSync(join(directory, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name)),
);
const found = (code: string) => [...tooNewIn(code)].filter((feature) => !GUARDED.has(feature));

test('the scripts use nothing newer than the browsers that the README names', () => {
  expect(scripts.length).toBeGreaterThan(10);
  const tooNew = scripts.map((name) => [name, found(readFileSync(join(directory, name), 'utf8'))] as const);
  expect(Object.fromEntries(tooNew.filter(([, features]) => features.length > 0))).toEqual({});
});

test('what is too new is found', () => {
  expect(
    found('Promise.withResolvers(); Map.groupBy(a, b); Array.fromAsync(c); d.union(e); new URLPattern(f)'),
  ).toEqual(['Promise.withResolvers', 'Map.groupBy', 'Array.fromAsync', '.union()', 'new URLPattern']);
  expect(found('Promise.all([]); [].toSorted(); "".at(0); new Map()')).toEqual([]);
});
