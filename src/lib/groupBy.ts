/** Returns the values by their key, in the order in which keys and values come. Map.groupBy is younger than the browsers that the README names. */
export function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K): [K, V[]][] {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return [...groups];
}
