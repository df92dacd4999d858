/** In shorter names, a slip too often leads to another valid name. */
const MIN_LENGTH = 6;

/**
 * Returns the unknown names that look like a known one that is missing: those that differ only in case, dashes and underscores, and of six letters
 * and more those with one letter missing, added, changed or swapped with the next.
 */
export function nearMisses(given: readonly string[], known: readonly string[]): { name: string; meant: string }[] {
  const missing = known.filter((name) => !given.includes(name));
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((candidate) => isNear(name, candidate));
      return meant ? [{ name, meant }] : [];
    });
}

const plain = (name: string) => name.toUpperCase().replace(/[_-]/g, '');
const isNear = (name: string, candidate: string) =>
  plain(name) === plain(candidate) || (candidate.length >= MIN_LENGTH && isOneSlipApart(name, candidate));

/** Returns true for a Damerau-Levenshtein distance of at most one. */
export const isOneSlipApart = (a: string, b: string): boolean => isWithinSlips(a, b, 1);

/** Returns true if at most `most` letters are missing, added, changed or swapped with the next. */
export function isWithinSlips(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [x, y] = [a.slice(at), b.slice(at)];
  if (x === y) return true;
  if (most === 0) return false;
  return (
    isWithinSlips(x.slice(1), y.slice(1), most - 1) ||
    isWithinSlips(x.slice(1), y, most - 1) ||
    isWithinSlips(x, y.slice(1), most - 1) ||
    (x[0] === y[1] && x[1] === y[0] && isWithinSlips(x.slice(2), y.slice(2), most - 1))
  );
}
