import { parseRecord, tabStorage } from '../lib/storage.ts';
import { hasCrew, isCrewStored } from './crew.ts';
import { isAreaShell } from './shell.ts';
import { readStoredSession, type StoredSession } from './storedSession.ts';

/** The addresses of the dashboard's first calls, stored beside the session in the tab's storage and deleted with it. */
const KEY = 'tb.calls';
type StoredCalls = {
  /** The id of the session that made them. */
  session: string;
  /** The reference date, YYYY-MM-DD. */
  date: string;
  /** When that day ends in the account, epoch ms: the start need not ask, because a browser's first use of time zones takes long. */
  until: number;
  urls: readonly string[];
};

/** Stores the calls for the next start of this tab; without storage that start makes none. */
export const storeCalls = (calls: StoredCalls) => void tabStorage.set(KEY, JSON.stringify(calls));

export const forgetCalls = () => tabStorage.remove(KEY);

/** Returns the stored calls, checked without zod, which has not loaded at this point; null when there are none or they are damaged. */
function readCalls(): StoredCalls | null {
  const { session, date, until, urls } = parseRecord(tabStorage.get(KEY));
  if (typeof session !== 'string' || typeof date !== 'string' || typeof until !== 'number') return null;
  if (!Array.isArray(urls) || !urls.every((url) => typeof url === 'string' && URL.canParse(url))) return null;
  return { session, date, until, urls };
}

/**
 * Returns the stored calls with their session if this page begins with the same figures: on the dashboard, in the session that is stored, for the day
 * in the address, and of everybody. `now`: epoch ms.
 */
export function callsToSend(now: number): { calls: StoredCalls; session: StoredSession; isToday: boolean } | null {
  if (!isAreaShell() || !/^\/(employer(\/overview)?\/?)?$/.test(location.pathname)) return null;
  const session = readStoredSession();
  const calls = readCalls();
  if (!session || !calls) return null;
  const isOwn = calls.session === session.id && now < session.expiresAt && !session.info.mustChangePassword;
  const parameters = new URLSearchParams(location.search);
  const date = parameters.get('date');
  const isToday = now < calls.until;
  const isItsDay = date === null ? isToday : calls.date === date;
  return isOwn && isItsDay && !hasCrew(parameters) && !isCrewStored() ? { calls, session, isToday } : null;
}
