import { t } from '@lingui/core/macro';
import {
  exchangeWebAuthToken,
  getSession,
  logIn,
  logOut,
  type SessionInfo,
  saveLanguage,
} from '#contract/access/session.ts';
import { type Assertion, logInWithPasskey } from '#contract/access/signIn.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { deviceStorage } from '../../../lib/storage.ts';
import { takeChosen, tryAs } from '../../../shell/languages.ts';
import { beginSession, endSession, refreshSession } from '../../../shell/session/lifecycle.ts';
import { PASSKEY_MARK } from '../../../start/passkeyMark.ts';
import { lastUser } from '../../../state/lastUser.ts';
import { type Session, session } from '../../../state/session.ts';

/** A token and its user, before they become this tab's session. */
export type Arrival = { token: string; ttl: number; info: SessionInfo };

const whoIs = async (fresh: { token: string; ttl: number }): Promise<Arrival> => ({
  ...fresh,
  info: await call(getSession, {}, { token: fresh.token }),
});

/** Posts the credentials, fetches the session info, starts the session. A username with an @ is lowercased (spec section 5). */
export async function signIn(username: string, password: string): Promise<Session> {
  const name = username.includes('@') ? username.toLowerCase() : username;
  tryAs(name);
  return startOf(await call(logIn, { body: { username: name, password } }));
}

/** Logs in likewise with what a passkey signed. */
export const signInWithPasskey = async (body: Assertion): Promise<Session> =>
  startOf(await call(logInWithPasskey, { body }));

/** Starts the session of a log-in's token. A user without a language takes the one chosen on the log-in page; where it cannot be saved, the account's is shown. */
export async function startOf(fresh: { token: string; ttl: number }): Promise<Session> {
  const arrival = await whoIs(fresh);
  const chosen = takeChosen(arrival.info.username);
  if (!chosen || arrival.info.ownLanguage) return enter(arrival);
  const saved = call(saveLanguage, { body: { language: chosen } }, { token: fresh.token });
  const own = await saved.then(({ language }) => ({ language, ownLanguage: language })).catch(() => null);
  return enter({ ...arrival, info: { ...arrival.info, ...own } });
}

/** Exchanges a transfer token (once) and returns the user; `enter` or `turnAway` follows. */
export async function arrive(webAuthToken: string): Promise<Arrival> {
  const fresh = await exchange(webAuthToken);
  return whoIs(fresh).catch((error: unknown) => {
    console.warn('The user of a transferred session could not be loaded', error);
    throw new ApiError(t`Failed to load user info.`);
  });
}

async function exchange(webAuthToken: string) {
  try {
    return await call(exchangeWebAuthToken, { body: { webAuthToken } });
  } catch (error) {
    // A token that the contract refuses is treated as an unknown one.
    if (error instanceof ApiError && error.errorCode === 'VALIDATION_FAILED')
      throw new ApiError(t`Invalid session transfer token`, { status: 400, errorCode: 'INVALID_TOKEN' });
    throw error;
  }
}

/**
 * Returns true if this tab has another user's session, or another user was the last to log in in this browser: sessions are not swapped silently, and
 * no link leads into another user's account. A browser without a previous user takes the session at once, as payroll programs that open it
 * expect. `isExpected`: this tab began the log-in, so that only a session that goes on is in the way.
 */
export function isOtherUser({ info }: Arrival, isExpected = false): boolean {
  const current = session.get();
  const known =
    current !== null && current.expiresAt > Date.now() ? current.info.userId : isExpected ? null : lastUser();
  return known !== null && known !== info.userId;
}

/** Makes the arrival this tab's session, after ending and deleting the former one. */
export async function enter({ token, ttl, info }: Arrival): Promise<Session> {
  if (session.get()) await endSession({ stay: true, tellServer: session.get()?.token !== token });
  if (info.passkeys) deviceStorage.set(PASSKEY_MARK, '1');
  return beginSession(token, ttl, info);
}

/** Ends the session of an arrival that is not wanted. */
export const turnAway = ({ token }: Arrival) => call(logOut, { query: {} }, { token }).catch(() => undefined);

/** Fetches this session's info again, because after a change of password its cache secret differs. */
export async function refreshInfo(): Promise<void> {
  const current = session.get();
  if (current) await refreshSession(current.id, await call(getSession));
}
