import { createStore, useStore } from './createStore.ts';

/** The version that an upgrade is under way to, or null. */
export const upgradeState = createStore<string | null>(null);

/** Returns the version that an upgrade is under way to; while there is one, new saves wait for the reload. */
export const useUpgrade = () => useStore(upgradeState);
