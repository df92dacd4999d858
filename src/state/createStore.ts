import { useSyncExternalStore } from 'react';

/** A value outside React, which components and plain functions read alike. */
export type Store<T> = {
  get: () => T;
  /** Sets the value; listeners are called only if it is a different one. */
  set: (next: T) => void;
  /** Calls `listener` after every change. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void;
};

/** Returns a store with its first value. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the value of a store, and renders again when it changes. */
export const useStore = <T>({ get, subscribe }: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(subscribe, get);
