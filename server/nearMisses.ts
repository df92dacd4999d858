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

/** Returns true for a Damerau-Levenshtein distance of one: after the first difference the rest is the same. */
export function isOneSlipApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const rest = (text: string, from: number) => text.slice(at + from);
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, 2) === rest(b, 2))
  );
}
