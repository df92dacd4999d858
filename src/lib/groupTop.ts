/**
 * At most `limit` items by themselves, the rest merged into one at the end (spec/product.txt section 9: '9 + Other').
 * Items are taken in the order given; `limit + 1` items or more always end in the merged one.
 */
export function groupTop<T>(items: readonly T[], limit: number, merge: (rest: readonly T[]) => T): T[] {
  if (items.length <= limit) return [...items];
  return [...items.slice(0, limit), merge(items.slice(limit))];
}
