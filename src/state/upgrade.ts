import { createStore, useStore } from './createStore.ts';

/** The version that an upgrade is under way to, or null. */
export const upgradeState = createStore<string | null>(null);

/** Returns the version to which an upgrade is under way; meanwhile new saves wait for the reload. */
export const useUpgrade = () => useStore(upgradeState);
