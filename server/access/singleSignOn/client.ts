import { setTimeout as pause } from 'node:timers/promises';
import type * as Oidc from 'openid-client';
import { z } from 'zod';
import { aheadOfMachine, type Clock } from '../../platform/clock.ts';
import { type Provider, plainIssuer } from '../../platform/providers.ts';
import type { Services } from '../../platform/services.ts';
import { ProviderFailure } from './failure.ts';
import { hasClaim } from './mappingRules.ts';
import { createFetch, isLocal, isSecure, mayCall, type ProviderFetch } from './network.ts';
import { createKeys, TOLERANCE_SECONDS } from './tokens.ts';

/** The person who logged in at a provider, as its checked answer says. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The email address, only if the provider says that it is the person's. */
  email: string | undefined;
  /** For people to recognise the log-in by: not checked. */
  label: string;
  claims: Readonly<Record<string, unknown>>;
  /** The provider's own session, which it may end later. */
  sid: string | undefined;
  idToken: string;
  /** The provider says that a second factor was used. */
  provesFactor: boolean;
  /** The provider says that the person logged in just now. */
  isFresh: boolean;
};

/** The secrets to which one log-in is bound from its beginning to its end. */
export type Binding = { state: string; nonce: string; verifier: string };
type Wanted = { again: boolean; claims: readonly string[] };
export type ProviderClient = ReturnType<typeof createClient>;

const FRESH_MS = 60_000;
const TIMEOUT_SECONDS = 8;
/** A list of providers waits no longer for one of them. */
const PATIENCE_MS = 1_000;
const ALGORITHMS = ['ES256', 'RS256'];
/** Servers take addresses of 8 kB. Without the token, which holds a person's groups, the provider knows them by its own cookie. */
const MAX_HINT = 4_000;
/** Tokens are made when they are asked for; one provider dates them five minutes back. */
const OLDEST_TOKEN_SECONDS = 600;

/** No control characters: a database takes not all of them, nor do people read them. */
const text = z
  .string()
  .min(1)
  .max(500)
  .regex(/^\P{Cc}+$/u);
const claimsOf = z.looseObject({
  sub: text.max(255),
  iat: z.number(),
  sid: text.optional().catch(undefined),
  email: z.email().max(254).optional().catch(undefined),
  // Some say it as text, such as the user info of Amazon Cognito.
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .optional()
    .catch(undefined),
  preferred_username: text.optional().catch(undefined),
  name: text.optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).optional().catch(undefined),
});

/**
 * Returns the client of one provider. What the provider says of itself is read at first use and again after a minute; nothing is asked before. All
 * methods throw a ProviderFailure.
 */
