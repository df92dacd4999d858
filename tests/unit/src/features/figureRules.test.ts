import { globSync, readFileSync } from 'node:fs';
import { t } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { FIGURE_RULES } from '#src/features/figures/figures/rules.ts';

const numbers = FIGURE_RULES.map(({ number }) => number);

test('every rule has its paragraph, once, in order', () => {
  // Those of attendance and piecework, and two about paid hours.
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(FIGURE_RULES.filter(({ title, text }) => t(title) === '' || text.length === 0)).toEqual([]);
});

test('whatever rule the server gives with Why? has a paragraph to lead to', () => {
  const sources = globSync('server/figures/stats/*.ts').map((file) => readFileSync(file, 'utf8'));
  const given = sources.flatMap((source) => [...source.matchAll(/\brule: (\d+)/g)].map(([, number]) => Number(number)));
  expect(given.length).toBeGreaterThan(5);
  expect(given.filter((number) => !numbers.includes(number))).toEqual([]);
});

test('nobody who reads them needs the numbers of a page that they do not have', () => {
  const text = FIGURE_RULES.flatMap(({ title, text: paragraphs }) => [title, ...paragraphs])
    .map((one) => t(one))
    .join(' ');
  expect(text).not.toMatch(/\brules? \d|rules\.md/i);
});
