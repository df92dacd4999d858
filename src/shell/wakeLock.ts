import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../lib/storage.ts';

/** A wall tablet's screen stays on: opt-in, per device, asked for again whenever the page becomes visible. */
const KEY = 'tb.awake';
type State = { on: boolean; held: boolean };

let state: State = { on: false, held: false };
let lock: WakeLockSentinel | null = null;
const listeners = new Set<() => void>();
const supported = () => 'wakeLock' in navigator;

function become(next: Partial<State>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

async function acquire() {
  if (!state.on || lock || document.visibilityState !== 'visible') return;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => {
      lock = null;
      become({ held: false });
    });
    become({ held: true });
  } catch {
    // Refused (battery saver, no gesture): the menu shows that it waits.
    become({ held: false });
  }
}

async function toggle() {
  become({ on: !state.on });
  deviceStorage.set(KEY, state.on ? '1' : '0');
  if (state.on) await acquire();
  else await lock?.release();
}

/** Takes up what this device chose; once, before React. */
export function restoreWakeLock() {
  if (!supported()) return;
  state = { on: deviceStorage.get(KEY) === '1', held: false };
  document.addEventListener('visibilitychange', () => void acquire());
  void acquire();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `held`: the system really keeps the screen on. */
export function useWakeLock() {
  const { on, held } = useSyncExternalStore(subscribe, () => state);
  return { supported: supported(), on, held, toggle: () => void toggle() };
}
