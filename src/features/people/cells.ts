import { t } from '@lingui/core/macro';
import { ROLL_LETTERS } from '#contract/people.ts';
import { inLanguage } from '../../lib/language.ts';
import { translated } from '../../lib/words.tsx';

type Letter = keyof typeof ROLL_LETTERS;
const isLetter = (text: string): text is Letter => Object.hasOwn(ROLL_LETTERS, text);

/** Returns the content of a cell of the roll: its letter with the marks '.' and '*', and its words 'Late, a punch is missing, corrected or excused'. */
export function cellOf(text: string) {
  const first = text.slice(0, 1);
  const letter: Letter = isLetter(first) ? first : '-';
  const missing = text.includes('.');
  const words = [
    translated(ROLL_LETTERS[letter]),
    missing && t`a punch is missing`,
    text.includes('*') && t`corrected or excused`,
  ];
  const shown = letter === '-' ? { text: '' } : { text: letter, marks: text.slice(1) || undefined };
  return { letter, ...shown, missing, words: words.filter(Boolean).join(', ') };
}

/** Returns the meaning of the letters: 'P Present, L Late, ...'. */
export function rollKey(): string {
  const letters = Object.entries(ROLL_LETTERS)
    .filter(([letter]) => letter !== '-')
    .map(([letter, word]) => `${letter} ${translated(word)}`)
    .join(', ');
  return t`${letters}; a dot: a punch is missing; a star: corrected or excused.`;
}

const shortWeekday = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }),
  'en-GB',
);
/** The weekday of a local date, as 'Tue'. */
export const weekdayShort = (date: string) => shortWeekday().format(Date.parse(date));

/** The first letter of the weekday of a local date. */
export const weekday = (date: string) => 'SMTWTFS'[new Date(date).getUTCDay()];
