/**
 * Storage that pages and the worker share in a browser with alerts on this device: the mark that its messages carry, and the path of a notification
 * that was clicked, for the next page that asks. Written without idb-keyval, which would weigh a third of the worker's own code.
 */
const STORE = 'device';

/** From the worker to a page: `{ type: OPEN, path }`, to be answered on the port that comes with it. Frozen, as in messages.ts. */
export const OPEN = 'OPEN';

/** Runs one request on the store; rejects where the browser refuses IndexedDB. */
function ask<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tallyboard-alerts');
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const { result } = opening;
      const operation = act(result.transaction(STORE, 'readwrite').objectStore(STORE));
      operation.onerror = reject;
      operation.onsuccess = () => resolve(operation.result);
      result.close();
    };
  });
}

export const readMark = (): Promise<unknown> => ask((store) => store.get('mark'));
export const keepMark = (mark: string) => ask((store) => store.put(mark, 'mark'));
export const forgetMark = () => ask((store) => store.delete('mark'));

const WAITS_MS = 5 * 60_000;
/** Needed because iOS ignores the address with which a notification opens a window. */
export const keepPath = (path: string) => ask((store) => store.put({ path, until: Date.now() + WAITS_MS }, 'path'));
export const forgetPath = () => ask((store) => store.delete('path'));
/** Returns the path of a clicked notification, at most once and within five minutes; undefined when there is none. */
export async function takePath(): Promise<string | undefined> {
  // In one transaction, so that two tabs cannot both take the path, and one that is stored meanwhile is not deleted.
  const stored: unknown = await ask((store) => {
    const found = store.get('path');
    store.delete('path');
    return found;
  });
  if (typeof stored !== 'object' || stored === null || !('path' in stored && 'until' in stored)) return undefined;
  return typeof stored.path === 'string' && Number(stored.until) > Date.now() ? stored.path : undefined;
}
