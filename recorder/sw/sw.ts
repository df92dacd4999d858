import { clientsClaim } from 'workbox-core';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/**
 * The Recorder's shell and nothing else. Its cache has a name of its own: the dashboard's worker, which may stand on the same origin,
 * deletes caches that look like earlier ones of its own. A new worker waits until the page, at rest, asks it to take over.
 */
const CACHE = 'recorder-shell';
/** A page in place of a script (a portal, a proxy) must not become part of the shell. */
const isOfShell = (url: string, { status, headers }: Response) => {
  const isHtml = headers.get('content-type')?.includes('text/html') ?? false;
  return status === 200 && isHtml === new URL(url).pathname.endsWith('.html');
};
const controller = new PrecacheController({
  cacheName: CACHE,
  // What is not of the shell fails the install whole.
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
 * Makes the cache what this release wants: fetches what is missing, because a browser that was killed may have lost it, and deletes what
 * other releases left. Not once it is activated: killed then, a browser goes on with the release before. While another release is being
 * installed or waits, nothing is deleted that may be of it.
 */
async function tidy(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = new Map(Array.from(controller.getURLsToCacheKeys(), ([url, key]) => [key, url]));
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const [key, url] of wanted) if (!kept.has(key)) await fetchAnew(cache, key, url);
  const { installing, waiting } = self.registration;
  if (!installing && !waiting) for (const url of kept) if (!wanted.has(url)) await cache.delete(url);
}
async function fetchAnew(cache: Cache, key: string, url: string): Promise<void> {
  const response = await fetch(url, { cache: 'reload' }).catch(() => undefined);
  if (!response || !isOfShell(url, response)) return;
  // The server may have a newer release by now: its page wants scripts that are not here.
  const ours = controller.getURLsToCacheKeys();
  const text = url.endsWith('.html') ? await response.clone().text() : '';
  const scripts = Array.from(text.matchAll(/\/rc\/assets\/[\w.-]+/g), ([path]) => new URL(path, url).href);
  if (scripts.every((script) => ours.has(script))) await cache.put(key, response);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data?.type === 'TIDY') event.waitUntil(tidy());
});
