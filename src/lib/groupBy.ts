/** Groups values by key, in the order in which keys and values come. Map.groupBy is newer than the oldest supported browsers. */
export function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K): [K, V[]][] {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return [...groups];
}
