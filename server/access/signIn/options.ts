import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Attestation, Enrolled, SignInOptions } from '#contract/access/signIn.ts';
import { MAX_PASSKEYS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound, Refusal } from '../../platform/http/errors.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { finishLogIn, wrongCode } from '../session/login.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import { refusalByRequirement } from '../session/requirement.ts';
import type { UserKey } from '../session/sessions.sql.ts';
import { CHALLENGE_SECONDS, isOurs, newChallenge } from './challenge.ts';
import { type Acting, change } from './change.ts';
import { appUrl, newRecoveryCodes, newSeed, recoveryHash, stepOf } from './codes.ts';
import { tooLate } from './logIns.ts';
import {
  confirmSeed,
  ensureHandle,
  loadStanding,
  removeSeed,
  replaceRecoveryCodes,
  type Standing,
  saveWaitingSeed,
  saveWanted,
} from './options.sql.ts';
import {
  deletePasskey,
  insertPasskey,
  listCredentialIds,
  listPasskeys,
  renamePasskeyRow,
  useUpChallenge,
} from './passkeys.sql.ts';
import { countCode, isAppOn, needOf, openSeed, seedContext } from './prove.ts';
import { ALGORITHMS, checkAttestation } from './webauthn.ts';

const HANDLE_BYTES = 32;
const newHandle = () => randomBytes(HANDLE_BYTES).toString('base64url');
const noFactor = () => conflict(words('Set up a passkey or an authenticator app first.'));
const refusedPasskey = () => conflict(words('This passkey cannot be used here.'));
const tooManyPasskeys = () =>
  new Refusal('LIMIT_REACHED', msg('You have {most} passkeys. Remove one first.', { most: MAX_PASSKEYS }));

/** Returns what a user has set up. */
export async function optionsOf({ db, config }: Services, user: UserKey): Promise<SignInOptions> {
  const standing = await loadStanding(db, user, config.passkeys.rpId);
  return {
    passkeys: await listPasskeys(db, user),
    app: standing.sealedSeed === null ? 'none' : isAppOn(standing) ? 'on' : 'off',
    recoveryCodes: standing.recoveryCodes,
    isWanted: standing.isWanted,
    isRequired: standing.isRequired,
    passkeyDomain: config.passkeys.rpId,
    publicUrl: config.publicUrl,
  };
}

/** Switches on or off that a second factor is asked for after the password. 409 without a working factor. */
export async function setWanted(services: Services, acting: Acting, isWanted: boolean): Promise<void> {
  const sentence = isWanted
    ? msg('A second factor is asked for after your password now.')
    : msg('A second factor is no longer asked for after your password.');
  await change(
    services,
    acting,
    {
      sentence,
      detail: msg('second factor after the password: {isWanted, select, true {true} other {false}}', {
        isWanted: `${isWanted}`,
      }),
    },
    async (tx, before) => {
      if (isWanted && !canProve(before)) throw noFactor();
      await saveWanted(tx, acting.user, isWanted);
    },
  );
  await wakeMail(services.jobs);
}

/** Returns the options for `navigator.credentials.create`. `isShared`: others can unlock this device, so the passkey is made on another one. */
export async function passkeyOptions(services: Services, { user, now }: Acting, isShared: boolean) {
  const { db, secrets, config } = services;
  const { rpId } = config.passkeys;
  if (!rpId) throw conflict(words('Passkeys need an address that has a name and begins with https.'));
  if ((await listPasskeys(db, user)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const known = await listCredentialIds(db, user, rpId);
  const handle = await db.tx(async (tx) => {
    if (!(await lockActiveUser(tx, user))) throw tooLate();
    return ensureHandle(tx, user, newHandle());
  });
  const ofKey = { type: 'public-key' as const };
  return {
    challenge: newChallenge(secrets, { purpose: 'make', subject: user.userId }, now),
    rp: { id: rpId, name: 'Tallyboard' },
    user: { id: handle, name: user.username, displayName: user.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ ...ofKey, alg })),
    excludeCredentials: known.map((id) => ({ ...ofKey, id })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      userVerification: 'required' as const,
      authenticatorAttachment: isShared ? ('cross-platform' as const) : ('platform' as const),
    },
    attestation: 'none' as const,
    timeout: CHALLENGE_SECONDS * 1_000,
  };
}

/** Stores a passkey that a browser made. 409 CONFLICT for one that differs from what was asked for or is known already, LIMIT_REACHED. */
export async function addPasskey(
  services: Services,
  acting: Acting,
  { name, ...given }: Attestation & { name?: string | undefined },
): Promise<Enrolled> {
  const { secrets, config } = services;
  const { user, now } = acting;
  const isChallenge = (challenge: string) => isOurs(secrets, { purpose: 'make', subject: user.userId }, challenge, now);
  const made = await checkAttestation(given, { ...config.passkeys, isChallenge });
  if (!made) throw refusedPasskey();
  const { challenge, ...key } = made;
  const notice = { sentence: msg('A passkey was added to your log-in options.'), detail: msg('passkey added') };
  const answer = await change(services, acting, notice, async (tx, { passkeys }) => {
    if (passkeys >= MAX_PASSKEYS) throw tooManyPasskeys();
    const ends = new Date(now.getTime() + CHALLENGE_SECONDS * 1_000);
    const isFirstUse = await useUpChallenge(tx, user.accountId, tokenHash(challenge), ends);
    await ensureHandle(tx, user, newHandle());
    const row = { ...user, ...key, rpId: config.passkeys.rpId, credentialId: given.id, now };
    const isNew = await insertPasskey(tx, {
      ...row,
      passkeyId: uuidv7({ msecs: now.getTime() }),
      transports: given.response.transports ?? [],
      name: name ?? `Passkey ${passkeys + 1}`,
    });
    if (!isFirstUse || !isNew) throw refusedPasskey();
    return enrolled(tx, services, acting);
  });
  await wakeMail(services.jobs);
  return answer;
}

