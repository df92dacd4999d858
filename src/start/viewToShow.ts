import { type LastView, readView } from './lastView.ts';
import { isAreaShell } from './shell.ts';
import { readStoredSession, type StoredSession } from './storedSession.ts';

const MAX_AGE_MS = 12 * 3_600_000;

/**
 * Returns the stored view with its session if this page may show it: on the dashboard, in the session that is stored, for the day in the address, and
 * at most 12 hours old. `now`: epoch ms.
 */
export function viewToShow(now: number): { view: LastView; session: StoredSession; isToday: boolean } | null {
  if (!isAreaShell() || !/^\/(employer(\/overview)?\/?)?$/.test(location.pathname)) return null;
  const [session, view] = [readStoredSession(), readView()];
  if (!session || !view) return null;
  const isOwn = view.session === session.id && now < session.expiresAt && !session.info.mustChangePassword;
  const date = new URLSearchParams(location.search).get('date');
  const isToday = now < view.until;
  const isItsDay = date === null ? isToday : view.date === date;
  return isOwn && isItsDay && now - view.at <= MAX_AGE_MS ? { view, session, isToday } : null;
}
