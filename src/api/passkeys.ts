import { t } from '@lingui/core/macro';
import type { Assertion, Attestation, createPasskeyOptions } from '#contract/access/signIn.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { textOf } from '../lib/base64url.ts';
import { ApiError } from './errors.ts';

/** Creates and uses passkeys. Without the browser's JSON functions, which the oldest supported browser lacks. */

/**
 * Returns why passkeys of a domain do not work in this browser or at this address; null where they do. `address`: the one where they work, to be
 * named in the message.
 */
export function whyNoPasskeys(domain: string, address = domain): string | null {
  if (domain === '') return t`Passkeys need an address that has a name and begins with https.`;
  if (!`.${location.hostname}`.endsWith(`.${domain}`) || !isSecureContext) return t`Passkeys work at ${address} only.`;
  return typeof PublicKeyCredential === 'function' ? null : t`This browser cannot use passkeys.`;
}

/** Reverses `textOf`. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

type PasskeyRequest = { challenge: string; rpId: string; signal?: AbortSignal; mediation?: 'conditional' };

/**
 * Asks for a passkey, with a dialog or (`conditional`) among the browser's suggestions for a field; undefined when none was used. Throws ApiError
 * where none can be used.
 */
export async function askForPasskey({ challenge, rpId, ...options }: PasskeyRequest): Promise<Assertion | undefined> {
  const reason = whyNoPasskeys(rpId);
  if (reason) throw new ApiError(reason);
  const publicKey = { challenge: bytesOf(challenge), rpId, userVerification: 'required', timeout: 600_000 } as const;
  const found = await navigator.credentials.get({ ...options, publicKey }).catch(() => null);
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
