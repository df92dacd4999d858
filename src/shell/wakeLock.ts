import { deviceStorage } from '../lib/storage.ts';
import { createStore, useStore } from '../state/createStore.ts';

/** Keeps a wall tablet's screen on: opt-in, per device, requested again whenever the page becomes visible. */
const KEY = 'tb.awake';
type State = { on: boolean; held: boolean };

const state = createStore<State>({ on: false, held: false });
let lock: WakeLockSentinel | null = null;
const supported = () => 'wakeLock' in navigator;

const become = (next: Partial<State>) => state.set({ ...state.get(), ...next });

async function acquire() {
  if (!state.get().on || lock || document.visibilityState !== 'visible') return;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => {
      lock = null;
      become({ held: false });
    });
    become({ held: true });
  } catch {
    // Refused (battery saver, no gesture): the menu shows that it is waiting.
    become({ held: false });
  }
}

async function toggle() {
  const on = !state.get().on;
  become({ on });
  deviceStorage.set(KEY, on ? '1' : '0');
  if (on) await acquire();
  else await lock?.release();
}

/** Restores this device's choice; called once, before React starts. */
export function restoreWakeLock() {
  if (!supported()) return;
  state.set({ on: deviceStorage.get(KEY) === '1', held: false });
  document.addEventListener('visibilitychange', () => void acquire());
  void acquire();
}

/** `held`: the system is keeping the screen on. */
export function useWakeLock() {
  const { on, held } = useStore(state);
  return { supported: supported(), on, held, toggle: () => void toggle() };
}
