import { clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { listenForAlerts } from './alerts.ts';
import { GET_VERSION, SKIP_WAITING } from './messages.ts';
import { NOT_THE_SHELL, onlyWhatItClaims } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * The shell, and alerts: built files from the precache, navigations answered with index.html. The API, terminals and other
 * origins match no route, so the worker never answers for them. A new worker waits until a page asks it to take over.
 */
const shell = self.__WB_MANIFEST;
const page = shell.find((entry) => typeof entry === 'object' && entry.url === 'index.html');
const revision = typeof page === 'object' ? page.revision : null;

addPlugins([onlyWhatItClaims]);
precacheAndRoute(shell, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: NOT_THE_SHELL }));
clientsClaim();
listenForAlerts();

self.addEventListener('message', ({ data, ports }) => {
  if (data?.type === SKIP_WAITING) void self.skipWaiting();
  if (data?.type === GET_VERSION) ports[0]?.postMessage({ revision });
});
