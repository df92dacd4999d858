import { afterEach, expect, test } from 'vitest';
import { rateAmount } from '#contract/platform/money.ts';
import { setLanguage } from '#src/lib/language.ts';
import { decimalIn, typedAs, unitsIn, wallTimeIn } from '#src/lib/typed.ts';
import { dayLabel } from '#src/lib/zoned.ts';
import { typedDate } from '#src/ui/dates.ts';

afterEach(() => setLanguage('en', 'ltr'));

test.each([
  // As the language writes decimals, or with the other sign where it cannot part thousands.
  ['en', '3.125', '3.125'],
  ['en', '7,5', '7.5'],
  ['en', '1 234,56', '1234.56'],
  ['en', ' 1250 ', '1250'],
  ['en', '0,125', '0.125'],
  ['es', '3,125', '3.125'],
  ['es', '7.5', '7.5'],
  ['pt', '1 250,5', '1250.5'],
  ['af', '12,345', '12.345'],
  ['fr', '0.125', '0.125'],
  // Thousands, or three decimals: refused.
  ['en', '1,250', undefined],
  ['en', '1,250.50', undefined],
  ['en', '12,345,678', undefined],
  ['es', '1.250', undefined],
  ['es', '1.250,50', undefined],
  ['pt', '12.345.678', undefined],
  ['fr', '1.250', undefined],
])('%s: %s is %s', (language, typed, sent) => {
  setLanguage(language, 'ltr');
  const { success, data } = rateAmount.safeParse(decimalIn(typed));
  expect(success ? data : undefined).toBe(sent);
  expect(unitsIn(typed)).toBe(sent);
});

test.each(['en', 'es', 'pt', 'af', 'fr'])('what is stored comes back as it is sent, in %s', (language) => {
  setLanguage(language, 'ltr');
  for (const stored of ['', '0', '1.250', '999.999', '1250.5', '1250']) expect(decimalIn(typedAs(stored))).toBe(stored);
});

test.each([
  ['7', '07:00'],
  ['730', '07:30'],
  ['7.30', '07:30'],
  ['7h30', '07:30'],
  [' 23:59 ', '23:59'],
  ['24:00', null],
  ['7:60', null],
  ['07:30:15', null],
  ['half past', null],
  ['', null],
])('the wall time of %j is %j', (typed, time) => {
  expect(wallTimeIn(typed)).toBe(time);
});

test('a wall time has seconds where they matter', () => {
  expect(['7', '07:30', '7:30:15', '073015', '07:30:60'].map((typed) => wallTimeIn(typed, true))).toEqual([
    '07:00',
    '07:30',
    '07:30:15',
    '07:30:15',
    null,
  ]);
});

test.each([
  ['en', '3/11/2026', '2026-11-03'],
  ['en', '3.11.26', '2026-11-03'],
  ['en', '2026-11-03', '2026-11-03'],
  ['en', '3 Nov 2026', '2026-11-03'],
  ['en', 'November 3, 2026', '2026-11-03'],
  ['es', '3 de noviembre de 2026', '2026-11-03'],
  ['fr', '3 aou 2026', '2026-08-03'],
  ['pt', '3 março 2026', '2026-03-03'],
  ['af', '3 Mrt. 2026', '2026-03-03'],
  // Not finished, or no day.
  ['en', '3/11', null],
  ['en', '3/11/20', null],
  ['en', '3/11/202', null],
  ['en', '31/2/2026', null],
  ['en', '3 Foo 2026', null],
  ['en', '', null],
])('%s: the date of %j is %j', (language, typed, date) => {
  setLanguage(language, 'ltr');
  expect(typedDate(typed)).toBe(date);
});

test.each(['en', 'es', 'pt', 'af', 'fr'])('the date that a field shows is read as it is, in %s', (language) => {
  setLanguage(language, 'ltr');
  for (let month = 1; month <= 12; month += 1) {
    const date = `2026-${String(month).padStart(2, '0')}-03`;
    expect(typedDate(dayLabel(date))).toBe(date);
  }
});
