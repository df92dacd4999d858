import { upgradeState } from '../state/upgrade.ts';
import { isEditing, isWorking } from '../state/work.ts';
import { SHELL_CAP_MS } from './prepareShell.ts';
import { takeWaiting, waitingWorker } from './register.ts';
import { reloadPage } from './reload.ts';

const LOOK_MS = 5_000;
const IDLE_MS = 60_000;

/**
 * Applies a newer shell of the same version when nobody would notice: on the log-in pages, when the page is hidden, or after a minute without a key
 * or a tap; never while something is running, typed or open. Returns the function that stops it.
 */
export function applyQuietly(): () => void {
  let lastInput = Date.now();
  let applying = false;
  const onInput = () => {
    lastInput = Date.now();
  };
  const mayApply = () => {
    if (isWorking() || isEditing() || document.querySelector('[role="dialog"], [role="alertdialog"]')) return false;
    const hidden = document.visibilityState === 'hidden';
    const typed = [...document.querySelectorAll('input')].some(
      (input) => input.value !== '' && input.type !== 'hidden',
    );
    const atLogin = /^\/(login|nologin)\b/.test(location.pathname) && !typed;
    return hidden || atLogin || Date.now() - lastInput > IDLE_MS;
  };
  const look = async () => {
    if (applying || upgradeState.get() !== null || !waitingWorker() || !mayApply()) return;
    applying = true;
    if (await takeWaiting(SHELL_CAP_MS)) reloadPage('plain', 'quiet');
    applying = false;
  };
  const now = () => void look();
  const timer = setInterval(now, LOOK_MS);
  document.addEventListener('visibilitychange', now);
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, onInput, { passive: true });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', now);
    for (const type of ['keydown', 'pointerdown']) removeEventListener(type, onInput);
  };
}
