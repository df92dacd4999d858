import { t } from '@lingui/core/macro';
import type { SessionInfo } from '#contract/access/session.ts';
import { randomId } from '../../lib/randomId.ts';
import { tabStorage } from '../../lib/storage.ts';
import { markLoggedOut, setLastUser } from '../../state/lastUser.ts';
import { type Session, session } from '../../state/session.ts';
import { endOnServer } from './logOuts.ts';

/** A session counts as expired this long before the server ends it (spec section 9). */
const SESSION_EXPIRY_MARGIN_MS = 120_000;

export const loggedOutAutomatically = () => t`You have been logged out automatically due to your session expiring.`;
export const loggedOutElsewhere = () =>
  t`You have been logged out because your session expired or because you logged into a different device.`;

/** Steps at a session's start and end that main.tsx passes in, because only it knows the stored figures and the router. */
type LifecycleHooks = {
  /** Opens the user's stored figures; does not wait long for a slow disk. */
  openCache: (started: Session) => Promise<void>;
  /** After this returns, no figures of this user are written to the disk. */
  closeCache: () => void;
  clearMemory: () => Promise<void>;
  /** Deletes this user's stored figures. */
  wipeCache: (ended: Session) => Promise<void>;
  /** Deletes what this device shows before log-in. */
  forgetLastFigures: () => Promise<void>;
  tellOtherTabs: (ended: Session) => void;
  /** Opens the log-in page, with a message to show there. */
  leave: (message: string | null) => Promise<void>;
};
let hooks: LifecycleHooks | undefined;
export const configureLifecycle = (configured: LifecycleHooks) => {
  hooks = configured;
};

/** Returns the expiry by this device's clock, so that a wrong clock does no harm. `ttl` in seconds. */
export const expiresAtOf = (ttl: number, now = Date.now()) => now + ttl * 1_000 - SESSION_EXPIRY_MARGIN_MS;

/** Begins a session after log-in or transfer. When it resolves, the last known figures of this user can be shown. */
export async function beginSession(token: string, ttl: number, info: SessionInfo): Promise<Session> {
  const started = startSession(token, ttl, info);
  setLastUser(info.userId);
  await hooks?.openCache(started).catch(console.warn);
  return started;
}

/** Updates the user's info of the same session: figures are stored under the new secret from now on. */
export async function refreshSession(id: string, info: SessionInfo): Promise<void> {
  session.setInfo(id, info);
  const current = session.get();
  if (current?.id === id) await hooks?.openCache(current).catch(console.warn);
}

/** Deletes the stored figures of a session that goes on; none are written until `refreshSession`. */
export async function dropFigures(of: Session): Promise<void> {
  hooks?.closeCache();
  await hooks?.forgetLastFigures().catch(console.warn);
  await hooks?.wipeCache(of).catch(console.warn);
}

/** Starts this tab's session without its figures. */
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

/** A session that has run out was neither logged out nor taken back by the server: its last figures may be shown until the next log-in. */
const hasRunOut = ({ expiresAt, hasRunOut = false }: Session, message: string | null) =>
  message !== null && (expiresAt > 0 || hasRunOut);

let ending: Promise<void> | undefined;

/**
 * Ends the session of this tab in this order: stop the writers, tell the server, clear memory, forget the key, delete stored
 * figures, tell other tabs, leave. Every step runs even if an earlier one fails.
 */
export function endSession(how: Ending = {}): Promise<void> {
  ending ??= end(how).finally(() => {
    ending = undefined;
  });
  return ending;
}

export const PENDING_MESSAGE_KEY = 'tb.pendingMessage';

/** Returns, once, the message that the last page of this tab could not show because it was being left. */
export function takePendingMessage(): string | null {
  const message = tabStorage.get(PENDING_MESSAGE_KEY);
  tabStorage.remove(PENDING_MESSAGE_KEY);
  return message;
}

async function end({ message = null, tellServer = false, tellTabs = true, stay = false }: Ending) {
  const ended = session.get();
  hooks?.closeCache();
  if (ended && tellServer) endOnServer(ended.token, message ? '?reason=timeout' : '', !message && !stay);
  if (message) tabStorage.set(PENDING_MESSAGE_KEY, message);
  session.clear();
  await hooks?.clearMemory().catch(console.warn);
  if (ended) {
    await hooks?.wipeCache(ended).catch(console.warn);
    if (!stay && !hasRunOut(ended, message)) {
      markLoggedOut(ended.info.userId);
      await hooks?.forgetLastFigures().catch(console.warn);
    }
    if (tellTabs) hooks?.tellOtherTabs(ended);
  }
  if (!stay) await hooks?.leave(message);
  tabStorage.remove(PENDING_MESSAGE_KEY);
}

/** Logs the user out at their own wish. */
export const logOutNow = () => endSession({ tellServer: true });
