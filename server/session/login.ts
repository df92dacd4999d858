import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import { unlessUnavailable } from '../db/errors.ts';
import { Refusal, tooMany } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import { randomToken, tokenHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { createThrottle, type ThrottleKey } from '../throttle/throttle.ts';
import { findLogin, type Login, lockVerifiedUser, rememberNetwork, renewHash } from './logins.sql.ts';
import type { PasswordHasher } from './passwordHash.ts';
import { nameKey, sessionsGivingWay } from './rules.ts';
import { insertSession, liveSessions, replaceSessions, type UserKey } from './sessions.sql.ts';

/** One answer for everything that a log-in may lack, so that it says nothing about who exists (S-04). */
const wrongCredentials = () => new Refusal('INVALID_CREDENTIALS', 'The username or password is incorrect.');

export type Attempt = {
  username: string;
  password: string;
  browserId: string;
  address: string;
  now: Date;
};
export type OpenedSession = { token: string; ttl: number };

/**
 * Logs in by user name or email address. Throws INVALID_CREDENTIALS, INVALID_ROLE for devices that know their password,
 * TOO_MANY_REQUESTS when throttled, UNAVAILABLE when too many log in at once.
 */
export async function logIn(services: Services, passwords: PasswordHasher, attempt: Attempt): Promise<OpenedSession> {
  const { db } = services;
  const { now, address } = attempt;
  const identity = nameKey(attempt.username);
  const { network, host } = networkOf(address);
  const login = await findLogin(db, identity, network, now);

  const throttle = createThrottle(services);
  const keys = throttleKeys(identity, network, host, login?.knowsNetwork ?? false);
  const tried = await throttle.tryOnce(keys);
  if (tried.waitSeconds > 0) {
    if (tried.began) await note(db, login, attempt, 'throttled');
    throw tooMany(tried.waitSeconds);
  }

  const { matches, outdated } = await passwords.verify(attempt.password, login?.passwordHash ?? null);
  if (!login || !matches || !login.isActive) {
    await note(db, login, attempt, 'wrong credentials');
    throw wrongCredentials();
  }
  await throttle.takeBack(keys);
  if (login.role === 'device') {
    await note(db, login, attempt, 'device role');
    throw new Refusal('INVALID_ROLE', 'Your user account is not allowed to log in.');
  }
  const passwordHash = login.passwordHash;
  if (outdated && passwordHash)
    await unlessUnavailable(renewHash(db, login, passwordHash, await passwords.hash(attempt.password)));

  const opened = await db.tx(
    async (tx) => {
      if (!(await lockVerifiedUser(tx, login, outdated))) return null;
      await rememberNetwork(tx, login, network, now);
      const { accountId, username: actor, userId: actorId } = login;
      await audit(tx, { accountId, actor, actorId, action: 'session.login', address, at: now });
      return openSession(tx, services, login, {
        ...attempt,
        createdAt: now,
        expiresAt: later(now, services.config.sessionTtl),
      });
    },
    { essential: true },
  );
  if (!opened) throw wrongCredentials();
  return opened;
}

type Opening = { browserId: string; createdAt: Date; expiresAt: Date; now: Date };

/** A new session of a locked user; sessions on devices beyond DEVICES_PER_USER end with SESSION_REPLACED (S-16). */
export async function openSession(
  tx: Db,
  { config }: Services,
  user: UserKey,
  { browserId, createdAt, expiresAt, now }: Opening,
): Promise<OpenedSession> {
  const live = await liveSessions(tx, user, now);
  const givingWay = sessionsGivingWay(live, browserId, config.devicesPerUser);
  if (givingWay.length > 0) await replaceSessions(tx, givingWay, now);
  const token = randomToken();
  const { accountId, userId } = user;
  const sessionId = uuidv7({ msecs: now.getTime() });
  await insertSession(tx, {
    accountId,
    userId,
    sessionId,
    tokenHash: tokenHash(token),
    browserId,
    createdAt,
    expiresAt,
  });
  return { token, ttl: secondsUntil(expiresAt, now) };
}

/** Returns the keys to throttle. A user on a known network has a budget of their own, so that others elsewhere cannot lock them out (S-03). */
const throttleKeys = (identity: string, network: string, host: string, knowsNetwork: boolean): ThrottleKey[] =>
  knowsNetwork
    ? [{ name: 'logInKnown', subject: `${identity} ${network}` }]
    : [
        { name: 'logInPair', subject: `${identity} ${network}` },
        { name: 'logInIdentity', subject: identity },
        { name: 'logInAddress', subject: host },
      ];

/** Audits a failed log-in. The name of an unknown user is not kept: it may be a password typed in the wrong field. */
const note = (db: Db, login: Login | undefined, { address, now }: Attempt, detail: string) =>
  db.tx(
    (tx) =>
      audit(tx, {
        accountId: login?.accountId ?? null,
        actor: login?.username ?? 'unknown user',
        actorId: login?.userId,
        action: 'session.login',
        result: 'refused',
        address,
        at: now,
        detail,
      }),
    { essential: true },
  );

export const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000);
export const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1_000));
