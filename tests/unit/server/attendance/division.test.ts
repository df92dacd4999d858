import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divide } from '#server/attendance/division.ts';

/** The work of a team, divided among its members (docs/reference/teams.md). */

const parts = (units: number, weights: readonly number[]) =>
  weights.map((_, i) =>
    divide(
      units,
      weights.map((weight, n) => ({ employeeId: `e${n}`, weight })),
    ).get(`e${i}`),
  );

it.each([
  ['equally', 120_000, [1, 1, 1, 1, 1], [24_000, 24_000, 24_000, 24_000, 24_000]],
  ['the remainder to the first of equal remainders', 1_000, [1, 1, 1], [334, 333, 333]],
  ['the remainder to the largest', 1_000, [1, 2, 4], [143, 286, 571]],
  ['by hours', 100_000, [4, 8, 8], [20_000, 40_000, 40_000]],
  ['nothing to a member without hours', 100_000, [0, 3, 1], [0, 75_000, 25_000]],
  ['equally where nobody has any', 100_000, [0, 0], [50_000, 50_000]],
  ['what takes back', -1_000, [1, 1, 1], [-334, -333, -333]],
  ['the largest amount', 999_999_999_999_999, [1, 1], [500_000_000_000_000, 499_999_999_999_999]],
])('divides %s', (_, units, weights, expected) => {
  expect(parts(units, weights)).toEqual(expected);
});

const members = fc.uniqueArray(fc.record({ employeeId: fc.uuid(), weight: fc.nat(2 ** 31 - 1) }), {
  minLength: 1,
  maxLength: 100,
  selector: ({ employeeId }) => employeeId,
});
it('adds up to what was divided, in any order of the members, each within a thousandth of the exact part', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), members, fc.nat(), (units, some, turn) => {
      const divided = divide(units, some);
      expect([...divided.values()].reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(units));
      const turned = [...some.slice(turn % some.length), ...some.slice(0, turn % some.length)].reverse();
      expect(Object.fromEntries(divide(units, turned))).toEqual(Object.fromEntries(divided));
      const total = some.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
      for (const { employeeId, weight } of some) {
        const [own, all] = total === 0n ? [1n, BigInt(some.length)] : [BigInt(weight), total];
        const off = BigInt(divided.get(employeeId) ?? 0) * all - BigInt(units) * own;
        expect((off < 0n ? -off : off) < all).toBe(true);
      }
    }),
  );
});
