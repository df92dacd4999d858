import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController } from 'workbox-precaching';
import { listenForAlerts } from './alerts.ts';
import { bringLanguages, dropFormerWords, isWords, KEPT, keepLanguage } from './languages.ts';
import { GET_VERSION, SHOWN_LANGUAGE, SKIP_WAITING } from './messages.ts';
import { NOT_THE_SHELL, onlyWhatItClaims } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/** TypeScript does not know static routes yet; Chromium has had them since version 123. */
type StaticRoute = { condition: { urlPattern: { pathname: string } }; source: 'network' | { cacheName: string } };
type Installing = ExtendableEvent & { addRoutes?: (routes: readonly StaticRoute[]) => Promise<void> };

/**
 * Serves the shell and shows alerts: built files come from the precache, navigations are answered with index.html. Requests to the API, of terminals
 * and to other origins go to the network untouched. A new worker waits until a page asks it to take over.
 */
const START = 'index.html';
const built = self.__WB_MANIFEST.map((entry) => (typeof entry === 'string' ? { url: entry, revision: null } : entry));
const files = built.filter(({ url }) => !isWords(`/${url}`));
/** Addresses of the words of all languages. */
const words = built.filter(({ url }) => isWords(`/${url}`)).map(({ url }) => new URL(url, location.href).href);
const revision = files.find(({ url }) => url === START)?.revision ?? null;

const shell = new PrecacheController({ plugins: [onlyWhatItClaims] });
shell.precache(files);
cleanupOutdatedCaches();
clientsClaim();
listenForAlerts();

// Where the browser can, it takes these from the cache and the network itself: a load neither waits for this worker to start nor passes through it.
self.addEventListener('install', (event: Installing) => {
  void event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/v2/*' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/assets/words-*' } }, source: { cacheName: KEPT } },
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: shell.strategy.cacheName } },
  ]);
  event.waitUntil(bringLanguages(words));
});
self.addEventListener('activate', (event) => event.waitUntil(dropFormerWords(words)));

// A listener of our own: workbox-routing would weigh as much as the alerts.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { pathname, search } = new URL(request.url);
  if (isWords(pathname)) return event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  // The help, which is in English, is not stored.
  if (pathname.startsWith('/help/'))
    return event.respondWith(fetch(request).catch(() => new Response('Help needs a connection.')));
  const isFile = shell.getCacheKeyForURL(request.url) !== undefined;
  const isPage = request.mode === 'navigate' && !NOT_THE_SHELL.some((pattern) => pattern.test(pathname + search));
  if (isFile || isPage) event.respondWith(shell.strategy.handle({ event, request: isFile ? request : START }));
});

self.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data?.type === SKIP_WAITING) void self.skipWaiting();
  if (data?.type === SHOWN_LANGUAGE) event.waitUntil(keepLanguage(words, data.language));
  if (data?.type === GET_VERSION) ports[0]?.postMessage({ revision });
});
