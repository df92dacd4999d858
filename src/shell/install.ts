import { deviceStorage } from '../lib/storage.ts';
import { createStore, useStore } from '../state/createStore.ts';

/** Chromium's event, which TypeScript's DOM library lacks. */
type InstallEvent = Event & { prompt: () => Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

const SNOOZE_KEY = 'tb.install.snoozed';
const SNOOZE_MS = 90 * 24 * 3_600_000;

const offer = createStore<InstallEvent | null>(null);

export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
export const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isSnoozed = () => Date.now() - Number(deviceStorage.get(SNOOZE_KEY) ?? 0) < SNOOZE_MS;

/** Called before React starts, because the event is fired once, early. */
export function captureInstall() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer.set(null));
}

async function prompt() {
  const event = offer.get();
  if (!event) return;
  offer.set(null);
  await event.prompt();
  if ((await event.userChoice).outcome === 'dismissed') deviceStorage.set(SNOOZE_KEY, String(Date.now()));
}

/** Returns how the menu offers installation, if at all: the browser's prompt, or the steps on iOS. There is never a banner. */
export function useInstall() {
  const event = useStore(offer);
  const way = isInstalled() ? 'none' : event && !isSnoozed() ? 'prompt' : isIos() ? 'steps' : 'none';
  return { offered: way !== 'none', needsSteps: way === 'steps', prompt };
}
