import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test, or what else failed, with the first lines of the reason; `file`, `title` and `line` find it again, `seed` its random cases. */
export type Failure = { name: string; why: string; file?: string; title?: string; line?: number; seed?: string };
/** The result of one step; `flaky`: tests that passed when they were run once more. */
export type Outcome = { passed: number; skipped: number; failures: Failure[]; flaky: Failure[] };

const vitestReport = z.object({
  numPassedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Returns the outcome of a run of Vitest, from its JSON report at `path`; `code` is its exit code. */
export function readVitest(path: string, code: number): Outcome {
  const report = read(path, vitestReport);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = relative('.', name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded fails without failing a test.
    if (status === 'failed' && tests.length === 0) return [{ name: file, why: brief(message), file }];
    return tests.map(({ ancestorTitles, title, failureMessages }) => ({
      name: [file, ...ancestorTitles, title].join(' > '),
      why: brief(failureMessages?.[0]),
      file,
      // As Vitest's own filter of names reads it.
      title: [...ancestorTitles, title].join(' > '),
      ...seedIn(failureMessages?.[0]),
    }));
  });
  return {
    passed: report?.numPassedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
    failures: withCode(failures, code, 'Vitest'),
    flaky: [],
  };
}

/** fast-check says the seed of the cases of which one failed. */
function seedIn(why = '') {
  const [, seed] = /\{ seed: (-?\d+),/.exec(why) ?? [];
  return seed === undefined ? {} : { seed };
}

/** A run may also fail without failing a test: of an unhandled rejection, or because it could not start. */
const withCode = (failures: Failure[], code: number, name: string) =>
  code !== 0 && failures.length === 0 ? [{ name, why: `ended with ${code}` }] : failures;

const playwrightSuite = z.object({
  file: z.string(),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
  specs: z.array(
    z.object({
      title: z.string(),
      line: z.int(),
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
  stats: z.object({ expected: z.int(), skipped: z.int() }),
  suites: z.array(playwrightSuite),
});

/** Returns the outcome of a run of Playwright. */
export function readPlaywright(path: string, code: number): Outcome {
  const report = read(path, playwrightReport);
  return {
    passed: report?.stats.expected ?? 0,
    skipped: report?.stats.skipped ?? 0,
    failures: withCode(failed(report?.suites ?? []), code, 'Playwright'),
    flaky: [],
  };
}

function failed(suites: readonly PlaywrightSuite[]): Failure[] {
  return suites.flatMap(({ file, suites: inner = [], specs }) => [
    ...failed(inner),
    ...specs.flatMap(({ title, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => ({
          name: `${file} > ${title}`,
          // After the time that ran out comes the step in which it did.
          why: brief(results[0]?.errors.map(({ message }) => message).join('\n')),
          file,
          line,
        })),
    ),
  ]);
}

const brief = (why = '') => stripVTControlCharacters(why).slice(0, 600).split('\n').slice(0, 6).join('\n    ');

function read<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
