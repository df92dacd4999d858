/** True in the long form of the tests (TEST_SIZE=long, `npm run test:all`). */
export const isLong = process.env.TEST_SIZE === 'long';

/** Returns the number of cases of a random or generated test: `small` in `npm test`, `large` in the long form. */
export const size = (small: number, large: number) => (isLong ? large : small);

/** Returns each `nth` of the cases of a table in `npm test`, and all in the long form. */
export const sampled = <T>(cases: readonly T[], nth: number) => cases.filter((_, i) => isLong || i % nth === 0);
