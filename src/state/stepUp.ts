import { createStore, useStore } from './createStore.ts';

/** Calls that wait until the user has proved their identity; the dialog of routes/__root answers them all. */
type Answer = (isConfirmed: boolean) => void;
const current = createStore<Answer | null>(null);
let waiting: Promise<boolean> | undefined;

/** Asks for the proof; resolves to true once it succeeded, false when the user cancelled. */
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

/** Returns the function that answers the waiting calls; null while none waits. */
export const useStepUp = () => useStore(current);
