import type { RegisteredRouter } from '@tanstack/react-router';
import { notify } from '../state/notices.ts';
import { safeRedirect } from './session/guard.ts';

/**
 * To the log-in page when a session ends. Where it did not end by the user's own choice, `message` says why: in a toast, then on the page
 * until somebody logs in, who comes back to the view that was left.
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
