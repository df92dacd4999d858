import { redirect } from '@tanstack/react-router';
import { type Session, session } from '../../state/session.ts';

/**
 * `beforeLoad` of an area: without a session it leads to the log-in page; a wrong role or a missing module to the denied page with its reason (spec
 * section 2).
 */
export function requireArea(area: 'admin' | 'employer', path: string): Session {
  const current = session.get();
  if (!current)
    throw redirect({ to: '/nologin', search: { reason: 'invalid-session', redirect: path }, replace: true });
  if (current.info.role !== area) throw redirect({ to: '/nologin', search: { reason: 'invalid-role' }, replace: true });
  if (area === 'employer' && !current.info.modules.includes('Dashboard'))
    throw redirect({ to: '/nologin', search: { reason: 'no-module-access' }, replace: true });
  return current;
}

/** Returns a path of this application from the address bar, to open after log-in: never another origin, never a log-in page. */
export function safeRedirect(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path)) return undefined;
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || /^\/(login|nologin)\b/.test(url.pathname)) return undefined;
  return url.pathname + url.search;
}
