import { hostOf, storedConfig } from '../../api/config.ts';
import { sha256Of } from '../../lib/sha256.ts';
import { deviceStorage, parseRecord, recordOf } from '../../lib/storage.ts';
import { requestHeaders } from '../../start/deviceId.ts';
import { session } from '../../state/session.ts';

/**
 * Log-outs that have not reached the server. They are repeated while this page is open, by the token, which stays in memory; and at the next start by
 * the token's SHA-256, which is stored on the device because it can end a session but not begin one.
 */
const KEY = 'tb.logouts';
/** The most that the server accepts at once. */
const MAX_KEPT = 20;
const RETRY_MS = 30_000;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function storedHashes(): string[] {
  const { sessions } = parseRecord(deviceStorage.get(KEY));
  return Array.isArray(sessions) ? sessions.filter(isHash) : [];
}
function keep(sessions: readonly string[]) {
  if (sessions.length > 0) deviceStorage.set(KEY, JSON.stringify({ sessions: sessions.slice(-MAX_KEPT) }));
  else deviceStorage.remove(KEY);
}
const forget = (sent: readonly (string | null)[]) => keep(storedHashes().filter((hash) => !sent.includes(hash)));

const ask = (path: string, init: RequestInit) =>
  fetch(new URL(`/v2${path}`, hostOf('/session', storedConfig())), { keepalive: true, ...init });

/**
 * Tells the server that a session has ended, with a query that says why. Nobody waits for it, so a log-out works offline too. `isLeaving`:
 * the browser goes on to the provider of single sign-on where the session began, which ends its own as well.
 */
export function endOnServer(token: string, query: '' | '?reason=timeout', isLeaving = false) {
  const stored = sha256Of(token).then((hash) => {
    if (hash !== null) keep([...storedHashes(), hash]);
    return hash;
  });
  const tell = async () => {
    const reply = await ask(`/session${query}`, { method: 'DELETE', headers: requestHeaders(token) });
    const { ok, status } = reply;
    // Unknown to the server: it has ended already.
    if (ok || status === 401) {
      forget([await stored]);
      const { next } = isLeaving && ok ? recordOf(await reply.json()) : {};
      if (typeof next === 'string' && !session.get()) location.assign(next);
    } else throw new Error(`The log-out was answered ${status}`);
  };
  retryUntilSent(tell);
}

/** Repeats log-outs that earlier pages could not send, before this page shows anything. */
export function repeatLogOuts() {
  const sessions = storedHashes();
  if (sessions.length === 0) return;
  const tell = async () => {
    const body = JSON.stringify({ sessions });
    const { ok, status } = await ask('/session/end', { method: 'POST', headers: requestHeaders(undefined), body });
    if (ok || status === 400) forget(sessions);
    else throw new Error(`Earlier log-outs were answered ${status}`);
  };
  retryUntilSent(tell);
}

/** Tries again when the connection is back, or after a while. */
function retryUntilSent(tell: () => Promise<void>) {
  tell().catch(() => {
    const again = () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      retryUntilSent(tell);
    };
    const timer = setTimeout(again, RETRY_MS);
    addEventListener('online', again);
  });
}
