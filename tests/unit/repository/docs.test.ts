import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { anchorOf } from '../../../build/help/anchor.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  ...globSync('docs/{.,develop,operate}/*.md').map((path) => normalize(path)),
];
const text = (path: string) => readFileSync(path, 'utf8');
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text('package.json')));

/** The call that runs each command of the pages: its file, and literals among its arguments, in order. */
const RUN_BY: Record<string, [path: string, ...literals: string[]]> = {
  'npm start': ['tests/e2e/commands.spec.ts', 'npm', 'start'],
  'npm run backup': ['tests/api/commands.test.ts', 'backup', '--'],
  'npm run restore': ['tests/api/commands.test.ts', 'restore', '--'],
  'npm run demo': ['tests/support/demo.ts', 'scripts/demo.ts'],
  'npm run types': ['scripts/test.ts', 'types'],
  'npm run lint': ['scripts/test.ts', 'lint'],
  'npm run words': ['build/translations.ts', 'npm', 'run', 'words'],
  'npm run release:check': ['tests/unit/repository/supply.test.ts', 'scripts/release.ts'],
  'npm run audit:check': ['tests/api/auditChain.test.ts', 'scripts/audit.ts'],
  curl: ['tests/api/docs.test.ts', 'docs/api.md'],
  node: ['tests/api/docs.test.ts', 'docs/api.md'],
  'npm run user': ['tests/api/commands.test.ts', 'user', '--', 'password'],
  'npm run partition': ['tests/api/partition.test.ts', 'npm', 'run', 'partition'],
  'npm run doctor': ['tests/api/doctor.test.ts', 'scripts/doctor.ts'],
  'npm run key': ['tests/api/startErrors.test.ts', 'scripts/key.ts', 'replace'],
  tallyboard: ['tests/unit/scripts/tallyboard.test.ts', 'scripts/tallyboard.ts'],
  // The move to PostgreSQL: the line of .env, then the restore.
  echo: ['tests/api/commands.test.ts', 'restore', '--'],
  printf: ['tests/api/docs.test.ts', 'docs/api.md'],
};
/**
 * Commands that no test runs: those that run or install the tests or the package, the formatter and the pages made from the code (they change files), measurements, those that wait for a
 * person, and the two that make a database ask for a password at the terminal (the API tests on PostgreSQL run as such a user).
 */
const BY_HAND = [
  'npm ci',
  'npm install -g',
  'npm run release',
  'npm run format',
  'npm run docs',
  'npm run build',
  'npm test',
  'npm run test:',
  'npm run bench',
  'npm run dev',
  'npm run screenshots',
  'npm run tasks',
  'systemctl stop tallyboard',
  'systemctl start tallyboard',
  'npm audit',
  'npm sbom',
  'createuser',
  'createdb',
];

const withoutVariables = (command: string) => command.replace(/^(?:[A-Z_]+=\S* +)+/, '').trim();
/** Returns the commands of a page: indented, in a sh block, or in the middle of a sentence. */
function commandsOf(page: string): string[] {
  // What a command reads as its input is none.
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.replace(/ <<'(\w+)'\n[\s\S]*?\n\1$/gm, '').split(/\n(?=\S)/),
  );
  const indented = [...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line);
  const inline = [...page.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command);
  return [...blocks, ...indented, ...inline]
    .flatMap((line) => line.replace(/ {2,}#.*$/, '').split(/ && | \| (?=curl)/))
    .map(withoutVariables)
    .filter((command) => /^[a-z]/.test(command));
}

/** Counts the calls that have these literal arguments in this order. */
function callsWith(node: unknown, literals: readonly string[]): number {
  if (typeof node !== 'object' || node === null) return 0;
  const inside = Object.values(node).reduce((sum: number, child) => sum + callsWith(child, literals), 0);
  const isCall = 'type' in node && node.type === 'CallExpression' && 'arguments' in node;
  if (!isCall) return inside;
  let at = 0;
  for (const literal of literalsOf(node.arguments)) if (literal === literals[at]) at++;
  return inside + (at === literals.length ? 1 : 0);
}
/** Returns the string literals of arguments, lists included, calls and functions among them not. */
function literalsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalsOf);
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  if (node.type === 'Literal' && 'value' in node) return typeof node.value === 'string' ? [node.value] : [];
  return node.type === 'ArrayExpression' && 'elements' in node ? literalsOf(node.elements) : [];
}
const parsed = (file: string) => parseSync(file, text(file)).program;

