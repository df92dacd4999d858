import { createStore, del, get, set, type UseStore } from 'idb-keyval';

/**
 * Memory of a browser whose user has alerts on this device, shared by pages and the worker: the mark that its messages are for, and the
 * path of a notification that was clicked, for whichever page comes next.
 */
let store: UseStore | undefined;
const opened = () => {
  store ??= createStore('tallyboard-alerts', 'device');
  return store;
};

export const readMark = () => get<unknown>('mark', opened());
export const keepMark = (mark: string) => set('mark', mark, opened());
export const forgetMark = () => del('mark', opened());

const WAITS_MS = 5 * 60_000;
/** iOS drops the address of a window that a notification opens. */
export const keepPath = (path: string) => set('path', { path, until: Date.now() + WAITS_MS }, opened());
export const forgetPath = () => del('path', opened());
/** Returns the path that waits, once and for five minutes; undefined when there is none. */
export async function takePath(): Promise<string | undefined> {
  const kept = await get<unknown>('path', opened());
  await forgetPath();
  if (typeof kept !== 'object' || kept === null || !('path' in kept && 'until' in kept)) return undefined;
  return typeof kept.path === 'string' && Number(kept.until) > Date.now() ? kept.path : undefined;
}
