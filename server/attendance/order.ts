/** The orders of rules.md, Readings. Each compares two values and answers a number for `sort`. */

/** By code point: what a program compares without a locale. */
export const byText = (a: string, b: string) => {
  if (a === b) return 0;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

/** Digit runs as numbers, the rest by code point: 2 before 10, A2 before A10. Equal values fall back to the text. */
export function byNumber(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = byRun(left[i] ?? '', right[i] ?? '');
    if (difference !== 0) return difference;
  }
  return left.length - right.length || byText(a, b);
}

function byRun(a: string, b: string) {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return byText(a, b);
  const left = a.replace(/^0+(?=\d)/, '');
  const right = b.replace(/^0+(?=\d)/, '');
  return left.length - right.length || byText(left, right);
}
