import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startPostgres } from './postgres.ts';
import { run } from './run.ts';

/**
 * The one command for everything: `npm test` runs types, lint, unit, api, ui and e2e; `npm test -- unit ui` some of them;
 * `npm test -- ci` all of them and the API tests once more on a real PostgreSQL. Ends with 'N passed, N failed'.
 */
type Counts = { passed: number; failed: number; skipped: number };
type Step = { name: string; run: () => Promise<Counts> };

const reports = mkdtempSync(join(tmpdir(), 'tallyboard-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** A check without tests of its own counts as one. */
const check = (name: string, args: string[]): Step => ({
  name,
  run: async () => ((await run('npm', ['run', '--silent', ...args])) === 0 ? one('passed') : one('failed')),
});
const one = (outcome: keyof Counts): Counts => ({ passed: 0, failed: 0, skipped: 0, [outcome]: 1 });

const vitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int() });
async function vitest(project: string, env: Record<string, string> = {}): Promise<Counts> {
  const outputFile = join(reports, `${project}-${Object.keys(env).length}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${outputFile}`];
  const code = await run('npx', ['vitest', 'run', '--project', project, ...reporters], env);
  const counts = read(outputFile, vitestReport);
  const failed = counts?.numFailedTests ?? 0;
  // A file that could not be loaded, or a stray rejection, fails the run without failing a test.
  return {
    passed: counts?.numPassedTests ?? 0,
    skipped: counts?.numPendingTests ?? 0,
    failed: code === 0 ? failed : Math.max(failed, 1),
  };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});
async function playwright(): Promise<Counts> {
  const outputFile = join(reports, 'e2e.json');
  const code = await run('npx', ['playwright', 'test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile,
  });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = read(outputFile, playwrightReport)?.stats ?? {};
  return { passed: expected + flaky, skipped, failed: code === 0 ? unexpected : Math.max(unexpected, 1) };
}

function read<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
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
  { name: 'unit', run: () => vitest('unit') },
  { name: 'api', run: () => vitest('api') },
  { name: 'ui', run: () => vitest('ui') },
  { name: 'e2e', run: playwright },
];
const CI_STEPS: Step[] = [
  ...STEPS,
  { name: 'api on PostgreSQL', run: apiOnPostgres },
  check('faults', ['test:faults', '--', 'short']),
];

const wanted = process.argv.slice(2);
const named = CI_STEPS.filter(({ name }) => wanted.includes(name));
const steps = wanted.includes('ci') ? CI_STEPS : wanted.length > 0 ? named : STEPS;
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
for (const step of steps) {
  const started = performance.now();
  console.log(`\n== ${step.name}`);
  const counts = await step.run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return one('failed');
  });
  for (const outcome of ['passed', 'failed', 'skipped'] as const) total[outcome] += counts[outcome];
  lines.push(
    `${step.name.padEnd(20)} ${counts.passed} passed, ${counts.failed} failed  ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
