import { foldText } from '#contract/platform/personNames.ts';

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
