import { expect, it } from 'vitest';
import { wordsIn } from '#server/platform/words/words.ts';
import { trustLines } from '#server/reports/head.ts';

const days = ['2026-11-19', '2026-11-20'].map((day) => ({ day, words: 'x', complete: false }));

it('the lines on incomplete days have the colon of their language', () => {
  expect(trustLines(days)).toEqual(['2026-11-19: x', '2026-11-20: x']);
  expect(trustLines(days, wordsIn('fr'))).toEqual(['19/11/2026\u00a0: x', '20/11/2026\u00a0: x']);
});