export function createClient(provider: Provider, { clock, log }: Pick<Services, 'clock' | 'log'>) {
  const fetch = createFetch(provider);
  let known: { at: number; found: Promise<Found> } | undefined;
  let failure: string | undefined;

  const found = (): Promise<Found> => {
    const at = clock.now().getTime();
    if (known && Math.abs(at - known.at) < FRESH_MS) return known.found;
    const asked = discover(provider, fetch, clock).then(
      (answer) => {
        failure = undefined;
        return answer;
      },
      (error: unknown) => {
        const reason = reasonOf(error);
        if (failure !== reason)
          log.warn({ provider: provider.id, reason }, 'single sign-on: the provider cannot be used');
        failure = reason;
        throw new ProviderFailure('away', reason);
      },
    );
    known = { at, found: asked };
    return asked;
  };

  return {
    provider,
    /**
     * Tells whether the provider could be used when it was asked last, and asks it again if that is a minute ago. One that takes long counts as there:
     * the log-in page waits for none of them.
     */
    async isThere(): Promise<boolean> {
      const answer = found().then(
        () => true,
        () => false,
      );
      return Promise.race([answer, pause(PATIENCE_MS, true, { ref: false })]);
    },

    /** Returns the address at which a browser logs in. `again`: the person must log in once more, even with a session there. */
    async authorizationUrl(redirectUri: string, binding: Binding, again = false): Promise<string> {
      const { oidc, configuration } = await found();
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state: binding.state,
        nonce: binding.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(binding.verifier),
        code_challenge_method: 'S256',
        ...(provider.secondFactor.length > 0 && { acr_values: provider.secondFactor.join(' ') }),
        ...(again && { max_age: '0' }),
      });
      return url.href;
    },

    /**
     * Exchanges the code in a browser's answer; `answer` is the redirect address with the answer's parameters. `again`: the person must have logged in
     * once more; `claims`: further ones that are needed.
     */
    async redeem(
      answer: URL,
      { state, nonce, verifier }: Binding,
      { again, claims: needed }: Wanted,
    ): Promise<Identity> {
      const { oidc, configuration, keys } = await found();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, checks).catch((error: unknown) => {
        throw failureOf(error);
      });
      const now = clock.now();
      const signed = await keys.verifyIdToken(tokens.id_token ?? '', now);
      const claims = claimsOf.safeParse(signed);
      if (!claims.success) throw new ProviderFailure('refused', 'the claims of the ID token');
      const age = now.getTime() / 1_000 - claims.data.iat;
      if (age < -TOLERANCE_SECONDS || age > OLDEST_TOKEN_SECONDS) throw new ProviderFailure('clock', 'iat');
      const { auth_time: loggedInAt } = claims.data;
      if (again && loggedInAt === undefined) throw new ProviderFailure('noTime', 'auth_time');
      if (again && !isFresh(loggedInAt, now)) throw new ProviderFailure('refused', 'auth_time');
      const more = await moreClaims(oidc, configuration, tokens.access_token, claims.data, needed);
      // Whether an address is verified is said of the one beside it: never of the other source's.
      const { email, email_verified } = claims.data.email === undefined ? more : claims.data;
      const all = { ...more, ...claims.data, email, email_verified };
      return identityOf(provider, all, tokens.id_token ?? '', now);
    },

    /** Returns whom a log-out token of the provider names (OpenID Connect Back-Channel Logout 1.0). */
    async readLogoutToken(token: string) {
      const { keys } = await found();
      return keys.verifyLogoutToken(token, clock.now());
    },

    /** Returns the address at which a browser ends the provider's session too; undefined where it has none. */
    async logoutUrl(idToken: string, returnTo: string): Promise<string | undefined> {
      const { oidc, configuration } = await found();
      if (!configuration.serverMetadata().end_session_endpoint) return undefined;
      const hint = idToken.length <= MAX_HINT && { id_token_hint: idToken };
      const parameters = { ...hint, post_logout_redirect_uri: returnTo };
      return oidc.buildEndSessionUrl(configuration, parameters).href;
    },
  };
}

/** Returns why a provider cannot be used at present; undefined where it can. */
export const providerProblem = (provider: Provider, clock: Clock): Promise<string | undefined> =>
  discover(provider, createFetch(provider), clock).then(() => undefined, reasonOf);

type Found = { oidc: typeof Oidc; configuration: Oidc.Configuration; keys: ReturnType<typeof createKeys> };

async function discover(provider: Provider, fetch: ProviderFetch, clock: Clock): Promise<Found> {
  // Loaded at first use: an installation without providers does not pay for it.
  const oidc = await import('openid-client');
  const { issuer, clientId, clientSecret } = provider;
  const insecure = isLocal(issuer) ? [oidc.allowInsecureRequests] : [];
  const options = {
    algorithm: 'oidc' as const,
    timeout: TIMEOUT_SECONDS,
    execute: insecure,
    [oidc.customFetch]: fetch,
  };
  const described =
    // By the address of the description, so that the issuer is compared here: the library takes none that lacks a slash at its end.
    (
      await oidc.discovery(
        new URL(`${issuer}/.well-known/openid-configuration`),
        clientId,
        undefined,
        undefined,
        options,
      )
    ).serverMetadata() as Oidc.ServerMetadata;
  checkDescription(provider, described);
  const algorithms = (described.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
    ALGORITHMS.includes(name),
  );
  if (algorithms.length === 0) throw new Error(`signs with none of ${ALGORITHMS.join(', ')}`);
  const client = {
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    [oidc.clockTolerance]: TOLERANCE_SECONDS,
    // The library asks the machine; here time is passed in.
    [oidc.clockSkew]: aheadOfMachine(clock),
  };
  const server = { ...described, id_token_signing_alg_values_supported: algorithms };
  const configuration = new oidc.Configuration(server, clientId, client, authOf(oidc, provider));
  configuration[oidc.customFetch] = fetch;
  configuration.timeout = TIMEOUT_SECONDS;
  for (const allow of insecure) allow(configuration);
  const keys = createKeys({ url: described.jwks_uri ?? '', fetch, algorithms, issuer: described.issuer, clientId });
  return { oidc, configuration, keys };
}

