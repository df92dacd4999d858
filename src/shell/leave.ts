import type { RegisteredRouter } from '@tanstack/react-router';
import { notify } from '../state/notices.ts';
import { session } from '../state/session.ts';
import { upgradeState } from '../state/upgrade.ts';
import { isEditing } from '../state/work.ts';
import { safeRedirect } from './session/guard.ts';

/** The browser asks before the page is left for another one, as Back does after a link, while something typed would be lost; not for an upgrade's reload. */
export const askBeforeLoss = () =>
  addEventListener('beforeunload', (event) => {
    if (isEditing() && session.get() && upgradeState.get() === null) event.preventDefault();
  });

/**
 * Opens the log-in page when a session ends. If the user did not end it, `message` says why: in a toast, then on the page until a user logs in, who
 * returns to the page that was left.
 */
export async function leaveToLogin(router: RegisteredRouter, message: string | null) {
  const left = message === null ? undefined : safeRedirect(router.history.location.href);
  await router.navigate({
    to: '/login',
    search: left ? { redirect: left } : {},
    state: message === null ? {} : { reason: message },
    replace: true,
  });
  if (message) notify('error', message);
}
