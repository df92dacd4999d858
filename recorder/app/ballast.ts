/** 4 MB that are given up when the device is full: room for some 10,000 more records (recorder.md, On the device). */
const CACHE = 'recorder-ballast';
const ENTRY = '/rc/ballast';
const BYTES = 4 * 1024 * 1024;

/** Puts the ballast where it is missing; a device that has no room for it has none. */
export async function layBallast(): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    // Not the response itself: while somebody has its body, deleting the entry frees nothing.
    if ((await cache.keys(ENTRY))[0]) return;
    // Zeros would be compressed to nothing.
    const bytes = new Uint8Array(BYTES);
    for (let at = 0; at < BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    await cache.put(ENTRY, new Response(bytes));
  } catch {
    // Full already, or no Cache Storage.
  }
}
/** Frees the room; true when there was something to free. Deleting the entry frees at once, deleting the cache does not. */
export async function dropBallast(): Promise<boolean> {
  try {
    return await (await caches.open(CACHE)).delete(ENTRY);
  } catch {
    return false;
  }
}
