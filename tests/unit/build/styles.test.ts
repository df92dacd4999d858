import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LAYERS, layerOf } from '../../../build/layers.ts';
import { isEverShown, keepShown, keepSizes } from '../../../build/mantineCss.ts';
import { PALETTES } from '../../../build/themeCss.ts';

describe('a stylesheet without what is not shown', () => {
  const without = (words: string) => (css: string) => keepShown(css, (selector) => !selector.includes(words));
  const squeezed = (css: string) => css.replace(/\s+/g, '');

  test.each([
    ['.a{x:1}.b{x:2}', '.b{x:2}'],
    ['.a,.b{x:1}', '.b{x:1}'],
    ['@layer m{.a{x:1}.b{x:2}}', '@layerm{.b{x:2}}'],
    ['@layer m{@media (hover:hover){.a{x:1}}}', ''],
    ['.b:where(:not([p],[q])) .c,.a{x:1}', '.b:where(:not([p],[q])).c{x:1}'],
    ['/* .a { */ .b{x:1}', '.b{x:1}'],
    ['@keyframes k{from{x:1}to{x:2}}.a{x:1}', '@keyframesk{from{x:1}to{x:2}}'],
  ])('%s', (css, expected) => {
    expect(squeezed(without('.a')(css))).toBe(expected);
  });
  test('nothing is lost of what is shown', () => {
    const directory = join(import.meta.dirname, '../../../node_modules/@mantine/core/styles');
    for (const name of readdirSync(directory).filter((file) => file.endsWith('.layer.css'))) {
      const css = readFileSync(join(directory, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      expect(squeezed(keepShown(css, () => true)), name).toBe(squeezed(css));
    }
  });
});

test.each([
  // What others are made of loses to them, whichever sheet is linked last.
  ['UnstyledButton', 'Menu'],
  ['UnstyledButton', 'Tabs'],
  ['Input', 'PillsInput'],
  ['Popover', 'Combobox'],
])('%s is styled before %s', (part, whole) => {
  const place = (name: string) =>
    LAYERS.replace(/@layer |;/g, '')
      .split(',')
      .indexOf(layerOf(`/node_modules/@mantine/core/styles/${name}.layer.css`) ?? '');
  expect(place(part)).toBeGreaterThanOrEqual(0);
  expect(place(part)).toBeLessThan(place(whole));
});

test.each([
  ['.a[data-reverse]', false],
  ['.a:not([data-reverse])', true],
  ['.a:hover:where(:not([data-reverse], :disabled))', true],
  ['.a:where([data-reverse], [data-disabled])', true],
  ['.a:where([data-reverse]):where(:not([data-disabled]))', false],
  ['.a:where([data-reverse], [data-grow])', false],
  ['.a:is([data-reverse], [data-grow]):where([p], [q])', false],
])('%s is ever shown: %s', (selector, shown) => {
  expect(isEverShown(selector)).toBe(shown);
});

test.each([
  ['.a{--chip-size-sm:1;--chip-size-xl:2}', '.a{--chip-size-sm:1;}'],
  ['.a{--chip-size-lg:1;x:var(--chip-size-lg)}', '.a{--chip-size-lg:1;x:var(--chip-size-lg)}'],
  ['.a{--button-height-xs:1;--button-height-compact-xs:2;y:3}', '.a{--button-height-xs:1;y:3}'],
  ['.a{--mantine-spacing-xl:1}', '.a{--mantine-spacing-xl:1}'],
])('of sizes, %s leaves %s', (css, expected) => {
  expect(keepSizes(css)).toBe(expected);
});

test('no component takes a palette that the theme leaves out', () => {
  const root = join(import.meta.dirname, '../../../src');
  const named =
    /\b(?:color|c|bg)(?:=|: )["'](blue|cyan|grape|green|lime|pink|red|violet|yellow|orange|teal|indigo|gray|dark)\b/g;
  const used = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(named)].map(([, palette]) => palette));
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((palette) => palette && !PALETTES.includes(palette))).toEqual([]);
});
