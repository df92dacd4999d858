import { SESSION_EXPIRY_MARGIN_MS } from '#contract/limits.ts';
import type { SessionInfo } from '#contract/session.ts';
import { hostOf, storedConfig } from '../api/config.ts';
import { deviceId } from './deviceId.ts';
import { type Session, session } from './session.ts';

export const LOGGED_OUT_AUTOMATICALLY =
  'You have been logged out automatically due to your session expiring.';
export const LOGGED_OUT_ELSEWHERE =
  'You have been logged out because your session expired or because you logged into a different device.';
export const SESSION_EXTENDED = 'Your session was extended';

/** How long the log-out waits for the server before it goes on without it. */
const LOG_OUT_WAIT_MS = 2_000;

/** What the end of a session has to clear; given once by the entry, so that session knows neither cache nor router. */
export type Surroundings = {
  /** No write of this user's figures reaches the disk after this returns. */
  closeCache: () => void;
  clearMemory: () => Promise<void>;
  /** Deletes what this user left on the disk. */
  wipeCache: (ended: Session) => Promise<void>;
  tellOtherTabs: (ended: Session) => void;
  /** To the log-in page, with what to tell there. */
  leave: (message: string | null) => Promise<void>;
};
let surroundings: Surroundings | undefined;
export const configureLifecycle = (given: Surroundings) => {
  surroundings = given;
};

/** Expiry by our own clock, so that a skewed one does no harm. `ttl` in seconds. */
export const expiryOf = (ttl: number, now = Date.now()) => now + ttl * 1_000 - SESSION_EXPIRY_MARGIN_MS;

/** A session begins: after log-in, reset of the password or transfer. */
export function startSession(token: string, ttl: number, info: SessionInfo): Session {
  const started: Session = { id: crypto.randomUUID(), token, expiresAt: expiryOf(ttl), info };
  session.set(started);
  return started;
}

/** Tells the server, without waiting long: a log-out works offline too. */
async function endOnServer({ token }: Session) {
  const url = new URL('/v2/session', hostOf('/session', storedConfig()));
  const told = fetch(url, {
    method: 'DELETE',
    keepalive: true,
    headers: { 'content-type': 'application/json', authorization: token, 'x-device-id': deviceId() },
  });
  await Promise.race([
    told.catch(() => undefined),
    new Promise((resolve) => {
      setTimeout(resolve, LOG_OUT_WAIT_MS);
    }),
  ]);
}

/**
 * Ends the session of this tab in the order of spec/pwa.md 3(c): stop the writers, tell the server, clear memory, forget the key,
 * delete the disk, tell other tabs, leave. Every step runs whatever an earlier one meets.
 */
export async function endSession({ message = null, tellServer = false, tellTabs = true, stay = false } = {} as {
  message?: string | null;
  tellServer?: boolean;
  tellTabs?: boolean;
  /** The caller stays on its page (a failed transfer shows its own error). */
  stay?: boolean;
}): Promise<void> {
  const ended = session.get();
  surroundings?.closeCache();
  const telling = ended && tellServer ? endOnServer(ended) : undefined;
  session.clear();
  await surroundings?.clearMemory().catch(console.warn);
  if (ended) {
    await surroundings?.wipeCache(ended).catch(console.warn);
    if (tellTabs) surroundings?.tellOtherTabs(ended);
  }
  if (!stay) await surroundings?.leave(message);
  await telling;
}

/** The user's own log-out. */
export const logOutNow = () => endSession({ tellServer: true });
