import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { run } from './run.ts';
import { type Counts, one, readPlaywright, readVitest } from './testReports.ts';

/**
 * The one command for everything: `npm test` runs types, lint, dead exports, unit, api, ui and e2e; `npm test -- unit ui` some of them;
 * `npm test -- ci` all of them, the API tests once more on a real PostgreSQL, and short runs of the faults and of Firefox. Ends with 'N passed, N failed'.
 */
type Step = { name: string; run: () => Promise<Counts> };

const reports = mkdtempSync(join(tmpdir(), 'tallyboard-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
// Tests start the server and the commands a hundred times; compiling their modules anew takes a quarter of the processor's time of each.
process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled');

/** A command that succeeds or fails as a whole counts as one test. */
const check = (name: string, args: string[]): Step => ({
  name,
  run: async () => ((await run('npm', ['run', '--silent', ...args])) === 0 ? one('passed') : one('failed')),
});

async function vitest(project: string, env: Record<string, string> = {}): Promise<Counts> {
  const outputFile = join(reports, `${project}-${Object.keys(env).length}.json`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
    '--silent=passed-only',
  ];
  return readVitest(outputFile, await run('npx', ['vitest', 'run', '--project', project, ...reporters], env));
}

async function playwright(): Promise<Counts> {
  const outputFile = join(reports, 'e2e.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile };
  return readPlaywright(outputFile, await run('npx', ['playwright', 'test', '--reporter=line,json'], env));
}

async function apiOnPostgres(): Promise<Counts> {
  const postgres = await startPostgres();
  try {
    return await vitest('api', { TEST_DATABASE_URL: postgres.url });
  } finally {
    postgres.stop();
  }
}

const STEPS: Step[] = [
  check('types', ['types']),
  check('lint', ['lint']),
  check('dead exports', ['knip']),
  { name: 'unit', run: () => vitest('unit') },
  { name: 'api', run: () => vitest('api') },
  { name: 'ui', run: () => vitest('ui') },
  { name: 'e2e', run: playwright },
];
const CI_STEPS: Step[] = [
  ...STEPS,
  { name: 'api on PostgreSQL', run: apiOnPostgres },
  check('faults', ['test:faults', '--', 'short']),
  check('browsers', ['test:browsers', '--', 'short']),
];

const wanted = process.argv.slice(2);
if (wanted.includes('ci')) process.env.CI ??= 'true';
const named = CI_STEPS.filter(({ name }) => wanted.includes(name));
const steps = wanted.includes('ci') ? CI_STEPS : wanted.length > 0 ? named : STEPS;
const total = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const failures: string[] = [];
for (const step of steps) {
  const started = performance.now();
  console.log(`\n== ${step.name}`);
  const counts = await step.run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return one('failed');
  });
  for (const outcome of ['passed', 'failed', 'skipped'] as const) total[outcome] += counts[outcome];
  failures.push(...counts.failures.map((failure) => `${step.name}: ${failure}`));
  lines.push(
    `${step.name.padEnd(20)} ${counts.passed} passed, ${counts.failed} failed  ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  );
}
if (failures.length > 0) console.log(`\nFailed, or passed only the second time:\n${failures.slice(0, 50).join('\n')}`);
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
