import { v7 as uuidv7 } from 'uuid';
import type { PendingLogIn } from '#contract/platform/errors.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { unlessUnavailable } from '../../platform/db/errors.ts';
import type { SignOnOrigin } from '../../platform/http/callers.ts';
import { invalid, Refusal, tooMany } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { createThrottle, type ThrottleKey } from '../../platform/throttle/throttle.ts';
import { settleBrowser } from '../push/subscriptions.sql.ts';
import { findLogin, type Login, lockVerifiedUser, rememberNetwork, renewHash } from './logins.sql.ts';
import type { PasswordHasher } from './passwordHash.ts';
import { refusalByRequirement } from './requirement.ts';
import { nameKey, sessionsGivingWay, TICKET_TTL_SECONDS, TICKETS_PER_USER } from './rules.ts';
import type { SecondStep, SecondStepOutcome } from './secondStep.ts';
import { insertSession, liveSessions, replaceSessions, type UserKey } from './sessions.sql.ts';
import { insertSignOnSession } from './signOn.sql.ts';
import { deleteTicketsOf, insertTicket } from './tickets.sql.ts';

/** One answer for every reason, so that it does not reveal which users exist. */
const wrongCredentials = () => new Refusal('INVALID_CREDENTIALS', words('The username or password is incorrect.'));
export const wrongCode = () => invalid('code', words('That code is wrong or was used already.'));
export const INVALID_ROLE = words('Your user account is not allowed to log in.');

export type Attempt = {
  username: string;
  password: string;
  /** The code of a second factor, if it was sent along. */
  code?: string | undefined;
  browserId: string;
  address: string;
  now: Date;
};
export type OpenedSession = { token: string; ttl: number };

/**
 * Logs in by user name or email address. Throws INVALID_CREDENTIALS, INVALID_ROLE for devices with the right password, SECOND_FACTOR_REQUIRED with a
 * ticket when the password is not enough, VALIDATION_FAILED for a wrong code, TOO_MANY_REQUESTS when throttled, UNAVAILABLE when too many log in at
 * once.
 */
export async function logIn(
  services: Services,
  passwords: PasswordHasher,
  secondStep: SecondStep,
  attempt: Attempt,
): Promise<OpenedSession> {
  const { db } = services;
  const { now, address } = attempt;
  const identity = nameKey(attempt.username);
  const { network, host } = networkOf(address);
  const login = await findLogin(db, identity, network, now);

  const throttle = createThrottle(services);
  const keys = throttleKeys(identity, network, host, login?.knowsNetwork ?? false);
  const tried = await throttle.tryOnce(keys);
  if (tried.waitSeconds > 0) {
    if (tried.began) await note(db, login, attempt, msg('throttled'));
    throw tooMany(tried.waitSeconds);
  }

  const { matches, outdated } = await throttle.takeBackIfUnavailable(
    keys,
    passwords.verify(attempt.password, login?.passwordHash ?? null),
  );
  if (!login || !matches || !login.isActive) {
    await note(db, login, attempt, msg('wrong credentials'));
    throw wrongCredentials();
  }
  await throttle.takeBack(keys);
  if (login.role === 'device') {
    await note(db, login, attempt, msg('device role'));
    throw new Refusal('INVALID_ROLE', INVALID_ROLE);
  }
  const passwordHash = login.passwordHash;
  if (outdated && passwordHash)
    await unlessUnavailable(renewHash(db, login, passwordHash, await passwords.hash(attempt.password)));

  const counted = attempt.code === undefined ? undefined : await secondStep.countTry(login, attempt.code);
  const answer = await db.tx(
    async (tx) => {
      if (!(await lockVerifiedUser(tx, login, outdated))) return wrongCredentials();
      const elsewhere = await refusalByRequirement(tx, services.config, login);
      if (elsewhere) return elsewhere;
      return passOrAsk(tx, services, login, await secondStep.take(tx, login, attempt), attempt);
    },
    { essential: true },
  );
  if (answer instanceof Error) throw answer;
  await counted?.wasRight();
  return answer;
}

