/** Describes the device that the browser runs on. */
type BatteryManager = { level: number; charging: boolean };

export const isInstalled = () =>
  matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Returns the percentage, or null where the browser does not report it. */
export async function battery(): Promise<number | null> {
  if (!('getBattery' in navigator)) return null;
  const ask = navigator.getBattery as () => Promise<BatteryManager>; // Chromium only, not in lib.dom
  return ask
    .call(navigator)
    .then(({ level }) => Math.round(level * 100))
    .catch(() => null);
}
/** Asks for storage that is not evicted, at each start until it is granted. */
export const persist = async (): Promise<boolean> => {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
};
export const clientVersion = () =>
  document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content.slice(0, 60) ?? '';

/** Keeps the screen on. */
export function keepAwake(): void {
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
