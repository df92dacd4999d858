import { expect, test } from 'vitest';
import { createSizedCache } from '#server/platform/sizedCache.ts';

test('what was not used for longest goes first, the newest stays whatever its size', () => {
  const cache = createSizedCache<string>(5, (text) => text.length);
  const keys = () => ['a', 'b', 'c', 'd'].filter((key) => cache.peek(key) !== undefined);
  for (const key of ['a', 'b']) cache.set(key, '..');
  expect(cache.get('a')).toBe('..');
  cache.set('c', '..');
  expect(keys()).toEqual(['a', 'c']);
  cache.set('a', '.');
  cache.set('b', '..');
  expect(keys()).toEqual(['a', 'b', 'c']);
  cache.delete('c');
  cache.set('d', '........');
  expect(keys()).toEqual(['d']);
});