type Arriving = Pick<Attempt, 'browserId' | 'address' | 'now'> & { signOn?: SignOnOrigin; detail?: Message };
/** Opens the session, or returns what to throw after the commit, so that the ticket, or the wrong code, is recorded first. */
export async function passOrAsk(
  tx: Db,
  services: Services,
  user: UserKey & { username: string },
  step: SecondStepOutcome,
  arriving: Arriving,
): Promise<OpenedSession | Refusal> {
  if (step.is === 'passed') return finishLogIn(tx, services, user, { ...arriving, provedAt: step.provedAt });
  return step.is === 'wrong' ? wrongCode() : secondFactorRequired(await newTicket(tx, user, step, arriving));
}

/** Opens the session of a locked user who has proved everything that was asked, and records it. */
export async function finishLogIn(
  tx: Db,
  services: Services,
  user: UserKey & { username: string },
  {
    now,
    address,
    browserId,
    provedAt,
    detail,
    signOn,
  }: Omit<Opened, 'createdAt' | 'expiresAt'> & { address: string; detail?: Message; signOn?: SignOnOrigin | undefined },
): Promise<OpenedSession> {
  await rememberNetwork(tx, user, networkOf(address).network, now);
  await deleteTicketsOf(tx, user, browserId);
  await settleBrowser(tx, { ...user, browserId }, now);
  const { accountId, username: actor, userId: actorId } = user;
  await audit(tx, { accountId, actor, actorId, action: 'session.login', address, at: now, detail });
  const expiresAt = later(now, services.config.sessionTtl);
  const opened = await openSession(tx, services, user, { browserId, provedAt, createdAt: now, expiresAt, now });
  if (signOn) await insertSignOnSession(tx, tokenHash(opened.token), signOn);
  return opened;
}

type Needed = Extract<SecondStepOutcome, { is: 'needed' }>;
/** Issues a ticket for a right password without its second factor: it opens nothing, and ends no other session. */
async function newTicket(tx: Db, { accountId, userId }: UserKey, { need, methods }: Needed, arriving: Arriving) {
  const ticket = randomToken();
  const { browserId, address, now, signOn } = arriving;
  const lifetime = { createdAt: now, expiresAt: later(now, TICKET_TTL_SECONDS) };
  const row = { accountId, userId, need, browserId, address, signOn, tokenHash: tokenHash(ticket), ...lifetime };
  await insertTicket(tx, row, TICKETS_PER_USER);
  return { ticket, expiresIn: TICKET_TTL_SECONDS, need, methods };
}

const secondFactorRequired = (secondFactor: PendingLogIn) =>
  new Refusal('SECOND_FACTOR_REQUIRED', words('Log in with your second factor as well.'), { secondFactor });

type Opened = { browserId: string; createdAt: Date; expiresAt: Date; now: Date; provedAt: Date | null };

/** Opens a session of a locked user; sessions on devices beyond DEVICES_PER_USER end with SESSION_REPLACED. */
export async function openSession(
  tx: Db,
  { config }: Services,
  user: UserKey,
  { browserId, createdAt, expiresAt, now, provedAt }: Opened,
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
    provedAt,
  });
  return { token, ttl: secondsUntil(expiresAt, now) };
}

/** Returns the keys to throttle. A user on a known network has a separate budget, so that attempts from elsewhere cannot lock them out. */
const throttleKeys = (identity: string, network: string, host: string, knowsNetwork: boolean): ThrottleKey[] =>
  knowsNetwork
    ? [{ name: 'logInKnown', subject: `${identity} ${network}` }]
    : [
        { name: 'logInPair', subject: `${identity} ${network}` },
        { name: 'logInIdentity', subject: identity },
        { name: 'logInAddress', subject: host },
      ];

/** Records a failed log-in in the trail. The name of an unknown user is left out: it may be a password typed in the wrong field. */
const note = (db: Db, login: Login | undefined, { address, now }: Attempt, detail: Message) =>
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
