import { Workbox } from 'workbox-window';
import { SHOWN_LANGUAGE, SKIP_WAITING } from '#sw/messages.ts';
import { onLanguage, shownLanguage } from '../lib/language.ts';
import { whenNetworkIsIdle } from '../lib/pageIdle.ts';
import { trustedText } from '../lib/trustedText.ts';
import { markShell } from './stale.ts';

const UPDATE_PAUSE_MS = 60_000;

let registration: ServiceWorkerRegistration | undefined;
let lastLook = 0;
/** The only script whose address is computed at run time. */
const workerUrl = () =>
  trustedText('service-worker', {
    createScriptURL: (url) => {
      if (url !== '/sw.js') throw new TypeError('Only the service worker is loaded by address');
      return url;
    },
  }).createScriptURL('/sw.js');

/** Asks whether there is a newer worker, at most once a minute unless `urgent`. Never rejects. */
export async function checkForNewShell(urgent = false): Promise<void> {
  const now = Date.now();
  if (!registration || (!urgent && now - lastLook < UPDATE_PAUSE_MS)) return;
  lastLook = now;
  await registration.update().catch(() => undefined);
}

/** The waiting worker, once it is ready to take over. */
export const waitingWorker = () => registration?.waiting ?? null;

/** Lets the waiting worker take over; resolves to true once it serves this page, false when it does not within `capMs`. */
export function takeWaiting(capMs: number): Promise<boolean> {
  const waiting = waitingWorker();
  if (!waiting) return Promise.resolve(false);
  return new Promise((resolve) => {
    const cap = setTimeout(() => resolve(false), capMs);
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(cap);
        resolve(true);
      },
      { once: true },
    );
    waiting.postMessage({ type: SKIP_WAITING });
  });
}

/** Tells the worker which language is shown, whose words it keeps for offline. */
const tellLanguage = () =>
  navigator.serviceWorker.controller?.postMessage({ type: SHOWN_LANGUAGE, language: shownLanguage() });

/** Registers the worker once the page is ready, because its downloads must not compete with the first figures on a slow connection. */
export function registerWorker() {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    markShell(true);
    tellLanguage();
  });
  onLanguage(tellLanguage);
  // No worker is woken for English, which has no file.
  if (shownLanguage() !== 'en') tellLanguage();
  const start = async () => {
    const controlled = navigator.serviceWorker.controller !== null;
    try {
      registration = await new Workbox(workerUrl(), { scope: '/', updateViaCache: 'none' }).register({
        immediate: true,
      });
    } catch (error) {
      console.warn('The service worker could not be registered', error);
      return;
    }
    // The first worker ever takes control of the page that installed it, which is not stale.
    if (!controlled)
      navigator.serviceWorker.addEventListener('controllerchange', () => markShell(false), { once: true });
    void checkForNewShell(true);
  };
  void whenNetworkIsIdle().then(start);

  const look = () => {
    if (document.visibilityState === 'visible') void checkForNewShell();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkForNewShell(true);
  });
}

/** Removes a worker of an earlier build in development and loads the page again, so that no worker answers. */
export async function removeWorker() {
  if (!('serviceWorker' in navigator)) return;
  const left = await navigator.serviceWorker.getRegistrations();
  // Not the Recorder's worker (/rc/sw.js).
  const ours = left.filter(({ active }) => active && new URL(active.scriptURL).pathname === '/sw.js');
  await Promise.all(ours.map((one) => one.unregister()));
  if (ours.length > 0) location.reload();
}
