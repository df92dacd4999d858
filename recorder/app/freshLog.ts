/** More than 4 MB, in values that IndexedDB keeps in the log itself. */
const VALUES = 88;
const BYTES = 50_000;
const NAME = 'recorder-fresh-log';

/**
 * Makes Chromium begin a new log under IndexedDB. A browser that is killed during a write leaves a torn end; after a restart it appends to that, and
 * at the restart after it takes the log for corrupt and deletes every database of the page (docs/reliability.md). Its LevelDB begins a new log after
 * 4 MB, so these bytes, written at each start to a separate database that is then deleted, keep a torn log from being read twice.
 */
export async function beginFreshLog(): Promise<void> {
  // Only Chromium has this property; other browsers store IndexedDB in another way.
  if (!('userAgentData' in navigator)) return;
  try {
    await fill();
  } catch {
    // There is no room for it.
  }
  indexedDB.deleteDatabase(NAME);
}

const fill = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(NAME);
    opening.onupgradeneeded = () => opening.result.createObjectStore('filler');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const transaction = db.transaction('filler', 'readwrite', { durability: 'relaxed' });
      const store = transaction.objectStore('filler');
      // Random, because anything else would be compressed.
      for (let i = 0; i < VALUES; i += 1) store.put(crypto.getRandomValues(new Uint8Array(BYTES)), i);
      transaction.oncomplete = () => {
        db.close();
        resolve();
      };
      transaction.onabort = () => {
        db.close();
        reject(transaction.error);
      };
    };
  });
