import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Files whose input comes from the operator or from ourselves, never from a caller. */
const TRUSTED = ['server/platform/config.ts', 'server/platform/http/securityHeaders.ts'];
/** The length of the longest request line or cell: a quadratic search in it takes a second, a cubic one hours. */
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

/** Returns the shortest of a few runs, of CPU time, so that a busy machine does not look like a slow search. */
function msOf(search: RegExp, text: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortest > SLOW_MS; tries++) {
    const start = process.cpuUsage();
    text.replace(search, '');
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1_000);
  }
  return shortest;
}

test('every search in text from outside takes linear time', () => {
  expect(found.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const { file, pattern, flags } of found) {
    const search = new RegExp(pattern, flags);
    const isSlow = (length: number) =>
      HEADS.flatMap((head) => REPEATED.flatMap((part) => TAILS.map((tail) => ({ head, part, tail })))).find(
        ({ head, part, tail }) => msOf(search, head + part.repeat(length / part.length) + tail) > SLOW_MS,
      );
    // A shorter text comes first, so that the test does not hang where a server would.
    const text = isSlow(1_000) ?? isSlow(LENGTH);
    if (text) slow.push(`${file} /${pattern}/${flags} with ${JSON.stringify(text)}`);
  }
  expect(slow).toEqual([]);
});
