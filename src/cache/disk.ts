import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import type { Sealed } from './seal.ts';

export const MAX_ENTRY_BYTES = 256_000;
/** For the muster list of 5,000 people, which must be at hand without a connection. */
const MAX_LARGE_BYTES = 1_500_000;
export const MAX_ENTRIES = 60;
const MAX_BYTES = 2_000_000;
/** Entries of other users are deleted after this time. */
const FOREIGN_MS = 7 * 24 * 3_600_000;

const makeStore = () => createStore('tallyboard-cache', 'q');
let store: UseStore | undefined;
let failures = 0;

/** Runs an action on IndexedDB. After a failure the database is opened again once, then given up for this page: everything in it is only a cache. */
async function use<T>(action: (store: UseStore) => Promise<T>, otherwise: T): Promise<T> {
  if (failures >= 2) return otherwise;
  try {
    store ??= makeStore();
    return await action(store);
  } catch (error) {
    failures += 1;
    store = undefined;
    if (failures >= 2) console.warn('Figures are cached in memory only: the disk refuses', error);
    return otherwise;
  }
}

/** Lets tests start afresh. */
export const resetDisk = () => {
  store = undefined;
  failures = 0;
};

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'iv' in value && 'data' in value && 'updatedAt' in value;

const all = () =>
  use(async (store) => {
    const found = await entries<string, unknown>(store);
    return found.filter((entry): entry is [string, Sealed] => isSealed(entry[1]));
  }, []);

/**
 * Opens one user's entries; `isLarge`: which of them may be larger than others. After `close` nothing is written, so that a late answer cannot
 * come back after a log-out.
 */
export function openDisk(prefix: string, isLarge: (key: string) => boolean) {
  let closed = false;
  const own = (key: string) => key.startsWith(`${prefix}-`);
  return {
    getItem: (key: string) =>
      closed ? Promise.resolve(undefined) : use((store) => get<Sealed>(key, store), undefined),
    async setItem(key: string, value: Sealed) {
      if (closed || value.data.byteLength > (isLarge(key) ? MAX_LARGE_BYTES : MAX_ENTRY_BYTES)) return;
      await use((store) => (closed ? Promise.resolve() : set(key, value, store)), undefined);
      if (!closed) await trim(own);
    },
    removeItem: (key: string) => use((store) => del(key, store), undefined),
    entries: async () => (closed ? [] : (await all()).filter(([key]) => own(key))),
    close: () => {
      closed = true;
    },
  };
}

/** Deletes the least recently used entries beyond the limits. */
async function trim(own: (key: string) => boolean) {
  const newestFirst = (await all()).filter(([key]) => own(key)).sort(([, one], [, other]) => other.usedAt - one.usedAt);
  let bytes = 0;
  const surplus = newestFirst.filter(([, { data }], index) => {
    bytes += data.byteLength;
    return index >= MAX_ENTRIES || bytes > MAX_BYTES;
  });
  if (surplus.length > 0)
    await use(
      (store) =>
        delMany(
          surplus.map(([key]) => key),
          store,
        ),
      undefined,
    );
}

/** A single entry that belongs to no session. */
export const openEntry = (key: string): Promise<unknown> => use((store) => get<unknown>(key, store), undefined);
export const storeEntry = (key: string, value: unknown) => use((store) => set(key, value, store), undefined);
export const removeEntries = (keys: string[]) => use((store) => delMany(keys, store), undefined);

/** Deletes all entries of a user. */
export async function wipe(prefix: string) {
  const keys = (await all()).map(([key]) => key).filter((key) => key.startsWith(`${prefix}-`));
  await use((store) => delMany(keys, store), undefined);
}

/** Deletes entries of other users of this browser that are older than 7 days. */
export async function collectForeign(prefix: string, now: number) {
  const old = (await all()).filter(([key, { usedAt }]) => !key.startsWith(`${prefix}-`) && now - usedAt > FOREIGN_MS);
  if (old.length > 0)
    await use(
      (store) =>
        delMany(
          old.map(([key]) => key),
          store,
        ),
      undefined,
    );
}
