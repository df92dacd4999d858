export type SizedCache<V> = {
  /** Returns a value and counts that as a use. */
  get(key: string): V | undefined;
  /** Returns a value without counting a use. */
  peek(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
};

/** Returns a cache up to a total size; the value set last stays whatever its size, and those unused for longest are dropped first. */
export function createSizedCache<V>(most: number, sizeOf: (value: V) => number): SizedCache<V> {
  // In order of use: setting a key again puts it last.
  const kept = new Map<string, V>();
  let total = 0;
  const forget = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return;
    total -= sizeOf(value);
    kept.delete(key);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    peek: (key) => kept.get(key),
    set(key, value) {
      forget(key);
      kept.set(key, value);
      total += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (total <= most || oldest === key) return;
        forget(oldest);
      }
    },
    delete: forget,
  };
}
