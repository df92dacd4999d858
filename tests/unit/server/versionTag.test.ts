import { expect, test } from 'vitest';
import { isUnchanged, versionTag } from '#server/platform/http/versionTag.ts';

const NOW = new Date('2026-11-20T10:00:30Z');
const tagOf = (search: string, dataVersion = 7) =>
  versionTag({ accountId: 'A', dataVersion, scope: null }, `/v2/stats/piecework/top-10${search}`, NOW);

test.each([
  ['?cacheKey=1', ''],
  ['?cacheKey=1&orderBy=units', '?orderBy=units'],
  ['?orderBy=units&cacheKey=12', '?orderBy=units'],
  ['?orderBy=units&cacheKey=1&referenceDate=2026-11-20', '?orderBy=units&referenceDate=2026-11-20'],
  ['?orderBy=a%20b&cacheKey=1', '?orderBy=a+b'],
])('%s is the same as %s', (one, other) => {
  expect(tagOf(one)).toBe(tagOf(other));
});

test('what makes another answer makes another tag', () => {
  const tags = ['', '?orderBy=units', '?orderBy=performance', '?notcacheKey=1', '?orderBy=a%26b', '?orderBy=a&b'].map(
    (one) => tagOf(one),
  );
  expect(new Set([...tags, tagOf('', 8)]).size).toBe(tags.length + 1);
  expect(
    versionTag(
      { accountId: 'A', dataVersion: 7, scope: null },
      '/v2/stats/piecework/top-10',
      new Date(NOW.getTime() + 60_000),
    ),
  ).not.toBe(tagOf(''));
});

test('a tag is known as it is, weak, or among others', () => {
  const tag = tagOf('?orderBy=units');
  expect([tag, `W/${tag}`, `"x", ${tag}`].map((known) => isUnchanged(known, tag))).toEqual([true, true, true]);
  expect([undefined, '"x"', tagOf('')].map((known) => isUnchanged(known, tag))).toEqual([false, false, false]);
});
