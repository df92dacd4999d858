import { expect, test } from 'vitest';
import { trustLines } from '#server/reports/head.ts';

const complete = (day: string) => ({ day, words: `${day} in words`, complete: true });
const silent = (day: string) => ({ ...complete(day), complete: false });

test('one day says what the dashboard says, complete or not', () => {
  expect(trustLines([complete('2026-11-20')])).toEqual(['2026-11-20 in words']);
  expect(trustLines([silent('2026-11-20')])).toEqual(['2026-11-20 in words']);
});

test('of several days those that are incomplete are named', () => {
  expect(trustLines([complete('2026-11-18'), silent('2026-11-19'), complete('2026-11-20')])).toEqual([
    '2026-11-19: 2026-11-19 in words',
    'No device was silent and everybody was judged on the other days.',
  ]);
  expect(trustLines([silent('2026-11-19'), silent('2026-11-20')])).toHaveLength(2);
  expect(trustLines([complete('2026-11-19'), complete('2026-11-20')])).toEqual([
    'No device was silent and everybody was judged on each of these days.',
  ]);
});
