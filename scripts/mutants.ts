import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EQUIVALENT } from './equivalentMutants.ts';

/**
 * Mutation testing of the rules that pay, separate tenants and write files. `npm run test:mutants -- 150 [part of a file's name]`
 * makes that many small changes one at a time, runs the tests of each file, and lists the changes that no test notices. Those that can change nothing
 * are left out, each with its reason (equivalentMutants.ts). The same seed makes the same changes; numbers after that try only those of them again,
 * after a test was written: `npm run test:mutants -- 150 '' 17 42`.
 */
type Target = { file: string; tests: string[] };
/** One list for the files of a folder: how long it takes without a change is measured once. */
const unit = (folder: string, ...files: string[]): Target[] => {
  const tests = [`tests/unit/server/${folder}`];
  return files.map((file) => ({ file: `server/${file}.ts`, tests }));
};
const TARGETS: Target[] = [
  ...unit('attendance', ...ofAttendance('activity', 'bucket')),
  // What of a break is paid is read from the calendar, too.
  { file: 'server/attendance/calendar.ts', tests: ['tests/unit/server/attendance', 'tests/unit/server/figures/pay'] },
  ...unit(
    'attendance',
    ...ofAttendance('cuts', 'derive', 'events', 'fact'),
    ...ofAttendance('judge', 'order', 'piecework', 'window', 'zone'),
  ),
  ...unit(
    'access/session',
    'access/session/rules',
    'platform/throttle/rules',
    'platform/http/rateLimit',
    'platform/secrets/secrets',
  ),
  ...unit('reports/reports', 'platform/http/csv'),
  { file: 'contract/platform/csv.ts', tests: ['tests/unit/server/reports/reports'] },
  ...unit('reports/alerts', 'reports/alerts/slots', 'reports/alerts/limits'),
  ...unit('intake/terminals', 'intake/terminals/dialects/adms/attlog', 'intake/terminals/time'),
  ...unit('access/users', 'access/users/rules'),
  { file: 'server/platform/db/rowLevelSecurity.ts', tests: ['tests/api/db.test.ts', 'tests/api/dbSchema.test.ts'] },
  {
    file: 'server/attendance/store.ts',
    tests: ['storeRecords', 'terminals', 'terminalsReplay', 'stats', 'statsRecalculation', 'sync', 'payroll'].map(
      (name) => `tests/api/${name}.test.ts`,
    ),
  },
];
function ofAttendance(...names: string[]) {
  return names.map((name) => `attendance/${name}`);
}
const WANTED = Number(process.argv[2] ?? 150);
const ONLY = process.argv[3] ?? '';
const AGAIN = process.argv.slice(4).map(Number);
const SEED = Number(process.env.MUTANTS_SEED ?? 33);
/** How long the tests may take as they are; and, with a change, how many times as long: one that makes a loop endless is noticed by it. */
const PATIENCE_MS = 900_000;
const PATIENCE = 4;

/**
 * Mutations: each match is replaced by each of the others. The spaces around operators, which Biome writes, distinguish them from types and markup.
 */
