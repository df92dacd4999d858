import { z } from 'zod';
import { passwordProblem } from '#contract/platform/password.ts';
import { msg, saidBy, words } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { invalid, Refusal, tooMany } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { enqueueMail, wakeMail } from '../../platform/mail/mail.ts';
import { invitationMail, passwordChangedMail, resetMail, signInMail } from '../../platform/mail/templates.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import type { ThrottleName } from '../../platform/throttle/rules.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import { wordsOfUser } from '../../platform/words/recipients.sql.ts';
import { deleteDevicesOf } from '../push/subscriptions.sql.ts';
import { deleteLinksOf, findPasswordLink, insertLink, useUpPasswordLink } from './links.sql.ts';
import { findLogin, type Login, loadLogin, lockVerifiedUser, savePassword } from './logins.sql.ts';
import type { PasswordHasher } from './passwordHash.ts';
import { refusalByRequirement } from './requirement.ts';
import { INVITATION_TTL_MS, nameKey, personalWords, RESET_TTL_MS, SET_UP_TTL_MS } from './rules.ts';
import { deleteSessionsOf, isLiveSession, type UserKey } from './sessions.sql.ts';
import { endTicketsOf } from './tickets.sql.ts';

/** One answer for unknown, used, expired and malformed links. */
const invalidLink = () => new Refusal('INVALID_TOKEN', words('Invalid Reset Token'));
export const RESET_JOB = 'session.password-reset';
const resetRequest = z.object({ sealedIdentity: z.string(), address: z.string() });
const RESET_CONTEXT = 'password reset request';

/**
 * Enqueues a password reset, so that the response time reveals nothing about the user. It is sealed, because it may contain a password typed
 * in the wrong field, and the job stays in the database for days.
 */
export const requestReset = ({ jobs, secrets }: Services, identity: string, address: string) => {
  const sealedIdentity = secrets.seal(nameKey(identity), RESET_CONTEXT);
  return jobs.send(RESET_JOB, { sealedIdentity, address } satisfies z.input<typeof resetRequest>);
};

/** Processes a reset request as a job: mails a link if there is such a user, within the limits; else does nothing. */
export async function processReset(services: Services, data: unknown): Promise<void> {
  const { db, clock, secrets, config, jobs } = services;
  const { sealedIdentity, address } = resetRequest.parse(data);
  const identity = secrets.open(sealedIdentity, RESET_CONTEXT).toString('utf8');
  const now = clock.now();
  const { network, host } = networkOf(address);
  const keys = [
    { name: 'resetIdentity' as const, subject: identity },
    { name: 'resetAddress' as const, subject: host },
  ];
  if ((await createThrottle(services).tryOnce(keys)).waitSeconds > 0) return;
  const login = await findLogin(db, identity, network, now);
  if (!login?.isActive || login.role === 'device') return;
  await db.tx(async (tx) => {
    const elsewhere = await refusalByRequirement(tx, config, login);
    const { firstName } = login;
    const { supportContact } = config;
    const words = await wordsOfUser(tx, login);
    const text = elsewhere
      ? signInMail(
          {
            firstName,
            sentence: msg('Someone, probably you, asked for a new password. {logIn}', { logIn: elsewhere.said }),
            supportContact,
          },
          words,
        )
      : resetMail({ firstName, url: await newLink(tx, services, login, 'reset', now), supportContact }, words);
    await enqueueMail(tx, {
      ...text,
      purpose: 'reset',
      accountId: login.accountId,
      recipient: login.email,
      now,
      ...(!elsewhere && { sealWith: secrets }),
    });
    await audit(tx, {
      accountId: login.accountId,
      actor: login.username,
      actorId: login.userId,
      action: 'password.request-reset',
      address,
      at: now,
    });
  });
  await wakeMail(jobs);
}

