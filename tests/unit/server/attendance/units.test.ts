import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairTotals, unitsPerHour } from '#server/attendance/piecework.ts';
import { createSum } from '#server/platform/units.ts';
import { HOUR } from '#server/platform/zone.ts';

/** Sums in whole thousandths equal those in decimals (rules 15 and 16). */

const Wide = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
/** Units as the database writes them, as people type them, and longer than any column. */
const units = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    fc.integer({ min: 0, max: 17 }),
    fc.integer({ min: 0, max: 5 }),
  )
  .map(([whole, shorter, places]) =>
    new Decimal((whole / 10n ** BigInt(shorter)).toString()).div(1_000).toFixed(places),
  )
  .map((text) => text.replace(/^-(?=[0.]*$)/, ''));

test('units an hour are the quotient of decimals, to the last half', () => {
  const timeMs = fc.oneof(
    fc.integer({ min: 1, max: 90_000_000 }),
    fc.constantFrom(HOUR, HOUR / 2, 3 * HOUR, 7_200_000),
  );
  fc.assert(
    fc.property(units, timeMs, (text, ms) => {
      expect(unitsPerHour(text, ms)).toBe(new Wide(text).times(HOUR).div(ms).toDecimalPlaces(2).toNumber());
    }),
    { numRuns: 3_000 },
  );
});

test('a sum is that of decimals', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 30 }), (texts) => {
      const sum = createSum();
      for (const text of texts) sum.add(text);
      expect(sum.total().toFixed()).toBe(texts.reduce((all, text) => all.plus(text), new Wide(0)).toFixed());
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['its end', { endedAt: 3 * HOUR, durationMs: 5 * HOUR }, 2 * HOUR],
  ['its duration', { endedAt: null, durationMs: 5 * HOUR }, 5 * HOUR],
  ['none', { endedAt: null, durationMs: null }, 0],
  ['none, where its end is before its start', { endedAt: HOUR / 2, durationMs: null }, 0],
])('the time of an entry: %s (rule 17)', (_, given, timeMs) => {
  const entry = { startedAt: HOUR, units: '1', lookup1: 'A', lookup2: null, ...given };
  expect(pairTotals([entry, entry])).toMatchObject([{ units: '2', timeMs: 2 * timeMs, entries: 2 }]);
});
