/** True in the long form of the tests (TEST_SIZE=long, `npm run test:all`). */
export const isLong = process.env.TEST_SIZE === 'long';

/** Returns the number of cases of a random or generated test: `small` in `npm test`, `large` in the long form. */
export const size = (small: number, large: number) => (isLong ? large : small);

/**
 * Returns fast-check's parameters for random worlds, `small` of them or `large`. Each run takes others, so that a few in every run find what many would in
 * one: RUNS=20 takes twenty times as many (`npm run test:worlds`).
 */
export const runs = (small: number, large: number) => ({
  numRuns: size(small, large) * Number(process.env.RUNS ?? 1),
});

/** Returns each `nth` of the cases of a table in `npm test`, and all in the long form. */
export const sampled = <T>(cases: readonly T[], nth: number) => cases.filter((_, i) => isLong || i % nth === 0);
