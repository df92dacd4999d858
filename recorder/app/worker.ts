import decodeUrl from '../camera/decode.worker.ts?worker&url';

/** The two scripts that are loaded by address; nothing else passes the page's Trusted Types policy. */
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

/** Registers the worker; tells when a release waits. The answer has it take over and reloads once it has. */
export async function registerWorker(onWaiting: (apply: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const registration = await navigator.serviceWorker
    .register(policy.createScriptURL(SHELL), { scope: '/rc/', updateViaCache: 'none' })
    .catch(() => undefined);
  if (!registration) return;
  const tell = () => {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    onWaiting(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage({ type: 'SKIP_WAITING' });
    });
  };
  tell();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', tell);
  });
  const look = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', look);
  setInterval(look, 60 * 60_000);
}
