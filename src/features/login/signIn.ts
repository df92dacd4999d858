import { exchangeWebAuthToken, getSession, logIn, logOut, type SessionInfo } from '#contract/session.ts';
import { type Assertion, logInWithPasskey } from '#contract/signIn.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { deviceStorage } from '../../lib/storage.ts';
import { beginSession, endSession, lastUser, refreshSession } from '../../shell/session/lifecycle.ts';
import { type Session, session } from '../../state/session.ts';

/** A token and its user, before they become the session of this tab. */
export type Arrival = { token: string; ttl: number; info: SessionInfo };

const whoIs = async (fresh: { token: string; ttl: number }): Promise<Arrival> => ({
  ...fresh,
  info: await call(getSession, {}, { token: fresh.token }),
});

/** Posts the credentials, fetches the session info, starts the session. A username with an @ is lowercased (spec section 5). */
export async function signIn(username: string, password: string): Promise<Session> {
  const name = username.includes('@') ? username.toLowerCase() : username;
  return startOf(await call(logIn, { body: { username: name, password } }));
}

/** Posts what a passkey signed, and goes on likewise. */
export const signInWithPasskey = async (body: Assertion): Promise<Session> =>
  startOf(await call(logInWithPasskey, { body }));

/** Starts the session of a token that a log-in came to. */
export const startOf = async (fresh: { token: string; ttl: number }): Promise<Session> => enter(await whoIs(fresh));

/** In this browser somebody logged in who has a passkey: the log-in page offers it. */
const PASSKEY_MARK = 'tb.passkey';

/** Exchanges a transfer token (once) and says who comes; `enter` or `turnAway` follows. */
export async function arrive(webAuthToken: string): Promise<Arrival> {
  const fresh = await exchange(webAuthToken);
  return whoIs(fresh).catch((error: unknown) => {
    console.warn('The user of a transferred session could not be loaded', error);
    throw new ApiError('Failed to load user info.');
  });
}

async function exchange(webAuthToken: string) {
  try {
    return await call(exchangeWebAuthToken, { body: { webAuthToken } });
  } catch (error) {
    // A token that the contract itself refuses is no better than an unknown one.
    if (error instanceof ApiError && error.errorCode === 'VALIDATION_FAILED')
      throw new ApiError('Invalid session transfer token', { status: 400, errorCode: 'INVALID_TOKEN' });
    throw error;
  }
}

/**
 * The tab holds a live session of somebody else, or somebody else was the last to sign in in this browser: no silent swap, and nobody ends up
 * in another's account by a link (S-17). A browser that knows nobody takes the session at once, as a payroll program expects that opens it.
 */
export function isSomebodyElse({ info }: Arrival): boolean {
  const current = session.get();
  const known = current !== null && current.expiresAt > Date.now() ? current.info.userId : lastUser();
  return known !== null && known !== info.userId;
}

/** The arrival becomes this tab's session; what was there before is ended and wiped first. */
export async function enter({ token, ttl, info }: Arrival): Promise<Session> {
  if (session.get()) await endSession({ stay: true, tellServer: session.get()?.token !== token });
  if (info.passkeys) deviceStorage.set(PASSKEY_MARK, '1');
  return beginSession(token, ttl, info);
}

/** The arrival is not wanted: its session ends on the server. */
export const turnAway = ({ token }: Arrival) => call(logOut, { query: {} }, { token }).catch(() => undefined);

/** Fetches this session's info again: after a change of password its cache secret is another. */
export async function refreshInfo(): Promise<void> {
  const current = session.get();
  if (current) await refreshSession(current.id, await call(getSession));
}
