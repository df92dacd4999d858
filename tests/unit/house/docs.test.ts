import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const text = (path: string) => readFileSync(path, 'utf8');
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text('package.json')));

/** Where each command of the pages is run, and what says so there; a command that nobody runs is not told to anybody. */
const RUN_BY: Record<string, [path: string, mark: string]> = {
  'npm ci': ['tests/e2e/commands.spec.ts', 'npm ci'],
  'npm start': ['tests/e2e/commands.spec.ts', "['start']"],
  'npm run backup': ['tests/e2e/commands.spec.ts', "['run', 'backup'"],
  'npm run restore': ['tests/e2e/commands.spec.ts', "['run', 'restore'"],
  'npm run demo': ['tests/support/demo.ts', 'scripts/demo.ts'],
  'npm run types': ['scripts/test.ts', "check('types', ['types'])"],
  'npm run lint': ['scripts/test.ts', "check('lint', ['lint'])"],
  'npm run format': ['scripts/test.ts', "check('lint', ['lint'])"],
  'npm run test:faults': ['scripts/test.ts', 'test:faults'],
  'npm run release:check': ['tests/unit/house/supply.test.ts', 'scripts/release.ts'],
  'npm run audit:check': ['tests/api/auditChain.test.ts', 'scripts/audit.ts'],
  curl: ['tests/api/docs.test.ts', "examples('docs/api.md')"],
  'npm run user': ['tests/api/commands.test.ts', "'user', '--', 'password'"],
  'npm run key': ['tests/api/startErrors.test.ts', 'scripts/key.ts'],
  echo: ['tests/api/commands.test.ts', 'DATABASE_URL: postgres.connectionString'],
  printf: ['tests/api/docs.test.ts', "examples('docs/api.md')"],
};
/**
 * What runs the tests cannot be run by one, what measures is run when its page is written, what waits for a person is looked at, and the
 * two that make a database ask for a password at the terminal (the API tests on PostgreSQL run as such a user).
 */
const BY_HAND = [
  'npm run build',
  'npm test',
  'npm run test:',
  'npm run bench',
  'npm run dev',
  'npm run screenshots',
  'npm audit',
  'npm sbom',
  'createuser',
  'createdb',
];

const withoutVariables = (command: string) => command.replace(/^(?:[A-Z_]+=\S* +)+/, '').trim();
/** Of a page: what stands indented or in a sh block, and what is said in the middle of a sentence. */
function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split(/\n(?=\S)/));
  const indented = [...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line);
  const inline = [...page.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command);
  return [...blocks, ...indented, ...inline]
    .flatMap((line) => line.replace(/ {2,}#.*$/, '').split(/ && | \| (?=curl)/))
    .map(withoutVariables)
    .filter((command) => /^[a-z]/.test(command));
}
const startsWith = (command: string) => (name: string) =>
  command === name || command.startsWith(`${name} `) || (name.endsWith(':') && command.startsWith(name));

test.each(PAGES)('every command of %s is run by a test', (path) => {
  for (const command of commandsOf(text(path))) {
    const script = /^npm run ([\w:]+)/.exec(command)?.[1];
    if (script) expect(scripts, command).toHaveProperty([script]);
    if (BY_HAND.some(startsWith(command))) continue;
    const known = Object.keys(RUN_BY).find(startsWith(command));
    expect(known, `${path}: '${command}' is run nowhere`).toBeDefined();
    const [where, mark] = RUN_BY[known ?? ''] ?? ['', ''];
    expect(text(where), `${where} runs '${command}'`).toContain(mark);
  }
});

test.each(PAGES)('what %s points at is there', (path) => {
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
