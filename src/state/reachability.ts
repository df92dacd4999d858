import { t } from '@lingui/core/macro';
import { createStore, useStore } from './createStore.ts';

/**
 * The reachability of the server, as calls and the version poll find it, because the browser's own flag is unreliable. Offline after an `offline`
 * event or two network errors in a row; online after any HTTP answer.
 */
const online = createStore(true);
let failures = 0;
let isOutageReported = false;

export const reachability = {
  isOnline: online.get,
  /** An HTTP answer arrived, whatever its status. */
  answered() {
    failures = 0;
    isOutageReported = false;
    online.set(true);
  },
  /** Returns true once per outage, when a message should say that refreshes fail; never once the page shows that it is offline. */
  shouldTell() {
    if (isOutageReported || !online.get()) return false;
    isOutageReported = true;
    return true;
  },
  /** A call got no answer. */
  unanswered() {
    failures += 1;
    if (failures >= 2) online.set(false);
  },
  /** The browser reports that there is no network, which counts until an answer arrives. */
  lost() {
    failures = 2;
    online.set(false);
  },
  subscribe: online.subscribe,
};

/** Returns true while the server can be reached. Controls that need it are disabled otherwise, with `offlineReason`. */
export const useOnline = () => useStore(online);

export const offlineReason = () => t`You are offline. This needs a connection.`;
/** Returns the reason why a control that needs the server is disabled; undefined while the server can be reached. */
/** Returns what is said without a connection in place of something that is not stored on this device. */
export const useNotKept = () => (useOnline() ? undefined : t`Not kept on this device`);
export const useOfflineReason = () => (useOnline() ? undefined : offlineReason());
