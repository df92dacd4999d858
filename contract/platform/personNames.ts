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

export type PersonName = { firstName: string; lastName: string };
/** Returns the words of a name without case and accents. */
export const partsOf = ({ firstName, lastName }: PersonName) =>
  foldText(`${firstName} ${lastName}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
/** Returns a name without its case, accents and order. */
export const nameOf = (name: PersonName) => partsOf(name).sort().join(' ');
/** Returns true where a name changes to one that shares no part of it: it is perhaps another person. */
export function isPerhapsAnother(before: PersonName, after: PersonName): boolean {
  const parts = new Set(partsOf(before));
  return !partsOf(after).some((part) => parts.has(part));
}
