import type { PendingLogIn } from '#contract/errors.ts';
import type { Assertion } from '#contract/signIn.ts';
import type { Db } from '../db/db.ts';
import { tooMany } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import { SealBroken, type Secrets, tokenHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import type { UserKey } from '../session/sessions.sql.ts';
import { createThrottle, type ThrottleKey } from '../throttle/throttle.ts';
import { CHALLENGE_SECONDS, isOurs } from './challenge.ts';
import { isAppCode, recoveryHash, stepOf } from './codes.ts';
import { tell } from './notices.ts';
import { countFailure, loadStanding, type Standing, takeStep, useUpRecoveryCode } from './options.sql.ts';
import { findPasskey, notePasskeyUse, type StoredPasskey, suspendPasskey, useUpChallenge } from './passkeys.sql.ts';
import { checkAssertion } from './webauthn.ts';

/** So many wrong codes in a row switch the app off; other factors work (S-105). */
const APP_OFF_AFTER = 100;

type Where = { now: Date; address: string };

export const isAppOn = ({ sealedSeed, failures }: Standing) => sealedSeed !== null && failures < APP_OFF_AFTER;

/** Returns what a user can prove a factor with. */
export const methodsOf = (one: Standing): PendingLogIn['methods'] => [
  ...(one.usablePasskeys > 0 ? ['passkey' as const] : []),
  ...(isAppOn(one) ? ['app' as const] : []),
  ...(one.recoveryCodes > 0 ? ['recovery' as const] : []),
];

/**
 * Returns what a right password leaves to be done. Only who never set anything up may do so with the password alone: a factor that cannot
 * be used (another domain, an app that is off) still asks for one.
 */
export function needOf({ isRequired, isWanted, hasFactor }: Standing): PendingLogIn['need'] | undefined {
  if (hasFactor) return isRequired || isWanted ? 'prove' : undefined;
  return isRequired ? 'enrol' : undefined;
}

/** The context of a sealed key: one that was moved to another user does not open. */
export const seedContext = ({ accountId, userId }: UserKey) => `authenticator app:${accountId}:${userId}`;

/** Returns an app's key; undefined when there is none, or when it was made under another SECRET_KEY (S-116). */
export function openSeed(secrets: Secrets, user: UserKey, sealed: string | null): string | undefined {
  if (sealed === null) return undefined;
  try {
    return secrets.open(sealed, seedContext(user)).toString('utf8');
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

/** Counts a try with a code, of the app and of recovery codes apart; throws TOO_MANY_REQUESTS. */
export async function countCode(services: Services, { userId }: UserKey, code: string) {
  return countTry(services, [{ name: isAppCode(code) ? 'appCode' : 'recoveryCode', subject: userId }]);
}
async function countTry(services: Services, keys: ThrottleKey[]) {
  const throttle = createThrottle(services);
  const { waitSeconds } = await throttle.tryOnce(keys);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  /** `tx`: with the transaction that a right one opens, which is one write to disk less. */
  const wasRight = (tx: Db = services.db) => createThrottle({ ...services, db: tx }).takeBack(keys);
  return { wasRight };
}

/** Takes a code of a locked user; false for a wrong one, which counts, so that the transaction must be kept. */
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
    const sentence = `One of your recovery codes was used. ${left === 1 ? '1 is' : `${left} are`} left.`;
    await tell(tx, services, concerned, { action: 'sign-in.code-used', sentence, detail: `${left} left` }, actor);
    return true;
  }
  const seed = isAppOn(standing) ? openSeed(secrets, user, standing.sealedSeed) : undefined;
  if (seed === undefined) return false;
  const step = stepOf(seed, code, now, standing.lastStep);
  if (step !== undefined) return takeStep(tx, user, step);
  if ((await countFailure(tx, user)) === APP_OFF_AFTER) {
    const sentence = `Your authenticator app was switched off after ${APP_OFF_AFTER} wrong codes. Your other log-in options work.`;
    const detail = `app off after ${APP_OFF_AFTER} wrong codes`;
    await tell(tx, services, concerned, { action: 'sign-in.change', sentence, detail }, actor);
  }
  return false;
}

/** A passkey whose signature was right. `wasRight` takes its try back. */
export type SignedPasskey = {
  passkey: StoredPasskey;
  challenge: string;
  counter: number;
  wasRight: (tx?: Db) => Promise<void>;
};

/**
 * Checks a passkey's signature, its domain, its user and that both are in use; counts the try by address (50 in 5 minutes). Undefined for
 * whatever is wrong: callers have one answer (S-104). `takePasskey` follows within the transaction. `isKnown`: the caller knows whose it has
 * to be and compares that; then a signature may leave out its user (WebAuthn 7.2, step 6).
 */
export async function checkPasskey(services: Services, given: Assertion, { now, address }: Where, isKnown = false) {
  const { db, secrets, config } = services;
  const counted = await countTry(services, [{ name: 'passkeyAddress', subject: networkOf(address).host }]);
  const passkey = await findPasskey(db, given.id);
  if (!passkey?.isActive || passkey.suspendedAt || passkey.rpId !== config.passkeys.rpId) return undefined;
  const { userHandle } = given.response;
  if (userHandle === undefined ? !isKnown : userHandle !== passkey.userHandle) return undefined;
  const isChallenge = (challenge: string) => isOurs(secrets, { purpose: 'prove', subject: '' }, challenge, now);
  const checked = await checkAssertion(given, passkey, { ...config.passkeys, isChallenge });
  if (!checked) return undefined;
  return { passkey, ...checked, ...counted } satisfies SignedPasskey;
}

/**
 * Takes a signed passkey: its challenge once, and a counter that rises unless the passkey is synced or has none. One that does not is a
 * copy: suspended, told and refused (S-103), so that the transaction must be kept. False for what is refused.
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
    const sentence = `A copy of your passkey “${passkey.name}” was used. It was refused, and the passkey lets nobody in any more. Remove it, and add another one.`;
    const notice = { action: 'sign-in.clone', sentence, detail: passkey.name, result: 'refused' } as const;
    const { accountId, userId, username: actor } = passkey;
    await tell(tx, services, { ...standing, accountId, userId }, notice, { actor, actorId: userId, address, now });
  }
  return false;
}
