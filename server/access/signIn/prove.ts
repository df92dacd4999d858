import type { Assertion } from '#contract/access/signIn.ts';
import type { PendingLogIn } from '#contract/platform/errors.ts';
import { msg } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { tooMany } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { SealBroken, type Secrets, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { createThrottle, type ThrottleKey } from '../../platform/throttle/throttle.ts';
import type { UserKey } from '../session/sessions.sql.ts';
import { CHALLENGE_SECONDS, isOurs } from './challenge.ts';
import { isAppCode, recoveryHash, stepOf } from './codes.ts';
import { tell } from './notices.ts';
import { countFailure, loadStanding, type Standing, takeStep, useUpRecoveryCode } from './options.sql.ts';
import { findPasskey, notePasskeyUse, type StoredPasskey, suspendPasskey, useUpChallenge } from './passkeys.sql.ts';
import { checkAssertion } from './webauthn.ts';

/** So many wrong codes in a row disable the app; other factors still work. */
const APP_OFF_AFTER = 100;

type Where = { now: Date; address: string };

export const isAppOn = ({ sealedSeed, failures }: Standing) => sealedSeed !== null && failures < APP_OFF_AFTER;

/** Returns the methods with which a user can prove a factor. */
export const methodsOf = (one: Standing): PendingLogIn['methods'] => [
  ...(one.usablePasskeys > 0 ? ['passkey' as const] : []),
  ...(isAppOn(one) ? ['app' as const] : []),
  ...(one.recoveryCodes > 0 ? ['recovery' as const] : []),
];

/**
 * Returns what is still needed after a right password. Only a user who never set a factor up may do so with the password alone: one whose factor
 * cannot be used (another domain, a disabled app) is still asked for a factor.
 */
export function needOf({ isRequired, isWanted, hasFactor }: Standing): PendingLogIn['need'] | undefined {
  if (hasFactor) return isRequired || isWanted ? 'prove' : undefined;
  return isRequired ? 'enrol' : undefined;
}

/** Returns the context of a sealed secret, so that it cannot be opened for another user. */
export const seedContext = ({ accountId, userId }: UserKey) => `authenticator app:${accountId}:${userId}`;

/** Returns the app's secret; undefined when there is none, or when it was sealed with another SECRET_KEY. */
export function openSeed(secrets: Secrets, user: UserKey, sealed: string | null): string | undefined {
  if (sealed === null) return undefined;
  try {
    return secrets.open(sealed, seedContext(user)).toString('utf8');
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

/** Counts a try with a code, separately for the app and for recovery codes; throws TOO_MANY_REQUESTS. */
export async function countCode(services: Services, { userId }: UserKey, code: string) {
  return countTry(services, [{ name: isAppCode(code) ? 'appCode' : 'recoveryCode', subject: userId }]);
}
async function countTry(services: Services, keys: ThrottleKey[]) {
  const throttle = createThrottle(services);
  const { waitSeconds } = await throttle.tryOnce(keys);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  /** `tx`: the transaction that the right code leads to, which saves a commit. */
  const wasRight = (tx?: Db) => (tx ? throttle.takeBackWithin(tx, keys) : throttle.takeBack(keys));
  return { wasRight };
}

/** Accepts a code of a locked user. Returns false for a wrong one; it is counted, so the transaction must commit. */
export async function takeCode(
  tx: Db,
  services: Services,
  user: UserKey,
  code: string,
  where: Where,
): Promise<boolean> {
  const { secrets, config } = services;
  const { now, address } = where;
  const standing = await loadStanding(tx, user, config.passkeys.rpId);
  const concerned = { ...user, ...standing };
  const actor = { actor: standing.username, actorId: user.userId, address, now };
  if (!isAppCode(code)) {
    if (!(await useUpRecoveryCode(tx, user, recoveryHash(code), now))) return false;
    const left = standing.recoveryCodes - 1;
    const sentence = msg('One of your recovery codes was used. {left, plural, one {# is left.} other {# are left.}}', {
      left,
    });
    await tell(
      tx,
      services,
      concerned,
      { action: 'sign-in.code-used', sentence, detail: msg('{left} left', { left }) },
      actor,
    );
    return true;
  }
  const seed = isAppOn(standing) ? openSeed(secrets, user, standing.sealedSeed) : undefined;
  if (seed === undefined) return false;
  const step = stepOf(seed, code, now, standing.lastStep);
  if (step !== undefined) return takeStep(tx, user, step);
  if ((await countFailure(tx, user)) === APP_OFF_AFTER) {
    const sentence = msg(
      'Your authenticator app was switched off after {tries} wrong codes. Your other log-in options work.',
      { tries: APP_OFF_AFTER },
    );
    const detail = msg('app off after {tries} wrong codes', { tries: APP_OFF_AFTER });
    await tell(tx, services, concerned, { action: 'sign-in.change', sentence, detail }, actor);
  }
  return false;
}

/** A passkey whose signature is valid. `wasRight` takes back the counted try. */
export type SignedPasskey = {
  passkey: StoredPasskey;
  challenge: string;
  counter: number;
  wasRight: (tx?: Db) => Promise<void>;
};

/**
 * Checks a passkey's signature, domain and user, and that user and account are active; counts the try: by address (50 in 5 minutes), or by user. Returns undefined
 * whatever is wrong, because callers give a single answer. `takePasskey` follows within the transaction. `user`: who it must be, by
 * a session or ticket; the caller compares that, and strangers at the address do not use up the tries; a signature may then lack its user (WebAuthn 7.2, step 6).
 */
export async function checkPasskey(services: Services, given: Assertion, { now, address }: Where, user?: UserKey) {
  const { db, secrets, config } = services;
  const counted = await countTry(services, [
    user ? { name: 'passkeyUser', subject: user.userId } : { name: 'passkeyAddress', subject: networkOf(address).host },
  ]);
  const passkey = await findPasskey(db, given.id);
  if (!passkey?.isActive || passkey.suspendedAt || passkey.rpId !== config.passkeys.rpId) return undefined;
  const { userHandle } = given.response;
  if (userHandle === undefined ? !user : userHandle !== passkey.userHandle) return undefined;
  const isChallenge = (challenge: string) => isOurs(secrets, { purpose: 'prove', subject: '' }, challenge, now);
  const checked = await checkAssertion(given, passkey, { ...config.passkeys, isChallenge });
  if (!checked) return undefined;
  return { passkey, ...checked, ...counted } satisfies SignedPasskey;
}

/**
 * Accepts a signed passkey: its challenge once, with a rising counter unless the passkey is synced or has none. A counter that does not rise shows a
 * copy: the passkey is suspended and refused, and the user gets a mail, so the transaction must commit. Returns false if it is refused.
 */
export async function takePasskey(
  tx: Db,
  services: Services,
  { passkey, challenge, counter }: SignedPasskey,
  { now, address }: Where,
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1_000);
  if (!(await useUpChallenge(tx, passkey.accountId, tokenHash(challenge), expiresAt))) return false;
  if (await notePasskeyUse(tx, passkey, counter, now)) return true;
  const isCopy = !passkey.synced && (await suspendPasskey(tx, passkey.passkeyId, now));
  if (isCopy) {
    const standing = await loadStanding(tx, passkey, services.config.passkeys.rpId);
    const sentence = msg(
      'A copy of your passkey “{passkey}” was used. It was refused, and the passkey lets nobody in any more. Remove it, and add another one.',
      { passkey: passkey.name },
    );
    const notice = { action: 'sign-in.clone', sentence, detail: passkey.name, result: 'refused' } as const;
    const { accountId, userId, username: actor } = passkey;
    await tell(tx, services, { ...standing, accountId, userId }, notice, { actor, actorId: userId, address, now });
  }
  return false;
}
