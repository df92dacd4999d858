import { type Message, msg, words } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import { Refusal, tooMany } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import { later } from '../session/login.ts';
import { holdSession } from '../session/sessions.sql.ts';
import { useUpChallenge } from '../signIn/passkeys.sql.ts';
import { insertArrival } from './arrivals.sql.ts';
import type { Identity, ProviderClient } from './client.ts';
import type { Clients } from './clients.ts';
import { ProviderFailure } from './failure.ts';
import { findUser } from './findUser.ts';
import { mappedClaims } from './links.sql.ts';
import { type Begun, begin, failureToken, openState } from './state.ts';

/** A log-in that was checked waits so long for its browser, as a transfer does. */
const ARRIVAL_SECONDS = 60;
const ARRIVALS_PER_USER = 5;

type Where = { browserId: string; now: Date };

const away = (name: string | Message) => msg('{name} cannot be reached. Try again later.', { name });

/** Returns the address at which a browser logs in. 404 for an unknown provider, 503 UNAVAILABLE for one that does not answer. */
export async function startLogIn(
  services: Services,
  clients: Clients,
  providerId: string,
  { again = false, linkTo, browserId, now }: Where & Pick<Partial<Begun>, 'again' | 'linkTo'>,
): Promise<string> {
  const client = clients.require(providerId);
  const binding = begin(services.secrets, { provider: providerId, browserId, again, ...(linkTo && { linkTo }) }, now);
  try {
    return await client.authorizationUrl(clients.redirectUri(providerId), binding, again);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new Refusal('UNAVAILABLE', away(client.provider.name), { retryAfter: 60 });
  }
}

type Answered = { providerId: string; query: Readonly<Record<string, unknown>>; address: string; now: Date };

/**
 * Takes a provider's answer and returns the address to which the browser goes on: with a token that only the browser that began can use, or with one
 * that says what went wrong. Throws nothing that the answer could cause.
 */
export async function finishLogIn(services: Services, clients: Clients, answered: Answered): Promise<string> {
  const { secrets, config, log } = services;
  const { now, providerId, query } = answered;
  const client = clients.find(providerId);
  const name = client?.provider.name ?? msg('the provider');
  const begun = typeof query.state === 'string' ? openState(secrets, query.state) : undefined;
  const pageOf = (token: string) =>
    begun?.linkTo
      ? `${config.publicUrl}/login/options?signOn=${token}`
      : `${config.publicUrl}/login/transfer-session/${token}`;
  const failed = (text: string | Message) => pageOf(failureToken(secrets, text, now));
  // The answer of one provider at the address of another is refused before its code is sent anywhere.
  if (!client || begun?.provider !== providerId) return failed(notChecked(name));
  if (begun.expiresAt <= now.getTime()) return failed(words('Your log-in took too long. Log in again.'));
  try {
    const identity = await redeem(services, client, begun, clients.redirectUri(providerId), answered);
    return pageOf(await arrive(services, client, begun, identity, answered));
  } catch (error) {
    if (error instanceof Refusal) return failed(error.said);
    if (!(error instanceof ProviderFailure)) throw error;
    log.info({ provider: providerId, kind: error.kind, reason: error.message }, 'single sign-on: a log-in failed');
    return failed(wordsOf(error.kind, name));
  }
}

const notChecked = (name: string | Message) => msg('The log-in at {name} could not be checked. Try again.', { name });
const wordsOf = (kind: ProviderFailure['kind'], name: string | Message) =>
  ({
    away: away(name),
    cancelled: msg('The log-in at {name} was cancelled.', { name }),
    clock: msg(
      'The log-in at {name} could not be checked: the clocks of this server and of {name} may differ. Tell your administrator.',
      { name },
    ),
    noTime: msg('{name} does not say when you logged in there, which confirms who you are. Tell your administrator.', {
      name,
    }),
    refused: notChecked(name),
  })[kind];

/** Counts the answers of an address that the provider refuses, because each makes the server ask it; a provider that is away is no fault of theirs. */
async function redeem(
  services: Services,
  client: ProviderClient,
  { nonce, verifier, again }: Begun,
  redirectUri: string,
  { query, address }: Answered,
): Promise<Identity> {
  const throttle = createThrottle(services);
  const keys = [{ name: 'signOnAddress' as const, subject: networkOf(address).host }];
  const { waitSeconds } = await throttle.tryOnce(keys);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  const answer = new URL(redirectUri);
  for (const name of ['code', 'state', 'iss', 'error'] as const) {
    const value = query[name];
    if (typeof value === 'string') answer.searchParams.set(name, value.slice(0, 4_000));
  }
  const state = String(query.state);
  const wanted = { again, claims: await mappedClaims(services.db, client.provider.issuer) };
  try {
    const identity = await client.redeem(answer, { state, nonce, verifier }, wanted);
    await throttle.takeBack(keys);
    return identity;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind !== 'refused') await throttle.takeBack(keys);
    throw error;
  }
}

/** Stores who arrived, and returns the token for the browser. Throws a Refusal where nobody is to be let in. */
async function arrive(
  services: Services,
  client: ProviderClient,
  begun: Begun,
  identity: Identity,
  { address, now }: Answered,
): Promise<string> {
  const { secrets, db } = services;
  const token = randomToken();
  const { issuer, subject, label, sid = null, provesFactor, isFresh } = identity;
  const { browserId } = begun;
  const answer = await db.tx(async (tx) => {
    if (begun.linkTo && !(await holdSession(tx, begun.linkTo.sessionId, now)))
      throw new Refusal('INVALID_TOKEN', words('Your session ended meanwhile. Log in and try again.'));
    const user = begun.linkTo ?? (await findUser(tx, services, client.provider, identity, { address, now }));
    if (user instanceof Refusal) return user;
    // Some providers take a code more than once. The nonce is one log-in's; its state may be written in several ways.
    if (!(await useUpChallenge(tx, user.accountId, tokenHash(begun.nonce), new Date(begun.expiresAt))))
      throw new Refusal('INVALID_TOKEN', notChecked(client.provider.name));
    await insertArrival(
      tx,
      {
        purpose: begun.linkTo ? 'link' : 'login',
        accountId: user.accountId,
        userId: user.userId,
        sessionId: begun.linkTo?.sessionId ?? null,
        tokenHash: tokenHash(token),
        sealedIdToken: secrets.seal(identity.idToken, idTokenContext(issuer)),
        createdAt: now,
        expiresAt: later(now, ARRIVAL_SECONDS),
        ...{ browserId, issuer, subject, label, sid, provesFactor, isFresh },
      },
      ARRIVALS_PER_USER,
    );
    return undefined;
  });
  if (answer) {
    await noteRefused(services, client, { address, now });
    throw answer;
  }
  return token;
}

export const idTokenContext = (issuer: string) => `id token:${issuer}`;

/** Notes a log-in of a person who is no user in the trail of the administrators: who it is belongs to no account. */
const noteRefused = (
  { db }: Services,
  { provider }: ProviderClient,
  { address, now }: { address: string; now: Date },
) =>
  db.tx(
    (tx) =>
      audit(tx, {
        accountId: null,
        actor: 'unknown user',
        action: 'session.login',
        result: 'refused',
        address,
        at: now,
        detail: msg('single sign-on: {name}', { name: provider.name }),
      }),
    { essential: true },
  );
