import decodeUrl from '../camera/decode.worker.ts?worker&url';

/** The only two scripts that are loaded by address; the page's Trusted Types policy refuses any other. */
const SHELL = '/rc/sw.js';
type Policy = { createScriptURL: (url: string) => string };
const rules: Policy = {
  createScriptURL: (url) => {
    if (url !== SHELL && url !== decodeUrl)
      throw new TypeError('Only the Recorder’s own workers are loaded by address');
    return url;
  },
};
const factory =
  'trustedTypes' in window
    ? (window.trustedTypes as { createPolicy(name: string, rules: Policy): Policy }) // the browser's own type is not in lib.dom
    : undefined;
const policy = factory ? factory.createPolicy('recorder-worker', rules) : rules;

export const newDecodeWorker = () => new Worker(policy.createScriptURL(decodeUrl), { type: 'module' });

/**
 * Registers the worker. `onRelease` is called with the function that continues to a release: first it lets the waiting worker take over, then, once
 * one has, it reloads. A browser may let the old worker finish before that (up to 5 minutes), so the page may be in use again by then.
 */
export async function registerWorker(onRelease: (apply: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) onRelease(() => location.reload());
    isControlled = true;
  });
  const registration = await serviceWorker
    .register(policy.createScriptURL(SHELL), { scope: '/rc/', updateViaCache: 'none' })
    .catch(() => undefined);
  if (!registration) return;
  const follow = (worker: ServiceWorker | null) => {
    // The first worker ever takes over by itself.
    if (!worker || !isControlled) return;
    if (worker.state === 'installed') onRelease(() => worker.postMessage({ type: 'SKIP_WAITING' }));
    else worker.addEventListener('statechange', () => follow(worker), { once: true });
  };
  follow(registration.waiting);
  // A new worker may have been installing since before this page was loaded.
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    registration.update().catch(() => undefined);
    serviceWorker.controller?.postMessage({ type: 'TIDY' });
  };
  serviceWorker.controller?.postMessage({ type: 'TIDY' });
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', look);
  setInterval(look, 60 * 60_000);
}
