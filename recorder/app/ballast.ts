/** 4 MB that are deleted when the device is full, to make room for some 10,000 more records. */
const CACHE = 'recorder-ballast';
const ENTRY = '/rc/ballast';
const BYTES = 4 * 1024 * 1024;

/** Stores the ballast if it is missing; a device without room for it goes without. */
export async function layBallast(): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    // The keys only, not the response: while anybody holds its body, deleting the entry frees nothing.
    if ((await cache.keys(ENTRY))[0]) return;
    // Random, because zeros would be compressed to nothing.
    const bytes = new Uint8Array(BYTES);
    for (let at = 0; at < BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    await cache.put(ENTRY, new Response(bytes));
  } catch {
    // The device is full already, or has no Cache Storage.
  }
}
/** Deletes the ballast; resolves to true when there was one. Deleting the entry frees space at once, deleting the cache does not. */
export async function dropBallast(): Promise<boolean> {
  try {
    return await (await caches.open(CACHE)).delete(ENTRY);
  } catch {
    return false;
  }
}