test.each([
  ["run('npm', ['run', 'backup'])", 1],
  ["// run('npm', ['run', 'backup'])", 0],
  ["test('npm run backup', () => {})", 0],
  ["run('backup', 'npm', 'run')", 0],
  ["check('npm', other('run', 'backup'))", 0],
])('a command is run by a call, not by a word in a file: %s', (source, calls) => {
  expect(callsWith(parseSync('planted.ts', source).program, ['npm', 'run', 'backup'])).toBe(calls);
});

const startsWith = (command: string) => (name: string) =>
  command === name || command.startsWith(`${name} `) || (name.endsWith(':') && command.startsWith(name));

test.each(PAGES)('every command of %s is run by a test', (path) => {
  for (const command of commandsOf(text(path))) {
    const script = /^npm run ([\w:]+)/.exec(command)?.[1];
    if (script) expect(scripts, command).toHaveProperty([script]);
    if (BY_HAND.some(startsWith(command))) continue;
    const known = Object.keys(RUN_BY).find(startsWith(command));
    expect(known, `${path}: '${command}' is run nowhere`).toBeDefined();
    const [file, ...literals] = RUN_BY[known ?? ''] ?? [''];
    expect(callsWith(parsed(file), literals), `${file} runs '${command}'`).toBeGreaterThan(0);
  }
});

test.each([...PAGES, 'CHANGELOG.md'])('%s has no marks of an unfinished merge', (path) => {
  expect(text(path)).not.toMatch(/^(?:<{7}|>{7}) /m);
});

const LIVING = [...PAGES, ...globSync('docs/{guide,reference}/*.md')];
// A decision names the files of its time.
const LINKED = [...LIVING, ...globSync('docs/decisions/*.md')];
/** Returns the anchors of a page's headings. */
const anchorsOf = (path: string) =>
  [...text(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each(LIVING)('what %s points at is there', (path) => {
  const page = text(path);
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) =>
    join(dirname(path), target),
  );
  const pictures = [...page.matchAll(/src="([^"]+)"/g)].map(([, target = '']) => join(dirname(path), target));
  const named = [
    ...page.matchAll(/`((?:contract|server|src|sw|tests|bench|docs|scripts|deploy)\/[\w./$-]*[\w/])`/g),
  ].map(([, target = '']) => target);
  for (const target of [...links, ...pictures, ...named])
    expect(existsSync(target), `${path} names ${target}`).toBe(true);
});

test.each(LINKED)('every section that %s points at is there', (path) => {
  const links = [...text(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  for (const [link, target = '', anchor = ''] of links)
    expect(anchorsOf(target === '' ? path : join(dirname(path), target)), `${path}: ${link}`).toContain(anchor);
});

// What a migration says stays as it was when it ran.
const SOURCES = globSync('{contract,server,src,recorder,sw,bench,build,scripts,tests}/**/*.{ts,tsx,sql,css}').filter(
  (path) => !path.includes('migrations') && !path.startsWith('tests/unit/repository'),
);

test('code points at sections that are there', () => {
  for (const path of SOURCES)
    for (const [link, page = '', anchor] of text(path).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)) {
      expect(existsSync(page), `${path}: ${link}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(page), `${path}: ${link}`).toContain(anchor);
    }
});

test('code and pages name no page that is in no repository', () => {
  const shelves = ['', 'docs', 'docs/reference'];
  const lost = [...SOURCES, ...LINKED].flatMap((path) =>
    [...text(path).matchAll(/(?<![\w$}])(?:[\w-]+\/)*[\w-]+\.md\b/g)]
      .filter(([page]) => ![...shelves, dirname(path)].some((shelf) => existsSync(join(shelf, page))))
      .map(([page]) => `${path}: ${page}`),
  );
  expect(lost).toEqual([]);
});

test('code and pages name no requirement by a number', () => {
  const numbered = [...SOURCES, ...LINKED].flatMap((path) =>
    // Rows of lists that customers have may begin with such a number.
    path.includes('tests/support/lists')
      ? []
      : [...text(path).matchAll(/\b[SR]-\d{2,3}\b/g)].map(([number]) => `${path}: ${number}`),
  );
  expect(numbered).toEqual([]);
});
