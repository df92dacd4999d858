import { createStore, useStore } from './createStore.ts';

/** Calls that wait until whoever is logged in has confirmed who it is; the dialog of routes/__root answers them all. */
type Answer = (isConfirmed: boolean) => void;
const current = createStore<Answer | null>(null);
let waiting: Promise<boolean> | undefined;

/** Asks who it is; true once that is confirmed, false when it was given up. */
export function askWhoItIs(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    current.set((isConfirmed) => {
      waiting = undefined;
      current.set(null);
      resolve(isConfirmed);
    });
  });
  return waiting;
}

/** Returns what answers those who wait; null while nobody does. */
export const useStepUp = () => useStore(current);
