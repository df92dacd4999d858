import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw, sampleSize } from '#server/office/samples/draw.ts';

const people = (count: number) => Array.from({ length: count }, (_, nth) => ({ number: String(nth + 1) }));
const numbers = (drawn: readonly { number: string }[]) => drawn.map(({ number }) => number);

test.each([
  [0, 0],
  [7, 7],
  [10, 10],
  [1_000, 10],
  [1_001, 11],
  [5_000, 50],
])('of %i people %i are drawn', (all, drawn) => expect(sampleSize(all)).toBe(drawn));

test('the same seed draws the same people in any order, another one or another period others', () =>
  fc.assert(
    fc.property(
      fc.string({ maxLength: 20 }),
      fc.shuffledSubarray(people(200), { minLength: 200 }),
      (seed, shuffled) => {
        const drawn = numbers(draw(seed, '2026-11-01', people(200)));
        expect(numbers(draw(seed, '2026-11-01', shuffled))).toEqual(drawn);
        expect(new Set(drawn).size).toBe(10);
        expect(numbers(draw(`${seed}x`, '2026-11-01', people(200)))).not.toEqual(drawn);
        expect(numbers(draw(seed, '2026-12-01', people(200)))).not.toEqual(drawn);
      },
    ),
  ));

test('a seed and a list of numbers are enough to draw again by hand', () =>
  // printf 'oak\n2026-11-01\n%s' N | sha256sum, the ten smallest of 1 to 12.
  expect(numbers(draw('oak', '2026-11-01', people(12)))).toEqual(['4', '9', '6', '8', '7', '10', '12', '1', '3', '2']));
