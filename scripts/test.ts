import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { run } from './run.ts';
import { type Failure, type Outcome, readPlaywright, readVitest } from './testReports.ts';

/**
 * `npm test`: what proves the product to a newcomer, in minutes. `npm run test:all` adds everything else: dead exports, tests of processes, long
 * random runs, all end-to-end tests, and takes another PostgreSQL for the API. `npm test -- journeys` runs some steps by name. A test that fails is
 * run once more by itself, a random one with the cases that failed; one that passes then counts as passed and is listed as flaky. Ends with 'N passed, N failed'.
 */
type Step = { name: string; run: () => Promise<Outcome> };

const reports = mkdtempSync(join(tmpdir(), 'tallyboard-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
// Tests start the server and the commands a hundred times; compiling their modules anew takes a quarter of the processor's time of each.
process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled');

/** With more failures something is broken, and nothing is run again. */
const MOST_AGAIN = 20;
let files = 0;
const reportFile = () => join(reports, `${++files}.json`);

/** A command that succeeds or fails as a whole counts as one test. */
async function check(...names: string[]): Promise<Outcome> {
  const codes = await Promise.all(names.map((name) => run('npm', ['run', '--silent', name])));
  const failures = names.filter((_, nth) => codes[nth] !== 0).map((name) => ({ name, why: '' }));
  return { passed: names.length - failures.length, skipped: 0, failures, flaky: [] };
}

async function vitest(projects: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const ask = async (args: string[], more: Record<string, string> = {}) => {
    const outputFile = reportFile();
    const chosen = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`];
    return readVitest(
      outputFile,
      await run('npx', ['vitest', 'run', ...args, ...chosen, ...reporters, '--silent=passed-only'], {
        ...env,
        ...more,
      }),
    );
  };
  const escaped = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return again(await ask([]), async ({ file, title, seed }) => {
    if (file === undefined) return false;
    const named = title === undefined ? [] : ['--testNamePattern', `^${escaped(title)}$`];
    const outcome = await ask([file, ...named], seed === undefined ? {} : { SEED: seed });
    return outcome.failures.length === 0 && outcome.passed > 0;
  });
}

async function playwright(...chosen: string[]): Promise<Outcome> {
  const ask = async (...args: string[]) => {
    const outputFile = reportFile();
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile };
    return readPlaywright(
      outputFile,
      await run('npx', ['playwright', 'test', ...chosen, ...args, '--reporter=line,json'], env),
    );
  };
  return again(await ask(), async ({ file, line }) => {
    if (file === undefined) return false;
    const outcome = await ask(`${file}:${line}`, '--workers=1');
    return outcome.failures.length === 0 && outcome.passed > 0;
  });
}

/** Runs each failed test once more by itself. */
async function again(outcome: Outcome, passes: (failure: Failure) => Promise<boolean>): Promise<Outcome> {
  if (outcome.failures.length > MOST_AGAIN) return outcome;
  const [failures, flaky]: [Failure[], Failure[]] = [[], []];
  for (const failure of outcome.failures) {
    console.log(`\nOnce more by itself: ${failure.name}`);
    ((await passes(failure)) ? flaky : failures).push(failure);
  }
  return { ...outcome, passed: outcome.passed + flaky.length, failures, flaky };
}

/** On the oldest PostgreSQL that is supported, as Debian has it. */
async function onPostgres(projects: readonly string[]): Promise<Outcome> {
  const postgres = await startPostgres({ isDurable: false });
  try {
    return await vitest(projects, { TEST_DATABASE_URL: postgres.url, TEST_ALL: 'yes' });
  } finally {
    postgres.stop();
  }
}

const wanted = process.argv.slice(2);
const isAll = wanted.includes('all');
const EVERYDAY: Step[] = [
  { name: 'types and lint', run: () => check('types', 'lint') },
  // All tests run once: processes, long runs, and the servers of the end-to-end tests, on the bundled PostgreSQL.
  { name: 'unit, api, ui', run: () => (isAll ? onPostgres : vitest)(['unit', 'api', 'ui']) },
  { name: 'journeys', run: () => playwright('--grep', '@journey') },
];
const REST: Step[] = [
  { name: 'dead exports', run: () => check('knip') },
  { name: 'wide', run: () => onPostgres(['wide', 'wide ui']) },
  { name: 'process, long', run: () => vitest(['process', 'long']) },
  { name: 'end to end', run: () => playwright('--grep-invert', '@journey') },
];

/** CPU seconds of the processes that have ended; undefined where the system does not say. */
function cpuSeconds(): number | undefined {
  try {
    const [user, system] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(13, 15) ?? [];
    return (Number(user) + Number(system)) / 100;
  } catch {
    return undefined;
  }
}

const all = [...EVERYDAY, ...REST];
const unknown = wanted.filter((name) => name !== 'all' && !all.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}: ${all.map(({ name }) => name).join('; ')}; all.`);
  process.exit(1);
}
const named = all.filter(({ name }) => wanted.includes(name));
const steps = isAll ? all : wanted.length > 0 ? named : EVERYDAY;
const total = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const failures: string[] = [];
const flaky: string[] = [];
for (const step of steps) {
  const [started, cpu] = [performance.now(), cpuSeconds()];
  console.log(`\n== ${step.name}`);
  const outcome = await step.run().catch((error: unknown): Outcome => {
    const why = error instanceof Error ? error.message : String(error);
    return { passed: 0, skipped: 0, failures: [{ name: step.name, why }], flaky: [] };
  });
  total.passed += outcome.passed;
  total.failed += outcome.failures.length;
  total.skipped += outcome.skipped;
  failures.push(...outcome.failures.map(({ name, why }) => `${step.name}: ${name}\n    ${why}`));
  flaky.push(...outcome.flaky.map(({ name, why }) => `${step.name}: ${name}\n    ${why}`));
  const seconds = `${((performance.now() - started) / 1_000).toFixed(0)} s`;
  const spent = cpu === undefined ? '' : `, ${((cpuSeconds() ?? 0) - cpu).toFixed(0)} s of CPU`;
  lines.push(`${step.name.padEnd(20)} ${outcome.passed} passed, ${outcome.failures.length} failed  ${seconds}${spent}`);
}
if (flaky.length > 0) console.log(`\nFlaky, passed the second time by themselves:\n${flaky.join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.slice(0, 50).join('\n')}`);
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
