import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Files that read the operator's text or our own, never a caller's. */
const TRUSTED = ['server/config.ts', 'server/http/securityHeaders.ts'];
/** As long as a request line or a cell can be. A search that is quadratic in it takes a second, a cubic one hours. */
const LENGTH = 16_000;
const SLOW_MS = 100;
const HEADS = ['', 'GET ', 'a', 'data=', 'PIN=1\t', 'https://', ';'];
const REPEATED = [
  ' ',
  '\t',
  'a',
  '0',
  '-',
  '.',
  '/',
  ',',
  '=',
  '&',
  ';',
  'T',
  '%',
  '@',
  ':',
  '\r',
  '[',
  'a ',
  'a=',
  'é',
];
const TAILS = ['', '\u0001'];

type Found = { file: string; pattern: string; flags: string };
const found = ['server', 'contract'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.ts') && !TRUSTED.includes(file))
    .flatMap((file) => regularExpressions(file)),
);

function regularExpressions(file: string): Found[] {
  const all: Found[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node && node.regex) all.push({ file, ...(node.regex as { pattern: string; flags: string }) });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return all;
}

/** The shortest of a few tries, so that a busy machine is not taken for a slow search. */
function msOf(search: RegExp, text: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortest > SLOW_MS; tries++) {
    const start = performance.now();
    text.replace(search, '');
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

test('every search in text from outside takes linear time', { timeout: 120_000 }, () => {
  expect(found.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const { file, pattern, flags } of found) {
    const search = new RegExp(pattern, flags);
    const isSlow = (length: number) =>
      HEADS.flatMap((head) => REPEATED.flatMap((part) => TAILS.map((tail) => ({ head, part, tail })))).find(
        ({ head, part, tail }) => msOf(search, head + part.repeat(length / part.length) + tail) > SLOW_MS,
      );
    // First with less, so that this test does not hang where a server would.
    const text = isSlow(1_000) ?? isSlow(LENGTH);
    if (text) slow.push(`${file} /${pattern}/${flags} with ${JSON.stringify(text)}`);
  }
  expect(slow).toEqual([]);
});
