import type { ResponseOf } from '#contract/endpoint.ts';
import type { Assertion, Attestation, createPasskeyOptions } from '#contract/signIn.ts';
import { bytesOf, textOf } from '../lib/base64url.ts';

/** Passkeys as the browser makes and uses them. Written by hand rather than by its JSON functions, which are newer than the oldest browser. */

/** Returns true where passkeys of a domain work: in this browser, at this address. */
export const canUsePasskeys = (domain: string) =>
  domain !== '' &&
  `.${location.hostname}`.endsWith(`.${domain}`) &&
  typeof PublicKeyCredential === 'function' &&
  isSecureContext;

type Asked = { challenge: string; rpId: string; signal?: AbortSignal; mediation?: 'conditional' };

/** Asks for a passkey, with a dialog or (`conditional`) among what the browser fills in; undefined when none was chosen. */
export async function askForPasskey({ challenge, rpId, ...how }: Asked): Promise<Assertion | undefined> {
  const found = await navigator.credentials.get({
    ...how,
    publicKey: { challenge: bytesOf(challenge), rpId, userVerification: 'required', timeout: 600_000 },
  });
  if (!(found instanceof PublicKeyCredential) || !(found.response instanceof AuthenticatorAssertionResponse))
    return undefined;
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  return {
    id: found.id,
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    },
  };
}

/** Makes a passkey; undefined when the browser made none. Throws what the browser throws (NotAllowedError, InvalidStateError). */
export async function makePasskey(options: ResponseOf<typeof createPasskeyOptions>): Promise<Attestation | undefined> {
  const { challenge, user, excludeCredentials } = options;
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
    },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    return undefined;
  const { clientDataJSON, attestationObject } = made.response;
  return {
    id: made.id,
    response: {
      clientDataJSON: textOf(clientDataJSON),
      attestationObject: textOf(attestationObject),
      transports: made.response.getTransports().slice(0, 10),
    },
  };
}
