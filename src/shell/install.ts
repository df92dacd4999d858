import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../lib/storage.ts';

/** Chromium's event; not in TypeScript's DOM library. */
type InstallEvent = Event & { prompt: () => Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

const SNOOZE_KEY = 'tb.install.snoozed';
const SNOOZE_MS = 90 * 24 * 3_600_000;

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isSnoozed = () => Date.now() - Number(deviceStorage.get(SNOOZE_KEY) ?? 0) < SNOOZE_MS;

/** Before React: the event comes once, early. */
export function captureInstall() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallEvent;
    changed();
  });
  addEventListener('appinstalled', () => {
    offered = null;
    changed();
  });
}

async function prompt() {
  const event = offered;
  if (!event) return;
  offered = null;
  changed();
  await event.prompt();
  if ((await event.userChoice).outcome === 'dismissed') deviceStorage.set(SNOOZE_KEY, String(Date.now()));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const snapshot = () => (isInstalled() ? 'none' : offered && !isSnoozed() ? 'prompt' : isIos() ? 'steps' : 'none');

/** Whether to offer installation in the menu, and how: the browser's prompt, or the steps on iOS. Never a banner. */
export function useInstall() {
  const way = useSyncExternalStore(subscribe, snapshot);
  return { offered: way !== 'none', needsSteps: way === 'steps', prompt };
}
