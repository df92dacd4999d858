import { createStore } from './createStore.ts';

/** The seconds left in the countdown before the session ends; null while nothing is shown. */
export const expiryWarning = createStore<number | null>(null);
