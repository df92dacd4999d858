/** Letters that cannot be decomposed into a base letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** Returns text as a search compares it: without case and accents. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .toWellFormed()
    .replace(/\p{M}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    .toLowerCase()
    .replace(/[ßøłæœđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();

/** Returns a function that tells whether a text contains every word of a search. */
export function textMatcher(query: string) {
  const words = foldText(query).split(' ');
  return (text: string) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}

/** Bounded because an index entry must fit on a page, whatever the letters. */
const MAX_SEARCH_TEXT = 500;

/** Returns the text that is stored for searches. Line breaks separate the fields: no word of a search contains one. */
export const searchTextOf = (...fields: readonly string[]) =>
  fields.map(foldText).join('\n').slice(0, MAX_SEARCH_TEXT).toWellFormed();

/** Returns the `like` patterns of a search: every word must occur somewhere; `%`, `_` and `\` are literal. */
export const searchPatterns = (query: string): string[] =>
  foldText(query)
    .split(' ')
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
