import { expect, test } from 'vitest';
import { naturalOrder } from '#src/lib/order.ts';
import { matchesPerson, matchesText } from '#src/lib/search.ts';

const zoe = { number: '1042', firstName: 'Zoë', lastName: 'van der Merwe' };

test.each([
  ['', true],
  ['104', true],
  ['zoe', true],
  ['MERWE', true],
  ['merwe zoë', true],
  ['zoe 99', false],
  ['xyz', false],
])('typing "%s" finds Zoë: %s', (typed, found) => expect(matchesPerson(zoe, typed)).toBe(found));

test('text', () => {
  expect(matchesText('Late arrivals, Pack-house', 'pack late')).toBe(true);
  expect(matchesText('Late arrivals', 'early')).toBe(false);
});

test('numbers are ordered as people count', () => {
  expect(['10', '9', '100', 'B2', 'b10', 'A1'].sort(naturalOrder)).toEqual(['9', '10', '100', 'A1', 'B2', 'b10']);
});