const CHANGES: [find: RegExp, ...others: string[]][] = [
  [/ <= /g, ' < ', ' > '],
  [/ >= /g, ' > ', ' < '],
  [/ < /g, ' <= ', ' >= '],
  [/ > /g, ' >= ', ' <= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/\bMath\.max\b/g, 'Math.min'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.floor\b/g, 'Math.ceil'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[(\s])!(?=[\w(])/g, ''],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/(?<![\w.'])\d[\d_]*(?![\w.'])/g, '(NUMBER + 1)'],
  [/ \?\? /g, ' && '],
  [/(?<=\()desc\b|\basc\b/g, ''],
  [/\bforce row level security\b/gi, 'no force row level security'],
];

const isEquivalent = ({ target, text, was, now }: Mutant) =>
  EQUIVALENT.some((known) => {
    const isLine = known.file === target.file && known.line === text;
    return isLine && known.was === was && known.now === now;
  });
for (const { file, line } of EQUIVALENT)
  if (!readFileSync(file, 'utf8').includes(line)) throw new Error(`equivalentMutants.ts: ${file} has no line ${line}`);

type Mutant = { target: Target; at: number; was: string; now: string; line: number; text: string };

/** Returns the code with everything that no test can observe (comments, imports, types, unused defaults) replaced by spaces of the same length. */
function visible(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  return (
    source
      .replace(/\/\*[\s\S]*?\*\//g, blank)
      .replace(/\/\/.*/g, blank)
      .replace(/^import [\s\S]*?;$/gm, blank)
      .replace(/^(export )?type [\s\S]*?;$/gm, blank)
      // Defaults that only the compiler needs, because the value is always present.
      .replace(/^\s*(const|for \(const) [[{].*? = 0\b.*[\]}] (=|of)/gm, blank)
  );
}

function mutantsOf(target: Target): Mutant[] {
  const source = readFileSync(target.file, 'utf8');
  const code = visible(source);
  return CHANGES.flatMap(([find, ...others]) =>
    [...code.matchAll(find)].flatMap((match) =>
      others.map((other) => {
        const line = code.slice(0, match.index).split('\n').length;
        const text = source.split('\n')[line - 1]?.trim() ?? '';
        return { target, at: match.index, was: match[0], now: other.replace('NUMBER', match[0]), line, text };
      }),
    ),
  );
}

/** Returns a generator of pseudo-random numbers, the same for the same seed. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Makes a copy of the project to mutate, so that the working tree stays as it is; returns its path. */
function copyOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-mutants-'));
  for (const name of [
    'contract',
    'server',
    'src',
    'sw',
    'docs',
    'scripts',
    'tests',
    'package.json',
    'vitest.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
  ])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
type Run = { passed: boolean; ms: number; output: string };
/** Runs tests; they have not passed either when they did not end in time. */
function runTests(folder: string, tests: readonly string[], patienceMs: number): Promise<Run> {
  const args = [vitest, 'run', '--bail', '1', '--reporter', 'dot', '--testTimeout', String(patienceMs), ...tests];
  // Fewer runs of the long property tests: a change that matters shows in most of them.
  const env = { ...process.env, ORACLE_RUNS: '150' };
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), patienceMs);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve({ passed: code === 0, ms: performance.now() - started, output });
    });
  });
}

const all = TARGETS.filter(({ file }) => file.includes(ONLY)).flatMap(mutantsOf);
const random = numbers(SEED);
const sample = all
  .map((mutant) => ({ mutant, order: random() }))
  .sort((one, other) => one.order - other.order)
  .slice(0, WANTED)
  .map(({ mutant }, i) => ({ n: i + 1, mutant }))
  .filter(({ n }) => AGAIN.length === 0 || AGAIN.includes(n));
const chosen = sample.filter(({ mutant }) => !isEquivalent(mutant));
console.log(
  `${chosen.length} of ${all.length} changes; ${sample.length - chosen.length} more can change nothing and are left out`,
);
const folder = copyOf();
const survivors: Mutant[] = [];
try {
  const patience = new Map<readonly string[], number>();
  for (const { mutant } of chosen) {
    const { tests } = mutant.target;
    if (patience.has(tests)) continue;
    const { passed, ms, output } = await runTests(folder, tests, PATIENCE_MS);
    if (!passed) throw new Error(`Without any change these fail: ${tests}\n${output.slice(-3_000)}`);
    patience.set(tests, PATIENCE * ms + 10_000);
  }
  for (const { n, mutant } of chosen) {
    const { target, at, was, now, line, text } = mutant;
    const path = join(folder, target.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, `${source.slice(0, at)}${now}${source.slice(at + was.length)}`);
    const noticed = !(await runTests(folder, target.tests, patience.get(target.tests) ?? PATIENCE_MS)).passed;
    writeFileSync(path, source);
    if (!noticed) survivors.push(mutant);
    console.log(
      `${n} ${noticed ? 'noticed' : 'SURVIVED'} ${target.file}:${line} ${JSON.stringify(was)} -> ${JSON.stringify(now)}: ${text}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} noticed`);
for (const { target, line, was, now, text } of survivors)
  console.log(`${target.file}:${line} ${JSON.stringify(was)} -> ${JSON.stringify(now)}: ${text}`);
