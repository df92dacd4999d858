import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { textOrMessage } from '#contract/platform/message.ts';
import type { Message } from '#contract/platform/words.ts';
import { SealBroken, type Secrets } from '../../platform/secrets/secrets.ts';
import type { Binding } from './client.ts';

/** A log-in at a provider may take this long. */
export const LOG_IN_SECONDS = 600;
const FAILURE_SECONDS = 60;

const begun = z.object({
  provider: z.string(),
  browserId: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expiresAt: z.number(),
  again: z.boolean(),
  /** The session that links the log-in to its user; absent: it opens one. */
  linkTo: z.object({ accountId: z.string(), userId: z.string(), sessionId: z.string() }).optional(),
});
/** A log-in that began: its answer must come back from the same provider, to the same browser and user. */
export type Begun = z.infer<typeof begun>;

const STATE = 'single sign-on state';
const FAILURE = 'single sign-on failure';

const secretText = () => randomBytes(32).toString('base64url');

/**
 * Begins a log-in. Nothing is stored: the state that goes to the provider and back is sealed under the instance key and holds all that the answer is
 * compared with. The provider cannot read it.
 */
export function begin(secrets: Secrets, given: Omit<Begun, 'nonce' | 'verifier' | 'expiresAt'>, now: Date): Binding {
  const [nonce, verifier] = [secretText(), secretText()];
  const expiresAt = now.getTime() + LOG_IN_SECONDS * 1_000;
  const state = secrets.seal(JSON.stringify({ ...given, nonce, verifier, expiresAt } satisfies Begun), STATE);
  return { state, nonce, verifier };
}

/** Returns the log-in of a state; undefined for one that we did not make, or that an older or newer version of us made. */
export function openState(secrets: Secrets, state: string): Begun | undefined {
  return opened(secrets, state, STATE, begun);
}

const failed = z.object({ text: textOrMessage, expiresAt: z.number() });
/** Returns a transfer token that says what went wrong; the page that would open the session shows it. */
export const failureToken = (secrets: Secrets, text: string | Message, now: Date) =>
  secrets.seal(JSON.stringify({ text, expiresAt: now.getTime() + FAILURE_SECONDS * 1_000 }), FAILURE);

export function failureIn(secrets: Secrets, token: string, now: Date): string | Message | undefined {
  const found = opened(secrets, token, FAILURE, failed);
  return found && found.expiresAt > now.getTime() ? found.text : undefined;
}

function opened<T>(secrets: Secrets, sealed: string, context: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(secrets.open(sealed, context).toString('utf8'))).data;
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
