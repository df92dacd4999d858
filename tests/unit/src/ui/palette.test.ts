import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHART_COLORS, chartColor, colorsOf, OTHER_COLOR } from '#src/ui/charts/palette.ts';

type Triple = readonly [number, number, number];

const linear = (hex: string): Triple => {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
};
const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(linear(one)) + 0.05, luminance(linear(other)) + 0.05].sort((a, b) => b - a);
  return (light ?? 0) / (dark ?? 1);
};

/** Simulates the sight of people without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIGHT: Record<string, readonly [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const dot = (row: Triple, [x, y, z]: Triple) => Math.min(1, Math.max(0, row[0] * x + row[1] * y + row[2] * z));
const oklab = ([r, g, b]: Triple): Triple => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

const all = [...CHART_COLORS, OTHER_COLOR];

describe.each(Object.entries(SIGHT))('with %s', (_name, [red, green, blue]) => {
  test('any two colours are told apart', () => {
    const seen = all.map((hex) => {
      const rgb = linear(hex);
      return oklab([dot(red, rgb), dot(green, rgb), dot(blue, rgb)]);
    });
    for (const [index, one] of seen.entries())
      for (const other of seen.slice(index + 1))
        expect(100 * Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(5);
  });
});

test.each(all)('%s stands out from the card in both schemes', (color) => {
  expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(3);
  expect(contrast(color, '#242424')).toBeGreaterThanOrEqual(3);
});

test('the tenth is Other, and grey', () => expect(chartColor(9)).toBe(OTHER_COLOR));

test('a colour belongs to its thing, whatever its rank and on whatever day', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(names, fc.nat(), (keys, seed) => {
      const colors = colorsOf(keys);
      expect(new Set(colors.values()).size).toBe(keys.length);
      expect(colorsOf([...keys].reverse())).toEqual(colors);
      // Another day without one of them: who had a colour of its own before all others keeps it.
      const [first] = [...keys].sort();
      const others = keys.filter((key) => key === first || key.length % 2 === seed % 2);
      expect(colorsOf(others).get(first ?? '')).toBe(colors.get(first ?? ''));
    }),
  );
});
