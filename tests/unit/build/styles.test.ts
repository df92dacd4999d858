import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
/** The cascade layers as the page tells them, weakest first. */
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
  // A component loses to those that are made of it, whichever sheet is linked last.
  ['UnstyledButton', 'Menu'],
  ['UnstyledButton', 'Tabs'],
  ['Input', 'PillsInput'],
  ['Popover', 'Combobox'],
])('%s is styled before %s', (part, whole) => {
  const place = (name: string) => ORDER.indexOf(LAYER_OF.get(name) ?? '');
  expect(place(part)).toBeGreaterThanOrEqual(0);
  expect(place(part)).toBeLessThan(place(whole));
});
