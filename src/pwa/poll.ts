import { hostOf, storedConfig } from '../api/config.ts';
import { reachability } from '../state/reachability.ts';
import { letProxyThrough } from './reload.ts';

export const VERSION_CHECK_MS = 15_000;
export const VERSION_RETRY_MS = 5_000;

const GIVE_UP_MS = 10_000;

/** Returns the server's version; null when there is no usable answer. Also records whether the server can be reached. */
export async function fetchVersion(): Promise<string | null> {
  try {
    const url = new URL('/v2/available', hostOf('/available', storedConfig()));
    const reply = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP_MS) });
    reachability.answered();
    if (!reply.ok) return null;
    if (reply.headers.get('content-type')?.includes('text/html')) {
      letProxyThrough();
      return null;
    }
    const body: unknown = await reply.json().catch(() => null);
    return typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string'
      ? body.version
      : null;
  } catch {
    reachability.unanswered();
    return null;
  }
}

/**
 * Checks the server's version (spec section 4): at start, 5 s after a failure, else every 15 s; not while the page is hidden, and at once when it
 * becomes visible or the network is back. Returns the function that stops it.
 */
export function pollVersion(observe: (version: string) => void, ask = fetchVersion): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let stopped = false;

  async function check() {
    clearTimeout(timer);
    if (stopped || asking || document.visibilityState === 'hidden') return;
    asking = true;
    const version = await ask();
    asking = false;
    if (stopped) return;
    if (version !== null) observe(version);
    timer = setTimeout(check, version === null ? VERSION_RETRY_MS : VERSION_CHECK_MS);
  }
  const now = () => void check();
  const lost = () => reachability.lost();
  document.addEventListener('visibilitychange', now);
  addEventListener('pageshow', now);
  addEventListener('online', now);
  addEventListener('offline', lost);
  if (navigator.onLine === false) reachability.lost();
  now();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', now);
    removeEventListener('pageshow', now);
    removeEventListener('online', now);
    removeEventListener('offline', lost);
  };
}
