import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, counted, hours, percent, percentages, sumUnits, units } from '#src/lib/figures.ts';

describe('figures as people read them', () => {
  test.each([
    [0, '0.00'],
    [1234.5, '1,234.50'],
    [-0.125, '-0.13'],
    [2.005, '2.01'],
    // As a number it would be …416.125.
    ['90071992547416.119', '90,071,992,547,416.12'],
    ['-1000999999998999.005', '-1,000,999,999,998,999.01'],
  ])('units %s', (value, text) => expect(units(value)).toBe(text));

  test.each([
    [0, '0:00'],
    [59_999, '0:00'],
    [60_000, '0:01'],
    [65 * 60_000, '1:05'],
    [1_000 * 3_600_000, '1,000:00'],
    [-90 * 60_000, '-1:30'],
    [-59_999, '0:00'],
  ])('hours %s', (ms, text) => expect(hours(ms)).toBe(text));

  test('counts and shares', () => {
    expect(count(5000)).toBe('5,000');
    expect(percent(1, 3)).toBe('33%');
    expect(percent(0, 0)).toBe('0%');
    expect(counted(1, 'person', 'people')).toBe('1 person');
    expect(counted(42, 'person', 'people')).toBe('42 people');
  });

  test('sums decimals exactly, in any order', () => {
    expect(sumUnits([0.1, 0.2])).toBe(0.3);
    const thousandths = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(thousandths), (whole) => {
        const values = whole.map((value) => value / 1_000);
        const exact = whole.reduce((sum, value) => sum + value, 0);
        expect(Math.round(sumUnits(values) * 1_000)).toBe(exact);
        expect(sumUnits(values.toReversed())).toBe(sumUnits(values));
      }),
    );
  });
});

test.each([
  [
    [86, 8, 6, 0],
    ['86%', '8%', '6%', '0%'],
  ],
  [
    [2_377, 238, 183],
    ['85%', '8%', '7%'],
  ],
  [
    [85, 7, 9],
    ['84%', '7%', '9%'],
  ],
  [
    [1, 1, 1],
    ['34%', '33%', '33%'],
  ],
  [
    [1_000, 1],
    ['100%', '0%'],
  ],
  [
    [0, 0],
    ['0%', '0%'],
  ],
  [[], []],
])('the shares of %j add up to 100%%', (parts, shares) => expect(percentages(parts)).toEqual(shares));

test('shares add up to 100% and none is a whole per cent off', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 10 }), (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0);
      fc.pre(whole > 0);
      const shares = percentages(parts).map((share) => Number.parseInt(share, 10));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - ((parts[index] ?? 0) / whole) * 100)).toBeLessThan(1);
    }),
  );
});
