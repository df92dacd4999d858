import { getSession, logIn, type SessionInfo } from '#contract/session.ts';
import { call } from '../../api/call.ts';
import { beginSession, endSession } from '../../session/lifecycle.ts';
import { type Session, session } from '../../session/session.ts';

/** Posts the credentials, fetches the session info, starts the session. A username with an @ is lowercased (spec section 5). */
export async function signIn(username: string, password: string): Promise<Session> {
  const name = username.includes('@') ? username.toLowerCase() : username;
  const { token, ttl } = await call(logIn, { body: { username: name, password } });
  return enter(token, ttl);
}

/** A fresh token becomes this tab's session; another user's figures and session go first. */
export async function enter(token: string, ttl: number): Promise<Session> {
  const info: SessionInfo = await call(getSession, {}, { token });
  if (session.get()) await endSession({ stay: true });
  return beginSession(token, ttl, info);
}
