export type SizedCache<V> = {
  /** Returns a value, which counts as used now. */
  get(key: string): V | undefined;
  /** Returns a value without using it. */
  peek(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
};

/** Keeps values in memory up to a total size, the one set last whatever its size; those that were not used for longest go first. */
export function createSizedCache<V>(most: number, sizeOf: (value: V) => number): SizedCache<V> {
  // In order of use: re-inserting puts a key last.
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
