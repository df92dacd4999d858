import { expect, test } from 'vitest';
import { cutLabel, labelLength } from '#src/lib/labels.ts';

test.each([
  [320, 6],
  [420, 8],
  [759, 8],
  [760, 12],
  [1440, 12],
])('a chart of %i px has labels of %i characters', (width, length) => expect(labelLength(width)).toBe(length));

test.each([
  ['Table grapes', 6, 'Table…'],
  ['Apples', 6, 'Apples'],
  ['Pomegranate', 8, 'Pomegra…'],
  ['🍇🍇🍇🍇🍇🍇🍇', 6, '🍇🍇🍇🍇🍇…'],
  ['', 6, ''],
])('%s at %i is %s', (text, length, cut) => expect(cutLabel(text, length)).toBe(cut));
