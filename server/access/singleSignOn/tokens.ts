import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { ProviderFailure } from './failure.ts';
import type { ProviderFetch } from './network.ts';

/** The difference of clocks that is accepted. */
export const TOLERANCE_SECONDS = 60;
/** An unknown key makes the key set be read again, at most once a second: anybody may send a token that names one. */
const READ_AGAIN_MS = 1_000;
const TIMEOUT_MS = 8_000;

type Keys = {
  url: string;
  fetch: ProviderFetch;
  algorithms: string[];
  issuer: string;
  clientId: string;
};

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const logoutToken = z
  .looseObject({
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(500).optional(),
    iat: z.number(),
    jti: z.string(),
    exp: z.number().optional(),
    events: z.looseObject({ [LOGOUT_EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);
/** A log-out is told at once. */
const OLDEST_LOGOUT_SECONDS = 300;

/** The session or person that a log-out token names, and the instant at which it was made. */
export type NamedSession = { subject: string | undefined; sid: string | undefined; madeAt: Date };

/** Returns the checks of a provider's signatures, with its keys of now: ES256 and RS256 only, for this issuer and this client. */
export function createKeys({ url, fetch, algorithms, issuer, clientId }: Keys) {
  const keySet = createRemoteJWKSet(new URL(url), {
    cooldownDuration: READ_AGAIN_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: fetch,
  });
  const verify = async (token: string, now: Date): Promise<JWTPayload> => {
    const expected = { algorithms, issuer, audience: clientId, clockTolerance: TOLERANCE_SECONDS, currentDate: now };
    try {
      return (await jwtVerify(token, keySet, expected)).payload;
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    verifyIdToken: verify,
    async verifyLogoutToken(token: string, now: Date): Promise<NamedSession> {
      const { data } = logoutToken.safeParse(await verify(token, now));
      if (!data) throw new ProviderFailure('refused', 'the claims of the log-out token');
      const age = now.getTime() / 1_000 - data.iat;
      if (age < -TOLERANCE_SECONDS || age > OLDEST_LOGOUT_SECONDS) throw new ProviderFailure('clock', 'iat');
      return { subject: data.sub, sid: data.sid, madeAt: new Date(data.iat * 1_000) };
    },
  };
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof errors.JWTExpired) return new ProviderFailure('clock', error.code);
  if (error instanceof errors.JWTClaimValidationFailed)
    return new ProviderFailure(
      ['nbf', 'iat'].includes(error.claim) ? 'clock' : 'refused',
      `${error.code} ${error.claim}`,
    );
  const isNoAnswer =
    !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
  return new ProviderFailure(
    isNoAnswer ? 'away' : 'refused',
    error instanceof errors.JOSEError ? error.code : 'no answer',
  );
}
