import { t } from '@lingui/core/macro';
import { ROLL_LETTERS, shownLetter } from '#contract/figures/people.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';

type Letter = keyof typeof ROLL_LETTERS;
const isLetter = (text: string): text is Letter => Object.hasOwn(ROLL_LETTERS, text);

/** Returns the content of a cell of the roll: its letter with the marks '.' and '*', its status, and its words 'Late, a punch is missing, corrected or excused'. */
export function cellOf(text: string) {
  const first = text.slice(0, 1);
  const letter: Letter = isLetter(first) ? first : '-';
  const missing = text.includes('.');
  const status = translated(ROLL_LETTERS[letter]);
  const words = listed([
    status,
    ...(missing ? [t`a punch is missing`] : []),
    ...(text.includes('*') ? [t`corrected or excused`] : []),
  ]);
  const shown =
    letter === '-' ? { text: '' } : { text: shownLetter(letter, translated), marks: text.slice(1) || undefined };
  return { letter, ...shown, missing, status, words };
}

/** The meaning of the letters: 'P Present, L Late, ...'. */
export function rollKey(): string {
  const letters = Object.entries(ROLL_LETTERS).filter(([letter]) => letter !== '-');
  const meanings = listed(letters.map(([letter, word]) => `${shownLetter(letter, translated)} ${translated(word)}`));
  return t`${meanings}; a dot: a punch is missing; a star: corrected or excused.`;
}
