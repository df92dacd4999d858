import { expect, test } from 'vitest';
import { languageOf } from '#contract/platform/languages.ts';
import { asText, english, fill, joined, msg, saidBy, words } from '#contract/platform/words.ts';

const days = msg('{count, plural, =0 {no day} one {# day} other {# days}} of {name}', {
  count: 1,
  name: msg('nobody'),
});

test('a message is filled with its values, a message among them, by the plurals of its language', () => {
  expect(english(days)).toBe('1 day of nobody');
  expect(english(msg(days.id, { count: 0, name: 'A' }))).toBe('no day of A');
  const french = new Map([
    [days.id, '{count, plural, one {# jour} other {# jours}} de {name}'],
    ['nobody', 'personne'],
  ]);
  expect(fill(days, 'fr', french)).toBe('1 jour de personne');
  // French counts nothing as one.
  expect(fill(msg(days.id, { count: 0, name: 'A' }), 'fr', french)).toBe('0 jour de A');
  expect(fill(msg(days.id, { count: 12345, name: '{count} <0>' }), 'fr', french)).toBe(
    '12\u202f345 jours de {count} <0>',
  );
});

test('a local date is said with its weekday, in the order of the language', () => {
  const since = msg('Gone since {day, date}.', { day: '2026-11-16' });
  expect(english(since)).toBe('Gone since Mon 16 Nov.');
  expect(fill(since, 'fr', new Map([[since.id, 'Absent depuis {day, date}.']]))).toBe('Absent depuis lun. 16 nov..');
  const newest = msg('The newest of {day, date, long} and {count, plural, one {# more} other {# more}}', {
    ...{ day: '2025-11-16', count: 2 },
  });
  expect(english(newest)).toBe('The newest of Sun 16 Nov 2025 and 2 more');
  expect(fill(newest, 'pt', new Map([[newest.id, 'A mais recente de {day, date, long}']]))).toMatch(/2025$/);
});

test('a text with values is found again; a text without is its own message', () => {
  const most = msg('At most {most} of it', { most: 7 });
  expect(asText(most)).toBe('At most 7 of it');
  expect(saidBy('At most 7 of it')).toBe(most);
  expect(saidBy('At most 8 of it')).toBe('At most 8 of it');
  expect(english(joined([words('It ended.'), most]))).toBe('It ended. At most 7 of it');
  expect(english(joined(['a', 'b'], ', '))).toBe('a, b');
});

test('a value chooses among the cases of its message only', () => {
  const kind = '{kind, select, late {Late} other {Other}}';
  for (const name of ['constructor', '__proto__', 'toString']) expect(english(msg(kind, { kind: name }))).toBe('Other');
});

test.each([
  [['pt-BR', 'en'], 'pt'],
  [['de', 'AF-za'], 'af'],
  [['zz', ''], 'en'],
  [[], 'en'],
])('of the languages %j, %s is shown', (tags, language) => {
  expect(languageOf(tags)).toBe(language);
});
