import type { SessionInfo } from '#contract/session.ts';
import { randomId } from '../../lib/randomId.ts';
import { deviceStorage, tabStorage } from '../../lib/storage.ts';
import { type Session, session } from '../../state/session.ts';
import { endOnServer } from './logOuts.ts';

/** A session counts as expired this long before the server ends it (spec section 9). */
const SESSION_EXPIRY_MARGIN_MS = 120_000;

export const LOGGED_OUT_AUTOMATICALLY = 'You have been logged out automatically due to your session expiring.';
export const LOGGED_OUT_ELSEWHERE =
  'You have been logged out because your session expired or because you logged into a different device.';

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
export const expiresAtOf = (ttl: number, now = Date.now()) => now + ttl * 1_000 - SESSION_EXPIRY_MARGIN_MS;

const LAST_USER = 'tb.user';
/** The id of the user who signed in last in this browser, in whichever tab; null when nobody has. */
export const lastUser = () => deviceStorage.get(LAST_USER);

/** A session begins: after log-in or transfer. The figures last known of this user can be shown when it resolves. */
export async function beginSession(token: string, ttl: number, info: SessionInfo): Promise<Session> {
  const started = startSession(token, ttl, info);
  deviceStorage.set(LAST_USER, info.userId);
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
  const started: Session = { id: randomId(), token, expiresAt: expiresAtOf(ttl), info };
  session.set(started);
  return started;
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

export const PENDING_MESSAGE_KEY = 'tb.pendingMessage';

/** Returns the message that the last page of this tab could not show, because it was left just then; once. */
export function takePendingMessage(): string | null {
  const message = tabStorage.get(PENDING_MESSAGE_KEY);
  tabStorage.remove(PENDING_MESSAGE_KEY);
  return message;
}

async function end({ message = null, tellServer = false, tellTabs = true, stay = false }: Ending) {
  const ended = session.get();
  hooks?.closeCache();
  if (ended && tellServer) endOnServer(ended.token, message ? '?reason=timeout' : '');
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
