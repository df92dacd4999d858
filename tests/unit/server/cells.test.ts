import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecimalSign, readDecimal, readHours, twoNumbersIn } from '#server/platform/files/cells.ts';

describe('numbers as people write them', () => {
  it.each<[cell: string, point: string | undefined, comma: string | undefined]>([
    ['980', '980', '980'],
    ['12.5', '12.5', '12.5'],
    ['12,5', '12.5', '12.5'],
    ['1,250', undefined, '1.25'],
    ['1.250', '1.25', undefined],
    ['-1,250', undefined, '-1.25'],
    ['0,250', '0.25', '0.25'],
    ['1,2500', '1.25', '1.25'],
    ['1250,125', '1250.125', '1250.125'],
    ['1,250.5', '1250.5', '1250.5'],
    ['1.250,50', '1250.5', '1250.5'],
    ['1,250,000', '1250000', '1250000'],
    ['1.250.000', '1250000', '1250000'],
    ['1 250', '1250', '1250'],
    ['1\u202f250,5', '1250.5', '1250.5'],
    ["1'250.5", '1250.5', '1250.5'],
    ['1,25,000', undefined, undefined],
    ['1.250.5', undefined, undefined],
    ['1,250,5', undefined, undefined],
    ['many', undefined, undefined],
    ['', undefined, undefined],
  ])('%s', (cell, point, comma) => {
    expect([readDecimal(cell), readDecimal(cell, '.'), readDecimal(cell, ',')]).toEqual([point, point, comma]);
  });

  it('a number of a language is read as it is, or may be two and neither is taken', () => {
    const languages: [string, DecimalSign][] = [
      ['en-US', '.'],
      ['de-DE', ','],
      ['de-CH', '.'],
      ['fr-FR', ','],
      ['es-CL', ','],
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.constantFrom(0, 1, 2, 3),
        fc.constantFrom(...languages),
        (n, digits, [language, sign]) => {
          const value = n / 10 ** digits;
          const text = new Intl.NumberFormat(language, { minimumFractionDigits: digits })
            .format(value)
            .replace('−', '-');
          for (const given of [undefined, sign] as const) {
            const read = readDecimal(text, given);
            const two = twoNumbersIn(text, given);
            // Without a word on its sign, one group of three after a point is taken for decimals.
            if (given === undefined && sign === ',' && /^-?\d{1,3}\.\d{3}$/.test(text)) continue;
            if (two)
              expect([read, [Number(two.whole), Number(two.decimal)].includes(value)]).toEqual([undefined, true]);
            else expect(Number(read)).toBe(value);
          }
        },
      ),
    );
  });

  it('what is proposed for a number that may be two is read as that number', () => {
    const two = twoNumbersIn('-1,250') ?? { whole: '', decimal: '' };
    expect(two).toEqual({ whole: '-1250', decimal: '-1.2500' });
    for (const sign of ['.', ','] as const)
      expect([readDecimal(two.whole, sign), readDecimal(two.decimal, sign)]).toEqual(['-1250', '-1.25']);
  });

  it('hours follow the same rule', () => {
    expect(['1,250', '1.5', '1,5', '1:30', '45:00'].map((cell) => readHours(cell))).toEqual([
      undefined,
      ...[5_400_000, 5_400_000, 5_400_000, 162_000_000],
    ]);
  });
});
