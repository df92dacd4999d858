import { expect, it } from 'vitest';
import { ROLL_LETTERS, shownLetter } from '#contract/figures/people.ts';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { wordsIn } from '#server/platform/words/words.ts';

it.each(Object.keys(LANGUAGES) as Language[])('each state of the roll has a letter of its own in %s', (language) => {
  const { say } = wordsIn(language);
  const letters = Object.keys(ROLL_LETTERS).map((letter) => shownLetter(letter, say));
  expect(letters.every((letter) => /^[\p{L}-]$/u.test(letter))).toBe(true);
  expect(new Set(letters).size).toBe(letters.length);
});
