import { useSyncExternalStore } from 'react';

/** The version being upgraded to, or null. Kept apart from the coordinator so that the shell can show it cheaply. */
let upgradingTo: string | null = null;
const listeners = new Set<() => void>();

export const upgradeState = {
  get: () => upgradingTo,
  set(version: string | null) {
    upgradingTo = version;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The version being upgraded to; while it is set, new saves wait for the reload. */
export const useUpgrade = () => useSyncExternalStore(upgradeState.subscribe, upgradeState.get);
