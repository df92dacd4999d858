import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** The result of one step; `failures` names the tests that failed or passed only at the second try, with the first lines of the reason. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] };

/** Returns the counts of a step that is a single check. */
export const one = (outcome: 'passed' | 'failed'): Counts => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  [outcome]: 1,
});

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** Returns the counts of a run of Vitest, from its JSON report at `path`; `code` is its exit code. */
export function readVitest(path: string, code: number): Counts {
  const report = read(path, vitestReport);
  const failed = report?.numFailedTests ?? 0;
  return {
    passed: report?.numPassedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
    // A file that cannot be loaded or an unhandled rejection fails the run without failing a test.
    failed: code === 0 ? failed : Math.max(failed, 1),
    failures: (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      if (status === 'failed' && tests.length === 0) return [describe(relative('.', name), message)];
      return tests.map((test) => describe(`${relative('.', name)} > ${test.fullName}`, test.failureMessages?.[0]));
    }),
  };
}

const playwrightSuite = z.object({
  file: z.string(),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
});
type PlaywrightSuite = z.output<typeof playwrightSuite>;
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(playwrightSuite),
});

/** Returns the counts of a run of Playwright; a test that passed at the second try counts as passed and is named. */
export function readPlaywright(path: string, code: number): Counts {
  const report = read(path, playwrightReport);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  return {
    passed: expected + flaky,
    skipped,
    failed: code === 0 ? unexpected : Math.max(unexpected, 1),
    failures: troubled(report?.suites ?? []),
  };
}

function troubled(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap(({ file, suites: inner = [], specs }) => [
    ...troubled(inner),
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          describe(
            `${file} > ${title} (${status})`,
            // After the time that ran out comes the step in which it did.
            results[0]?.errors.map(({ message }) => message).join('\n'),
          ),
        ),
    ),
  ]);
}

const describe = (name: string, why = '') =>
  `${name}\n    ${stripVTControlCharacters(why).slice(0, 600).split('\n').slice(0, 6).join('\n    ')}`;

function read<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
