import { afterEach, expect, test } from 'vitest';
import { rateAmount } from '#contract/platform/money.ts';
import { setLanguage } from '#src/lib/language.ts';
import { decimalIn, typedAs, unitsIn } from '#src/lib/typed.ts';

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
