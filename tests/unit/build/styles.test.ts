import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { PALETTES } from '../../../build/themeCss.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
/** Returns the cascade layers of the page, weakest first. */
const ORDER =
  /const LAYERS = '@layer ([^;]+);'/
    .exec(read('build/shell.ts'))?.[1]
    ?.split(',')
    .map((layer) => layer.trim()) ?? [];
const LAYER_OF = new Map(
  ['page', 'area', 'forms'].flatMap((name) =>
    [...read(`src/styles/${name}.css`).matchAll(/core\/styles\/(\w+)\.css["'] layer\(([\w-]+)\)/g)].map(
      ([, component = '', layer = '']) => [component, layer] as const,
    ),
  ),
);

test.each([
  // A component's styles lose to those of components built on it, whichever style sheet is linked last.
  ['UnstyledButton', 'Menu'],
  ['UnstyledButton', 'Tabs'],
  ['Input', 'PillsInput'],
  ['Popover', 'Combobox'],
])('%s is styled before %s', (part, whole) => {
  const place = (name: string) => ORDER.indexOf(LAYER_OF.get(name) ?? '');
  expect(place(part)).toBeGreaterThanOrEqual(0);
  expect(place(part)).toBeLessThan(place(whole));
});

test('no component uses a palette that the theme leaves out', () => {
  const root = join(import.meta.dirname, '../../../src');
  const named =
    /\b(?:color|c|bg)(?:=|: )["'](blue|cyan|grape|green|lime|pink|red|violet|yellow|orange|teal|indigo|gray|dark)\b/g;
  const used = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(named)].map(([, palette]) => palette));
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((palette) => !PALETTES.some((one) => one === palette))).toEqual([]);
});

test('no sheet has light-dark(): for the oldest browsers the build turns it into variables that nothing sets, and the colour is lost', () => {
  const root = join(import.meta.dirname, '../../../src');
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  expect(sheets.filter((name) => readFileSync(join(root, name), 'utf8').includes('light-dark('))).toEqual([]);
});

test('no two CSS modules have the same name, after which their classes are named', () => {
  const names = readdirSync(join(import.meta.dirname, '../../../src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => basename(name));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
