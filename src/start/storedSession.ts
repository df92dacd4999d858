import { parseRecord, recordOf, tabStorage } from '../lib/storage.ts';

/** The key of the tab's session in sessionStorage; `state/session.ts` writes it. */
export const SESSION_KEY = 'tb.session';

/** The part of a stored session that the start needs. `expiresAt`: epoch ms of this device's clock. `timeZone`: the account's. */
export type StoredSession = {
  id: string;
  token: string;
  expiresAt: number;
  info: { accountName: string; timeZone: string; mustChangePassword: boolean };
};

/** Returns true if this tab has a session, valid or not. */
export const hasStoredSession = () => tabStorage.get(SESSION_KEY) !== null;

/** Returns the language of the stored session; '' where there is none. */
export function storedLanguage(): string {
  const { language } = recordOf(parseRecord(tabStorage.get(SESSION_KEY)).info);
  return typeof language === 'string' ? language : '';
}

/** Returns the stored session, checked without zod, which has not loaded at this point; null when there is none or it is damaged. */
export function readStoredSession(): StoredSession | null {
  const { id, token, expiresAt, info } = parseRecord(tabStorage.get(SESSION_KEY));
  const { accountName, timeZone, mustChangePassword } = recordOf(info);
  if (typeof id !== 'string' || typeof token !== 'string' || typeof expiresAt !== 'number') return null;
  if (typeof accountName !== 'string' || typeof timeZone !== 'string') return null;
  return { id, token, expiresAt, info: { accountName, timeZone, mustChangePassword: mustChangePassword === true } };
}
