import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticks } from '#src/lib/ticks.ts';

test.each([
  [285, [0, 100, 200, 300]],
  [0, [0, 1]],
  [0.4, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1_234, [0, 500, 1_000, 1_500]],
  [9_876_543.21, [0, 5_000_000, 10_000_000]],
])('an axis to %d has its places at %j', (most, places) => expect(ticks(most)).toEqual(places));

test('the largest value is on the axis, and no step of it is empty', () =>
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (most) => {
      const places = ticks(most);
      expect(places.at(-1)).toBeGreaterThanOrEqual(most);
      expect(places.length).toBeLessThanOrEqual(5);
      expect(places.at(-2)).toBeLessThanOrEqual(most);
    }),
  ));
