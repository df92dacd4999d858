/**
 * Returns a function that makes a value from an object once for each key, and forgets it together with the object. `isKept`: false for a value that
 * would take too much memory; it is made again for every caller.
 */
export function createMemoPerObject<V>(isKept: (value: V) => boolean = () => true) {
  const kept = new WeakMap<object, Map<string, V>>();
  return (source: object, key: string, make: () => V): V => {
    const own = kept.get(source) ?? new Map<string, V>();
    kept.set(source, own);
    const known = own.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (isKept(value)) own.set(key, value);
    return value;
  };
}
