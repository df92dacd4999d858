import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that only this code base used, with what the field says instead. The screens' texts that the specification prescribes have three of them. */
const DIALECT: readonly [words: RegExp, instead: string][] = [
  [/\bnobody['’]s\b|\bwhom nobody\b/i, 'unmatched, no employee'],
  // 'whoever unlocks this device' is a text that the specification prescribes (spec/signin.md).
  [/\b(?:whoever|whomever)\b(?! unlocks this device\b)/i, 'the caller, anyone who'],
  // 'Give to somebody else' is one as well (docs/reference/corrections.md).
  [/(?<!\bGive to )\bsomebody\b/i, 'an employee, a user'],
  // 'People stand to need a top-up' is a text that the specification prescribes (docs/reference/pay.md).
  [/\bstands?\b(?! to need\b)/i, 'is, means'],
  [/\b(?:is|are) kept\b/i, 'is stored, is cached, is retained'],
  [/\b(?:is|are) given\b/i, 'is set, is passed, is granted'],
  [/\b(?:house|rooms)\b/i, 'package, layer, folder'],
  [/\bnouns?\b/i, 'domain term'],
];

const PATHS = ['server', 'src', 'contract', 'recorder', 'sw', 'build', 'bench', 'scripts', 'lint', 'deploy', '*.md'];
/** Migrations that are released are never changed. */
const NOT = [':!server/platform/db/migrations', ':!*.svg', ':!*.png', ':!*.json'];
const files = execFileSync('git', ['ls-files', '--', ...PATHS, ...NOT], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);

/** Returns the words of a line that are dialect. Paths are left out and, in documents, what is quoted: titles of tests and labels of screens. */
function dialectOf(path: string, line: string): string[] {
  const prose = line.replaceAll(/\bunit\/repository\b/g, '');
  const text = path.endsWith('.md') ? prose.replaceAll(/'[^']*'/g, '') : prose;
  return DIALECT.flatMap(([words, instead]) => {
    const found = text.match(words);
    return found ? [`'${found[0]}': say ${instead}`] : [];
  });
}

test('names, comments, texts and documents use the terms of the field', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, i) => dialectOf(path, line).map((what) => `${path}:${i + 1} ${what}`)),
  );
  expect(found).toEqual([]);
});

test.each([
  ['server/a.ts', '// Refused, because their number is nobody’s.'],
  ['src/a.tsx', '<Text>Whoever has it can log in.</Text>'],
  ['docs/a.md', 'The rooms of the house: `server/<noun>`'],
  ['server/a.sql.ts', '-- The row stands for a day; it is kept.'],
])('%s: %j is found', (path, line) => {
  expect(dialectOf(path, line)).not.toEqual([]);
});

test.each([
  ['docs/security.md', "| low | ui/session: 'a browser that somebody else used last' |"],
  ['docs/ARCHITECTURE.md', '`tests/unit/repository` plants violations'],
  ['src/a.tsx', "const text = 'Nobody is on site';"],
])('%s: %j is not', (path, line) => {
  expect(dialectOf(path, line)).toEqual([]);
});
