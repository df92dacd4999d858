/** More than 4 MB, in values that are kept in the log itself. */
const VALUES = 88;
const BYTES = 50_000;
const NAME = 'recorder-fresh-log';

/**
 * Makes Chromium begin a new log under IndexedDB. A browser that is killed within a write leaves a torn end; started again it writes on behind
 * that, and at the next start takes the log for corrupt and deletes every database of the page (docs/reliability.md). Its LevelDB begins a new
 * log after 4 MB: written at each start, in a database of their own that is deleted again, they see to it that no torn log is read twice.
 */
export async function beginFreshLog(): Promise<void> {
  // Chromium alone has this property, and other browsers another store.
  if (!('userAgentData' in navigator)) return;
  try {
    await fill();
  } catch {
    // No room for it.
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
      // Anything else would be compressed.
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