/** Creates a link; the address comes from PUBLIC_URL only, never from the request. A user has one valid link at a time. */
async function newLink(
  tx: Db,
  { config }: Pick<Services, 'config'>,
  user: UserKey,
  purpose: 'reset' | 'invitation',
  now: Date,
  ttl = purpose === 'reset' ? RESET_TTL_MS : INVITATION_TTL_MS,
) {
  const token = randomToken();
  await deleteLinksOf(tx, user, 'reset', 'invitation');
  const { accountId, userId } = user;
  const expiresAt = new Date(now.getTime() + ttl);
  await insertLink(tx, { accountId, userId, tokenHash: tokenHash(token), purpose, createdAt: now, expiresAt });
  return `${config.publicUrl}/login/password-reset/${token}`;
}

/** Returns a link with which a user who never set a password sets the first one; undefined for anybody else. One `toSetUp` leads to *Set up* after that. */
export async function invitationLink(tx: Db, services: Services, user: UserKey, toSetUp: boolean, now: Date) {
  const login = await loadLogin(tx, user);
  if (!login?.isActive || login.passwordHash !== null) return undefined;
  const ttl = toSetUp ? SET_UP_TTL_MS : INVITATION_TTL_MS;
  const url = await newLink(tx, services, user, 'invitation', now, ttl);
  return { url: toSetUp ? `${url}?redirect=/employer/settings` : url, expiresAt: new Date(now.getTime() + ttl) };
}

type Invited = UserKey & { firstName: string; username: string; email: string; accountName: string };
/** Mails a new user a link to set the first password. The caller wakes the mail sender after the commit. */
export async function invite(tx: Db, services: Pick<Services, 'config' | 'secrets'>, user: Invited, now: Date) {
  const { config, secrets } = services;
  const elsewhere = await refusalByRequirement(tx, config, user);
  const url = elsewhere ? `${config.publicUrl}/login` : await newLink(tx, services, user, 'invitation', now);
  const { supportContact } = config;
  const given = { ...user, url, logIn: elsewhere?.said, supportContact };
  const text = invitationMail(given, await wordsOfUser(tx, user));
  const { accountId, email: recipient } = user;
  await enqueueMail(tx, {
    ...text,
    purpose: 'invitation',
    accountId,
    recipient,
    now,
    ...(!elsewhere && { sealWith: secrets }),
  });
}

const actedBy = ({ accountId, username: actor, userId: actorId }: Login) => ({ accountId, actor, actorId });

type Finalizing = { requestId: string; newPassword: string; address: string; now: Date };

/** Sets a password by a reset or invitation link. Throws INVALID_TOKEN, VALIDATION_FAILED (the link stays valid) or TOO_MANY_REQUESTS. */
export async function finalizeReset(services: Services, passwords: PasswordHasher, asked: Finalizing): Promise<void> {
  const { db } = services;
  const { now, address, newPassword } = asked;
  const hash = tokenHash(asked.requestId);
  const link = await findPasswordLink(db, hash, now);
  const login = link && (await loadLogin(db, link));
  if (!login?.isActive) {
    await countWrong(services, 'finalizeAddress', address);
    throw invalidLink();
  }
  const elsewhere = await refusalByRequirement(db, services.config, login);
  if (elsewhere) throw new Refusal('INVALID_TOKEN', elsewhere.said);
  refuseWeak(newPassword, login);
  const passwordHash = await passwords.hash(newPassword);
  await db.tx(async (tx) => {
    if ((await useUpPasswordLink(tx, hash, now)) === 0) throw invalidLink();
    await setPassword(tx, services, login, { passwordHash, byWhom: 'you', now });
    await audit(tx, { ...actedBy(login), action: 'password.reset', address, at: now });
  });
  await wakeMail(services.jobs);
}

type Changing = { currentPassword: string; newPassword: string; address: string; now: Date };
/** In a form, INVALID_CREDENTIALS would end the session, so a wrong password is an error of its field. */
const incorrectPassword = (field = 'currentPassword') => invalid(field, words('The current password is incorrect.'));

/**
 * Verifies the password of a user who is logged in, for actions that a borrowed session must not do. Returns what `lockVerifiedUser` compares in the
 * transaction that follows. Throws VALIDATION_FAILED when it is wrong, TOO_MANY_REQUESTS when it was wrong too often.
 */