function authOf(oidc: typeof Oidc, { clientAuth, clientSecret }: Provider): Oidc.ClientAuth {
  if (clientAuth === 'none') return oidc.None();
  return clientAuth === 'client_secret_post'
    ? oidc.ClientSecretPost(clientSecret)
    : oidc.ClientSecretBasic(clientSecret);
}

/** Refuses addresses that the server may not call or a browser may not be sent to: the description decides where secrets go. */
function checkDescription(provider: Provider, described: Oidc.ServerMetadata) {
  if (plainIssuer(described.issuer) !== provider.issuer) throw new Error(`says that it is ${described.issuer}`);
  for (const name of ['token_endpoint', 'jwks_uri'] as const)
    if (!mayCall(described[name] ?? '', provider)) throw new Error(notOurs(name, described[name]));
  if (described.userinfo_endpoint && !mayCall(described.userinfo_endpoint, provider))
    throw new Error(notOurs('userinfo_endpoint', described.userinfo_endpoint));
  if (!isSecure(described.authorization_endpoint ?? '', provider))
    throw new Error(notOurs('authorization_endpoint', described.authorization_endpoint));
  if (described.end_session_endpoint && !isSecure(described.end_session_endpoint, provider))
    throw new Error(notOurs('end_session_endpoint', described.end_session_endpoint));
}
const notOurs = (name: string, address: string | undefined) =>
  `its ${name} is at ${URL.parse(address ?? '')?.host ?? 'no address'}, which is not among its hosts or not https`;

/** Returns what the provider says besides the ID token, where that lacks the email address or a needed claim: many put them there only. */
async function moreClaims(
  oidc: typeof Oidc,
  configuration: Oidc.Configuration,
  accessToken: string,
  claims: z.output<typeof claimsOf>,
  needed: readonly string[],
): Promise<Partial<z.output<typeof claimsOf>>> {
  const { sub, email } = claims;
  const isWhole = email !== undefined && needed.every((name) => hasClaim(claims, name));
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return {};
  const answer = await oidc.fetchUserInfo(configuration, accessToken, sub).catch((error: unknown) => {
    throw failureOf(error);
  });
  const { success, data } = claimsOf.safeParse({ iat: 0, ...answer });
  if (!success || data.sub !== sub) throw new ProviderFailure('refused', 'the claims of the user info');
  const { sid: _sid, acr: _acr, amr: _amr, auth_time: _at, ...more } = data;
  return more;
}

function identityOf(provider: Provider, claims: z.output<typeof claimsOf>, idToken: string, now: Date): Identity {
  const { sub: subject, email, sid, acr, amr, auth_time: loggedInAt } = claims;
  const isVerified = provider.trustEmail || claims.email_verified === true;
  return {
    issuer: provider.issuer,
    subject,
    email: isVerified ? email : undefined,
    label: (claims.preferred_username ?? email ?? claims.name ?? subject).slice(0, 200),
    claims,
    sid,
    idToken,
    provesFactor: (acr !== undefined && provider.secondFactor.includes(acr)) || (amr?.includes('mfa') ?? false),
    isFresh: isFresh(loggedInAt, now),
  };
}

const isFresh = (loggedInAt: number | undefined, now: Date): boolean =>
  loggedInAt !== undefined && Math.abs(now.getTime() / 1_000 - loggedInAt) <= TOLERANCE_SECONDS;

const withCode = z.object({ code: z.string(), error: z.string().optional(), status: z.number().optional() });

/** Returns what a failure of the library means for the person who logs in. The library's own words may hold tokens and are not passed on. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { data } = withCode.safeParse(error);
  const reason = reasonOf(error);
  if (data?.error === 'access_denied') return new ProviderFailure('cancelled', reason);
  if (data?.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return new ProviderFailure('clock', reason);
  const isAnswer = data?.code.startsWith('OAUTH_') && data.code !== 'OAUTH_TIMEOUT';
  const isAnswered = isAnswer && (data?.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM' || statusOf(error) < 500);
  return new ProviderFailure(isAnswered ? 'refused' : 'away', reason);
}

/** The status of the answer that a failure of the library is about; 0 without one. */
const statusOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Response ? error.cause.status : 0;

/** Names a failure without an address, a code or a token. */
function reasonOf(error: unknown): string {
  const codes = [error, error instanceof Error ? error.cause : undefined].flatMap(
    (one) => withCode.safeParse(one).data?.code ?? [],
  );
  if (codes.length > 0) return codes.join(', ');
  return error instanceof Error ? error.message.slice(0, 300) : 'unknown';
}
