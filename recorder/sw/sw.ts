import { clientsClaim } from 'workbox-core';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/**
 * Serves the Recorder's shell and nothing else. Its cache has a name of its own, because the dashboard's worker, which may run on the same origin,
 * deletes caches that look like earlier ones of its own. A new worker waits until the idle page asks it to take over.
 */
const CACHE = 'recorder-shell';
/** A page in place of a script (from a portal or a proxy) must not become part of the shell. */
const isOfShell = (url: string, { status, headers }: Response) => {
  const isHtml = headers.get('content-type')?.includes('text/html') ?? false;
  return status === 200 && isHtml === new URL(url).pathname.endsWith('.html');
};
const controller = new PrecacheController({
  cacheName: CACHE,
  // Anything that is not of the shell makes the whole install fail.
  plugins: [{ cacheWillUpdate: async ({ request, response }) => (isOfShell(request.url, response) ? response : null) }],
});
controller.addToCacheList(self.__WB_MANIFEST);
self.addEventListener('install', (event) => event.waitUntil(controller.install(event)));
registerRoute(new PrecacheRoute(controller, { directoryIndex: 'index.html', cleanURLs: false }));
registerRoute(
  new NavigationRoute(controller.createHandlerBoundToURL('index.html'), {
    allowlist: [/^\/rc\/?(?:index\.html)?(?:[?#]|$)/],
  }),
);
clientsClaim();

/**
 * Makes the cache what this release needs: fetches missing files, because a browser that was killed may have lost them, and deletes those of other
 * releases. Not during activation: if the browser were killed then, it would go on with the former release. While another release is installing or
 * waiting, nothing is deleted that may belong to it.
 */
async function tidy(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = new Map(Array.from(controller.getURLsToCacheKeys(), ([url, key]) => [key, url]));
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  for (const [key, url] of wanted) if (!cached.has(key)) await fetchAnew(cache, key, url);
  const { installing, waiting } = self.registration;
  if (!installing && !waiting) for (const url of cached) if (!wanted.has(url)) await cache.delete(url);
}
async function fetchAnew(cache: Cache, key: string, url: string): Promise<void> {
  const response = await fetch(url, { cache: 'reload' }).catch(() => undefined);
  if (!response || !isOfShell(url, response)) return;
  // The server may have a newer release by now, whose page needs scripts that are not here.
  const ours = controller.getURLsToCacheKeys();
  const text = url.endsWith('.html') ? await response.clone().text() : '';
  const scripts = Array.from(text.matchAll(/\/rc\/assets\/[\w.-]+/g), ([path]) => new URL(path, url).href);
  if (scripts.every((script) => ours.has(script))) await cache.put(key, response);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data?.type === 'TIDY') event.waitUntil(tidy());
});