export async function verifyOwnPassword(
  services: Services,
  passwords: PasswordHasher,
  caller: UserCaller,
  currentPassword: string,
  field?: string,
): Promise<Login> {
  const throttle = createThrottle(services);
  const keys = [{ name: 'logInKnown' as const, subject: `change ${caller.userId}` }];
  const { waitSeconds } = await throttle.tryOnce(keys);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  const login = await throttle.takeBackIfUnavailable(keys, loadLogin(services.db, caller));
  const { matches } = await throttle.takeBackIfUnavailable(
    keys,
    passwords.verify(currentPassword, login?.passwordHash ?? null),
  );
  if (!login || !matches) throw incorrectPassword(field);
  await throttle.takeBack(keys);
  return login;
}

/** Within the transaction that makes the change: throws when the verified password is no longer the present one. */
export async function requireVerified(tx: Db, login: Login): Promise<void> {
  if (!(await lockVerifiedUser(tx, login))) throw incorrectPassword();
}

/** Changes the user's own password; the session that asks for it stays. */
export async function changeOwnPassword(
  services: Services,
  passwords: PasswordHasher,
  caller: UserCaller,
  { currentPassword, newPassword, address, now }: Changing,
): Promise<void> {
  const { db, jobs } = services;
  const login = await verifyOwnPassword(services, passwords, caller, currentPassword);
  refuseWeak(newPassword, login);
  const passwordHash = await passwords.hash(newPassword);
  const { sessionId } = caller;
  await db.tx(async (tx) => {
    await requireVerified(tx, login);
    // A log-in elsewhere has ended this session meanwhile: without this check, the ended session would end that one.
    if (!(await isLiveSession(tx, sessionId)))
      throw new Refusal('SESSION_EXPIRED', words('You are not logged in with an active session.'));
    await setPassword(tx, services, login, { passwordHash, byWhom: 'you', exceptSessionId: sessionId, now });
    await audit(tx, { ...actedBy(login), action: 'password.change', address, at: now });
  });
  await wakeMail(jobs);
}

type NewPassword = {
  passwordHash: string;
  byWhom: 'you' | 'an administrator';
  exceptSessionId?: string;
  now: Date;
};
type Notified = UserKey & { firstName: string; email: string };

/** Sets a password, ends the other sessions and every link of the user, and queues a mail about it. The caller wakes the sender. */
export async function setPassword(
  tx: Db,
  { config }: Pick<Services, 'config'>,
  user: Notified,
  given: NewPassword,
): Promise<void> {
  const { byWhom, now } = given;
  await savePassword(tx, user, given.passwordHash, byWhom === 'an administrator', now);
  await deleteSessionsOf(tx, user, given.exceptSessionId);
  await deleteDevicesOf(tx, user);
  await endTicketsOf(tx, user);
  await deleteLinksOf(tx, user, 'reset', 'invitation', 'transfer');
  const { firstName } = user;
  const { supportContact } = config;
  const text = passwordChangedMail({ firstName, byWhom, supportContact }, await wordsOfUser(tx, user));
  await enqueueMail(tx, { ...text, purpose: 'notice', accountId: user.accountId, recipient: user.email, now });
}

/** Refuses a password by the rules that depend on its user. */
export function refuseWeak(
  password: string,
  user: Pick<Login, 'username' | 'email' | 'accountName' | 'accountCode'>,
  field: 'newPassword' | 'password' = 'newPassword',
) {
  const problem = passwordProblem(password, personalWords(user));
  if (problem) throw invalid(field, saidBy(problem));
}

/**
 * Counts a wrong secret by its address; throws TOO_MANY_REQUESTS above the limit. One of 256 bits, or a signature, is guessed in no number of tries: it
 * is read first, so that a right one works at an address from which old ones were tried.
 */
export async function countWrong(services: Services, name: ThrottleName, address: string): Promise<void> {
  const { waitSeconds } = await createThrottle(services).tryOnce([{ name, subject: networkOf(address).host }]);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
}
