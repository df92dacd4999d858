/** The idle time before a search is sent, ms, and its longest text (spec section 9; ui imports no contract). */
export const SEARCH_IDLE_MS = 1_000;
export const MAX_QUERY = 100;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

type Person = { number: string; firstName: string; lastName: string };

/**
 * Returns true if a person matches a search: every word is in the number, the first name or the last name (spec/product.txt section 2), ignoring
 * accents and case. An empty search matches everybody.
 */
export function matchesPerson({ number, firstName, lastName }: Person, typed: string): boolean {
  const fields = [number, firstName, lastName].map(plain);
  return plain(typed)
    .split(/\s+/)
    .every((word) => fields.some((field) => field.includes(word)));
}

/** Returns true if a text contains every word of a search, accents and case aside. */
export function matchesText(text: string, typed: string): boolean {
  const field = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => field.includes(word));
}
