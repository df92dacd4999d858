import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupTop } from '#src/lib/groupTop.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

test('nine groups stay themselves, a tenth makes Other', () => {
  const nine = Array.from({ length: 9 }, (_, index) => index);
  expect(groupTop(nine, 9, () => -1)).toEqual(nine);
  expect(groupTop([...nine, 9, 10], 9, (rest) => sum(rest))).toEqual([...nine, 19]);
});

test('nothing is lost and never more than the limit and Other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000 })), fc.integer({ min: 1, max: 12 }), (items, limit) => {
      const grouped = groupTop(items, limit, sum);
      expect(grouped.length).toBeLessThanOrEqual(limit + 1);
      expect(sum(grouped)).toBe(sum(items));
    }),
  );
});
