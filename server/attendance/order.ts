/** The orders in which figures are listed. Each function compares two values for `sort`. */

/** Moves surrogates above every other code unit, so that comparing units compares code points. */
const rank = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** Compares by code point, without a locale. */
export function byText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/**
 * Returns a text whose order by code point is the natural order of `number`: each run of digits loses its leading zeros and is prefixed with its
 * length (as digits, so that digits and other characters compare as before).
 */
export const naturalKey = (number: string) =>
  // The common form of a number, which needs no replacement.
  /^[1-9]\d*$/.test(number)
    ? `0${String.fromCharCode(number.length)}${number}`
    : number.replace(/\d+/g, (run) => {
        const digits = run.replace(/^0+(?=\d)/, '');
        return `0${String.fromCharCode(digits.length)}${digits}`;
      });

/** Compares runs of digits as numbers and the rest by code point: 2 before 10, A2 before A10. Equal values are ordered by their text. */
export const byNumber = (a: string, b: string) => byText(naturalKey(a), naturalKey(b)) || byText(a, b);

/** Returns a copy sorted by employee number; the key of each item is made once. */
export function sortedByNumber<T>(items: readonly T[], numberOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, number: numberOf(item), key: naturalKey(numberOf(item)) }))
    .sort((a, b) => byText(a.key, b.key) || byText(a.number, b.number))
    .map(({ item }) => item);
}
