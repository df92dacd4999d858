import { clientsClaim } from 'workbox-core';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/**
 * The Recorder's shell and nothing else. Its cache has a name of its own: the dashboard's worker, which may stand on the same origin,
 * deletes caches that look like earlier ones of its own. A new worker waits until the page, at rest, asks it to take over.
 */
const controller = new PrecacheController({
  cacheName: 'recorder-shell',
  plugins: [
    {
      // A page in place of a script (a portal, a proxy) must not become part of the shell: the install fails whole.
      cacheWillUpdate: async ({ request, response }) => {
        const isHtml = response.headers.get('content-type')?.includes('text/html') ?? false;
        return response.status === 200 && isHtml === new URL(request.url).pathname.endsWith('.html') ? response : null;
      },
    },
  ],
});
controller.addToCacheList(self.__WB_MANIFEST);
self.addEventListener('install', (event) => event.waitUntil(controller.install(event)));
self.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
registerRoute(new PrecacheRoute(controller, { directoryIndex: 'index.html', cleanURLs: false }));
registerRoute(
  new NavigationRoute(controller.createHandlerBoundToURL('index.html'), {
    allowlist: [/^\/rc\/?(?:index\.html)?(?:[?#]|$)/],
  }),
);
clientsClaim();

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
