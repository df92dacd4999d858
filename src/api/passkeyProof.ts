import { createPasskeyChallenge } from '#contract/access/signIn.ts';
import { call } from './call.ts';
import { askForPasskey } from './passkeys.ts';

/** Asks for a passkey as a proof; undefined when none was used. Throws ApiError when no challenge came, or where none can be used. */
export async function passkeyProof() {
  const { challenge, rpId } = await call(createPasskeyChallenge);
  const passkey = await askForPasskey({ challenge, rpId });
  return passkey && { passkey };
}
