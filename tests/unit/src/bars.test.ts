import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceworkBars } from '#src/features/figures/piecework/bars.ts';
import { timeSlices } from '#src/features/figures/piecework/slices.ts';
import { sumUnits } from '#src/lib/figures.ts';
import { OTHER_COLOR } from '#src/ui/charts/palette.ts';

const group = (code: string | null, entries: [string | null, number][]) => ({
  code,
  description: code ?? '(none)',
  totalUnits: sumUnits(entries.map(([, units]) => units)),
  entries: entries.map(([entry, units]) => ({ code: entry, description: entry ?? '(none)', units })),
});
const many = (count: number) => Array.from({ length: count }, (_, index) => group(`G${index}`, [['P', 10]]));

test('nine groups stand by themselves, a tenth makes Other, last', () => {
  expect(pieceworkBars(many(9), 'Other').bars.map(({ label }) => label)).not.toContain('Other');
  const { bars } = pieceworkBars(many(12), 'Other');
  expect(bars).toHaveLength(10);
  expect(bars.at(-1)).toMatchObject({ label: 'Other' });
  expect(Object.values(bars.at(-1)?.values ?? {})).toEqual([30]);
});

test('at most nine parts and Other, grey and last, in a bar', () => {
  const entries = Array.from({ length: 11 }, (_, index): [string, number] => [`P${index}`, 100 - index]);
  const { parts, bars } = pieceworkBars([group('G', entries)], 'Other');
  expect(parts).toHaveLength(10);
  expect(parts.at(-1)).toEqual({ key: 'other', label: 'Other', color: OTHER_COLOR });
  expect(bars[0]?.values.other).toBe(91 + 90);
  expect(new Set(parts.map(({ color }) => color)).size).toBe(10);
});

test('a code that looks like a path or like Other stays itself', () => {
  const { bars, parts } = pieceworkBars([group('a.b[0]', [['other', 1]]), group(null, [[null, 2]])], 'Other');
  expect(bars.map(({ label }) => label)).toEqual(['a.b[0]', '(none)']);
  for (const { key } of [...bars, ...parts]) expect(key).not.toMatch(/[.[\]]/);
  expect(parts.every(({ key }) => key !== 'other')).toBe(true);
});

test('no unit is lost or made, whatever the groups', () => {
  const units = fc.integer({ min: -5_000, max: 100_000 }).map((whole) => whole / 1_000);
  const code = fc.option(fc.constantFrom(...'ABCDEFGHIJKLMNOP'), { nil: null });
  const entries = fc.uniqueArray(fc.tuple(code, units), { maxLength: 14, selector: ([each]) => each });
  const groups = fc.uniqueArray(fc.tuple(code, entries), { maxLength: 14, selector: ([each]) => each });
  fc.assert(
    fc.property(groups, (drawn) => {
      const all = drawn.map(([each, parts]) => group(each, parts));
      const { bars, total } = pieceworkBars(all, 'Other');
      expect(total).toBe(sumUnits(all.map(({ totalUnits }) => totalUnits)));
      expect(sumUnits(bars.flatMap(({ values }) => Object.values(values)))).toBe(total);
    }),
  );
});

test('time spent: five and Other, grey and last', () => {
  const category = (index: number) => ({
    lookup1Code: `A${index}`,
    lookup2Code: null,
    lookup1Name: `Crop ${index}`,
    lookup2Name: '(none)',
    totalTimeMs: 1_000,
  });
  expect(
    timeSlices(
      Array.from({ length: 5 }, (_, index) => category(index)),
      'Other',
    ),
  ).toHaveLength(5);
  const slices = timeSlices(
    Array.from({ length: 8 }, (_, index) => category(index)),
    'Other',
  );
  expect(slices).toHaveLength(6);
  expect(slices.at(-1)).toEqual({ key: 'other', label: 'Other', value: 3_000, color: OTHER_COLOR });
});
