import { appConfig, hostOf } from '../../api/config.ts';
import { ApiError } from '../../api/errors.ts';
import { askForPasskey, canUsePasskeys } from '../../api/passkeys.ts';
import { requestHeaders } from '../../start/deviceId.ts';

/** The log-in page's passkeys, loaded when it is idle: offered among what the browser fills in, and by the link. */

/** A challenge lasts ten minutes. */
const RENEW_MS = 450_000;
const NONE_USED = 'No passkey was used. Try again, or log in with your password.';

type Challenge = { challenge: string; rpId: string };
type Signed = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;

let offer: { abort: AbortController; ended: Promise<void> } | undefined;
let ready: { at: number; challenge: Challenge } | undefined;

/** By hand: zod and the contract come with the first keystroke. */
async function fetchChallenge(): Promise<Challenge> {
  const url = new URL('/v2/session/passkey-challenge', hostOf('/session', await appConfig()));
  const reply = await fetch(url, { method: 'POST', headers: requestHeaders(undefined), cache: 'no-store' });
  const answer: unknown = await reply.json();
  if (typeof answer !== 'object' || answer === null || !('challenge' in answer && 'rpId' in answer))
    throw new TypeError('No challenge');
  const challenge = { challenge: String(answer.challenge), rpId: String(answer.rpId) };
  ready = { at: Date.now(), challenge };
  return challenge;
}

/** Ends the offer, and waits until the browser has ended it: it takes one question at a time. */
async function endOffer() {
  offer?.abort.abort();
  await offer?.ended;
  offer = undefined;
}

/**
 * Offers passkeys in the username field as long as the page is there, with a fresh challenge every 7.5 minutes; one that is hidden waits
 * until it is seen. `onSigned`: one was chosen and has signed. Returns the function that ends it.
 */
export function offerPasskeys(domain: string, onSigned: (signed: Signed) => unknown): () => void {
  if (!canUsePasskeys(domain) || !PublicKeyCredential.isConditionalMediationAvailable) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const begin = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable()) || isOver) return;
    await endOffer();
    const challenge = await fetchChallenge();
    if (isOver) return;
    const abort = new AbortController();
    const asked = askForPasskey({ ...challenge, mediation: 'conditional', signal: abort.signal }).then(
      (signed) => void (signed && onSigned(signed)),
      () => undefined,
    );
    offer = { abort, ended: asked };
    timer = setTimeout(renew, RENEW_MS);
  };
  const start = () => void begin().catch(() => undefined);
  const renew = () => {
    if (document.visibilityState === 'visible') start();
    else document.addEventListener('visibilitychange', start, { once: true });
  };
  start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', start);
    void endOffer();
  };
}

/** Asks with the browser's dialog. The challenge of the offer is used, so that nothing is waited for between the press and the dialog (Safari). */
export async function askNow(): Promise<Signed> {
  const known = ready && Date.now() - ready.at < RENEW_MS ? ready.challenge : undefined;
  ready = undefined;
  const abandoned = endOffer();
  const challenge = known ?? (await fetchChallenge());
  await abandoned;
  const signed = await askForPasskey(challenge).catch(() => undefined);
  if (!signed) throw new ApiError(NONE_USED);
  return signed;
}
