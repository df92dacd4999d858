import type { SessionInfo } from '#contract/session.ts';
import { hostOf, storedConfig } from '../../api/config.ts';
import { tabStorage } from '../../lib/storage.ts';
import { requestHeaders } from '../../start/deviceId.ts';
import { type Session, session } from '../../state/session.ts';

/** A session counts as expired this long before the server ends it (spec section 9). */
const SESSION_EXPIRY_MARGIN_MS = 120_000;

export const LOGGED_OUT_AUTOMATICALLY = 'You have been logged out automatically due to your session expiring.';
export const LOGGED_OUT_ELSEWHERE =
  'You have been logged out because your session expired or because you logged into a different device.';
export const SESSION_EXTENDED = 'Your session was extended';

/** The steps at a session's start and end that main.tsx passes in: only it knows the figures on disk and the router. */
type LifecycleHooks = {
  /** Opens the user's figures on disk; does not wait long for a slow one. */
  openCache: (started: Session) => Promise<void>;
  /** No write of this user's figures reaches the disk after this returns. */
  closeCache: () => void;
  clearMemory: () => Promise<void>;
  /** Deletes what this user left on the disk. */
  wipeCache: (ended: Session) => Promise<void>;
  tellOtherTabs: (ended: Session) => void;
  /** To the log-in page, with what to tell there. */
  leave: (message: string | null) => Promise<void>;
};
let hooks: LifecycleHooks | undefined;
export const configureLifecycle = (given: LifecycleHooks) => {
  hooks = given;
};

/** Expiry by our own clock, so that a skewed one does no harm. `ttl` in seconds. */
export const expiryOf = (ttl: number, now = Date.now()) => now + ttl * 1_000 - SESSION_EXPIRY_MARGIN_MS;

/** A session begins: after log-in or transfer. What was last known of this user is back on screen's reach when it resolves. */
export async function beginSession(token: string, ttl: number, info: SessionInfo): Promise<Session> {
  const started = startSession(token, ttl, info);
  await hooks?.openCache(started).catch(console.warn);
  return started;
}

/** The same session knows its user anew: the figures are kept under the new secret. */
export async function refreshSession(id: string, info: SessionInfo): Promise<void> {
  session.setInfo(id, info);
  const current = session.get();
  if (current?.id === id) await hooks?.openCache(current).catch(console.warn);
}

/** The session of this tab, without its figures. */
export function startSession(token: string, ttl: number, info: SessionInfo): Session {
  const started: Session = { id: crypto.randomUUID(), token, expiresAt: expiryOf(ttl), info };
  session.set(started);
  return started;
}

/** Tokens of sessions that ended here and not on the server yet: in memory only, for as long as this page is there. */
const unended = new Set<string>();
const RETRY_MS = 30_000;

/** Tells the server; nobody waits for it, so a log-out works offline too. It is told later where it cannot be reached now. */
function endOnServer(token: string) {
  unended.add(token);
  const url = new URL('/v2/session', hostOf('/session', storedConfig()));
  fetch(url, { method: 'DELETE', keepalive: true, headers: requestHeaders(token) })
    .then(({ ok, status }) => {
      // Unknown there: it has ended already.
      if (ok || status === 401) unended.delete(token);
    })
    .catch(() => undefined)
    .finally(() => {
      if (unended.has(token)) retryWhenBack(token);
    });
}

function retryWhenBack(token: string) {
  const again = () => {
    clearTimeout(timer);
    removeEventListener('online', again);
    endOnServer(token);
  };
  const timer = setTimeout(again, RETRY_MS);
  addEventListener('online', again);
}

type Ending = {
  message?: string | null;
  tellServer?: boolean;
  tellTabs?: boolean;
  /** The caller stays on its page (a failed transfer shows its own error). */
  stay?: boolean;
};

let ending: Promise<void> | undefined;

/**
 * Ends the session of this tab in the order of spec/pwa.md 3(c): stop the writers, tell the server, clear memory, forget the key,
 * delete the disk, tell other tabs, leave. Every step runs whatever an earlier one meets.
 */
export function endSession(how: Ending = {}): Promise<void> {
  ending ??= end(how).finally(() => {
    ending = undefined;
  });
  return ending;
}

const PENDING_MESSAGE_KEY = 'tb.pendingMessage';

/** Returns the message that the last page of this tab could not show, because it was left just then; once. */
export function takePendingMessage(): string | null {
  const message = tabStorage.get(PENDING_MESSAGE_KEY);
  tabStorage.remove(PENDING_MESSAGE_KEY);
  return message;
}

async function end({ message = null, tellServer = false, tellTabs = true, stay = false }: Ending) {
  const ended = session.get();
  hooks?.closeCache();
  if (ended && tellServer) endOnServer(ended.token);
  if (message) tabStorage.set(PENDING_MESSAGE_KEY, message);
  session.clear();
  await hooks?.clearMemory().catch(console.warn);
  if (ended) {
    await hooks?.wipeCache(ended).catch(console.warn);
    if (tellTabs) hooks?.tellOtherTabs(ended);
  }
  if (!stay) await hooks?.leave(message);
  tabStorage.remove(PENDING_MESSAGE_KEY);
}

/** The user's own log-out. */
export const logOutNow = () => endSession({ tellServer: true });
