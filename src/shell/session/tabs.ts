import { sha256Of } from '../../lib/sha256.ts';
import { type Session, session } from '../../state/session.ts';
import { endSession } from './lifecycle.ts';

/**
 * Tabs have separate sessions, maybe of different users. Only a copy of a tab (window.open) shares the token, and ends when the other does. Messages
 * identify the token by a part of its SHA-256.
 */
const CHANNEL = 'tb-session';
type Message = { type: 'logout'; sessionId: string };

export const nameOf = async ({ token }: Pick<Session, 'token'>): Promise<string> =>
  (await sha256Of(token))?.slice(0, 24) ?? '';

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'logout' && 'sessionId' in data;

/** Listens to other tabs; `tell` announces that a session ended here. Without BroadcastChannel or WebCrypto, tabs know nothing of each other. */
export function joinTabs() {
  if (!('BroadcastChannel' in globalThis) || !globalThis.crypto?.subtle)
    return { tell: () => undefined, leave: () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = async ({ data }: MessageEvent<unknown>) => {
    const current = session.get();
    if (!current || !isMessage(data) || (await nameOf(current)) !== data.sessionId) return;
    if (session.get()?.id === current.id) await endSession({ tellTabs: false });
  };
  return {
    tell(ended: Session) {
      void nameOf(ended).then((sessionId) => channel.postMessage({ type: 'logout', sessionId } satisfies Message));
    },
    leave: () => channel.close(),
  };
}
