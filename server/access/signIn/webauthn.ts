import { z } from 'zod';
import type { Assertion, Attestation } from '#contract/access/signIn.ts';
import type { RelyingParty } from '../../platform/relyingParty.ts';

/** ES256, EdDSA and RS256; the library's default includes experimental ones. */
export const ALGORITHMS = [-7, -8, -257];

/** Loaded with the first passkey, because it takes half a second and 26 MB. */
const library = () => import('@simplewebauthn/server');

const clientData = z.object({
  challenge: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

/** Returns the challenge that was signed; undefined for one that another site's frame asked for, which the library accepts. */
function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const parsed = clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
    const isFramed = parsed.data?.crossOrigin === true || parsed.data?.topOrigin !== undefined;
    return isFramed ? undefined : parsed.data?.challenge;
  } catch {
    return undefined;
  }
}

type Expected = RelyingParty & { isChallenge: (challenge: string) => boolean };

/** Runs a check of the library, which throws for most of what is wrong. */
const unlessWrong = <T>(check: () => Promise<T>) => check().catch(() => undefined);

/** Returns the result of a valid signature; undefined for an invalid one. The caller compares the counter. */
export async function checkAssertion(
  { id, response }: Assertion,
  key: { publicKey: Uint8Array; synced: boolean },
  { rpId, origins, isChallenge }: Expected,
) {
  const challenge = challengeOf(response.clientDataJSON);
  if (challenge === undefined || !isChallenge(challenge)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const checked = await unlessWrong(() =>
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    }),
  );
  if (!checked?.verified) return undefined;
  const { newCounter, credentialDeviceType } = checked.authenticationInfo;
  // A passkey is made either to be synced or not, and cannot change that.
  if ((credentialDeviceType === 'multiDevice') !== key.synced) return undefined;
  return { challenge, counter: newCounter };
}

/**
 * Tells whether a passkey comes without an attestation by its maker, as was asked (at most a self-signature). Certificates are not read at all: the
 * library would ask the addresses in them for revocations.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const made = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    return made.get('fmt') === 'none' || (made.get('fmt') === 'packed' && made.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** Returns the passkey that a browser made; undefined when anything differs from what was asked for. */
export async function checkAttestation({ id, response }: Attestation, { rpId, origins, isChallenge }: Expected) {
  const challenge = challengeOf(response.clientDataJSON);
  if (challenge === undefined || !isChallenge(challenge)) return undefined;
  const { clientDataJSON, attestationObject } = response;
  if (!(await isUnattested(attestationObject))) return undefined;
  const { verifyRegistrationResponse } = await library();
  const checked = await unlessWrong(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!checked?.verified || checked.registrationInfo.credential.id !== id) return undefined;
  const { credential, credentialDeviceType } = checked.registrationInfo;
  const { publicKey, counter } = credential;
  return { challenge, publicKey: Buffer.from(publicKey), counter, synced: credentialDeviceType === 'multiDevice' };
}
