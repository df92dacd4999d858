import { useSyncExternalStore } from 'react';

/**
 * Whether the server can be reached, from what calls and the version poll meet: the browser's own flag lies. Offline after an
 * `offline` event or two network errors in a row; online with any HTTP answer.
 */
let online = true;
let failures = 0;
let told = false;
const listeners = new Set<() => void>();

function become(next: boolean) {
  if (online === next) return;
  online = next;
  for (const listener of listeners) listener();
}

export const reachability = {
  isOnline: () => online,
  /** An HTTP answer came, whatever its status. */
  answered() {
    failures = 0;
    told = false;
    become(true);
  },
  /** True once per outage: the one moment to tell a person that refreshes fail. Never once it is known, and said, that there is no connection. */
  shouldTell() {
    if (told || !online) return false;
    told = true;
    return true;
  },
  /** A call got no answer. */
  unanswered() {
    failures += 1;
    if (failures >= 2) become(false);
  },
  /** The browser says there is no network: believed at once, until an answer says otherwise. */
  lost() {
    failures = 2;
    become(false);
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** True while the server is reachable; the reason to disable what needs it: `OFFLINE_REASON`. */
export const useOnline = () => useSyncExternalStore(reachability.subscribe, reachability.isOnline);

export const OFFLINE_REASON = 'You are offline. This needs a connection.';
/** Why what needs the server waits now; undefined while it can be reached. */
export const useOfflineReason = () => (useOnline() ? undefined : OFFLINE_REASON);
