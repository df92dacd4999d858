import { expiryWarning } from '../state/expiryWarning.ts';
import { upgradeState } from '../state/upgrade.ts';

/**
 * Shows a dot on the icon of the installed application while its page is hidden and the session runs out or an upgrade is under way; it disappears
 * when the page is seen. Does nothing where browsers have no badges. Returns the function that stops it.
 */
export function watchBadge(): () => void {
  if (!('setAppBadge' in navigator)) return () => undefined;
  let shown = false;
  const look = () => {
    const wanted =
      document.visibilityState === 'hidden' && (expiryWarning.get() !== null || upgradeState.get() !== null);
    if (wanted === shown) return;
    shown = wanted;
    const change = wanted ? navigator.setAppBadge() : navigator.clearAppBadge();
    change.catch(() => undefined);
  };
  const stops = [expiryWarning.subscribe(look), upgradeState.subscribe(look)];
  document.addEventListener('visibilitychange', look);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', look);
  };
}