/** Renames a passkey; no mail is sent, and no session ends. */
export async function renamePasskey(
  { db }: Services,
  { user }: Acting,
  passkeyId: string,
  name: string,
): Promise<void> {
  if ((await renamePasskeyRow(db, user, passkeyId, name)) === 0) throw notFound(words('Passkey not found'));
}

/** Removes a passkey; returns the remaining ones, so that the browser forgets the others. 409 for the last factor in force. */
export async function removePasskey(services: Services, acting: Acting, passkeyId: string) {
  const { rpId } = services.config.passkeys;
  const notice = { sentence: msg('A passkey was removed from your log-in options.'), detail: msg('passkey removed') };
  const left = await change(services, acting, notice, async (tx, before) => {
    if ((await deletePasskey(tx, acting.user, passkeyId)) === 0) throw notFound(words('Passkey not found'));
    refuseLast(before, await loadStanding(tx, acting.user, rpId));
    const userId = await ensureHandle(tx, acting.user, newHandle());
    return { rpId, userId, allAcceptedCredentialIds: await listCredentialIds(tx, acting.user, rpId) };
  });
  await wakeMail(services.jobs);
  return left;
}

/** Creates a secret for an app, which waits for its first code. */
export async function startApp({ db, secrets }: Services, { user }: Acting) {
  const secret = newSeed();
  await db.tx(async (tx) => {
    if (!(await lockActiveUser(tx, user))) throw tooLate();
    await ensureHandle(tx, user, newHandle());
    await saveWaitingSeed(tx, user, secrets.seal(secret, seedContext(user)));
  });
  return { secret, url: appUrl(secret, user.username) };
}

/** Puts the waiting secret in force. VALIDATION_FAILED for a wrong code, EXPIRED when none waits, TOO_MANY_REQUESTS. */
export async function confirmApp(services: Services, acting: Acting, code: string): Promise<Enrolled> {
  const { secrets } = services;
  const { user, now } = acting;
  const counted = await countCode(services, user, code);
  const notice = { sentence: msg('An authenticator app was added to your log-in options.'), detail: msg('app set up') };
  const answer = await change(services, acting, notice, async (tx, { waitingSeed }) => {
    const seed = openSeed(secrets, user, waitingSeed);
    if (seed === undefined) throw new Refusal('EXPIRED', words('Start again: no key waits for a code.'));
    const step = stepOf(seed, code, now, null);
    if (step === undefined) throw wrongCode();
    await confirmSeed(tx, user, step);
    return enrolled(tx, services, acting);
  });
  await counted.wasRight();
  await wakeMail(services.jobs);
  return answer;
}

/** Removes the app. 409 for the last factor in force. */
export async function removeApp(services: Services, acting: Acting): Promise<void> {
  const notice = {
    sentence: msg('The authenticator app was removed from your log-in options.'),
    detail: msg('app removed'),
  };
  await change(services, acting, notice, async (tx, before) => {
    if (before.sealedSeed === null) throw notFound(words('Authenticator app not found'));
    await removeSeed(tx, acting.user);
    refuseLast(before, await loadStanding(tx, acting.user, services.config.passkeys.rpId));
  });
  await wakeMail(services.jobs);
}

/** Creates recovery codes, which are shown once; earlier ones become invalid. 409 without a factor. */
export async function makeRecoveryCodes(services: Services, acting: Acting): Promise<string[]> {
  const codes = newRecoveryCodes();
  const notice = {
    sentence: msg('New recovery codes were made. The ones before work no more.'),
    detail: msg('recovery codes made'),
  };
  await change(services, acting, notice, async (tx, { hasFactor }) => {
    if (!hasFactor) throw noFactor();
    await replaceRecoveryCodes(tx, acting.user, codes.map(recoveryHash));
  });
  await wakeMail(services.jobs);
  return codes;
}

/** True while one of the factors works here; a passkey of another domain and a disabled app do not. */
const canProve = (one: Standing) => one.usablePasskeys > 0 || isAppOn(one);

/** Refuses to remove the last usable factor of a user for whom one is required. */
function refuseLast(before: Standing, after: Standing) {
  if (needOf(before) === 'prove' && !canProve(after)) throw conflict(words('Set up another one first.'));
}

/** Turns the ticket of a log-in into a session; a caller with a session keeps it. */
async function enrolled(tx: Db, services: Services, { user, ticket, now, address }: Acting): Promise<Enrolled> {
  if (!ticket) return { ok: true };
  const { browserId, signOn } = ticket;
  const elsewhere = await refusalByRequirement(tx, services.config, user, signOn ?? undefined);
  if (elsewhere) throw new Refusal('EXPIRED', elsewhere.said);
  const session = await finishLogIn(tx, services, user, {
    ...{ browserId, address, now, provedAt: now, detail: msg('set up'), signOn: signOn ?? undefined },
  });
  return { ok: true, session };
}
