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
 * becomes visible or the network is back, or right after a check that is under way then. Returns the function that stops it.
 */
export function pollVersion(observe: (version: string) => void, ask = fetchVersion): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;

  async function check() {
    clearTimeout(timer);
    if (signal.aborted || document.visibilityState === 'hidden') return;
    again = asking;
    if (asking) return;
    asking = true;
    const version = await ask();
    asking = false;
    if (signal.aborted) return;
    if (version !== null) observe(version);
    if (again) return check();
    timer = setTimeout(check, version === null ? VERSION_RETRY_MS : VERSION_CHECK_MS);
  }
  const now = () => void check();
  document.addEventListener('visibilitychange', now, { signal });
  // The start of a page is checked below.
  addEventListener('pageshow', ({ persisted }) => persisted && now(), { signal });
  addEventListener('online', now, { signal });
  addEventListener('offline', reachability.lost, { signal });
  if (navigator.onLine === false) reachability.lost();
  now();
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
