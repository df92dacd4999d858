/**
 * Returns at most `limit` items, and one that merges the rest at the end (spec/product.txt section 9: '9 + Other'). Items keep their given
 * order.
 */
export function groupTop<T>(items: readonly T[], limit: number, merge: (rest: readonly T[]) => T): T[] {
  if (items.length <= limit) return [...items];
  return [...items.slice(0, limit), merge(items.slice(limit))];
}
